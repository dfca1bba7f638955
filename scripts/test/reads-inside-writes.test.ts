import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readsInsideWrites } from '../reads-inside-writes.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['packages/core/src', 'packages/webhooks/src'];

describe('a read that must come before a write', () => {
  it('is found inside a write', () => {
    const source = `
      await database.write(actor, 'employees.update', options, async (company) => {
        if (isLate) await findEmployee(database.readBeforeWrite(actor, options), id);
      });
      createWithExternalId(database, (company) => readAll(database.readBeforeWrite(actor, {})));`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([3, 5]);
  });

  it('is let through before one', () => {
    const source = `
      const found = await findEmployee(database.readBeforeWrite(actor, options), id);
      await database.write(actor, 'employees.update', options, (company) => change(company, found));`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([]);
  });

  for (const folder of FOLDERS) {
    it(`stands inside no write of ${folder}`, () => {
      const names = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.ts$/.test(name),
      );
      const sources = names.map((name) => ({ name, source: readFileSync(`${ROOT}${folder}/${name}`, 'utf8') }));
      const found = sources.flatMap(({ name, source }) =>
        readsInsideWrites(name, source).map((line) => `${name}:${line}`),
      );
      expect(found).to.deep.equal([]);
      expect(sources.length).to.be.greaterThan(50);
    });
  }
});
