import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readsInsideWrites } from '../reads-inside-writes.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['packages/core/src', 'packages/webhooks/src'];

describe('a read outside the transaction of a write', () => {
  it('is found inside a write', () => {
    const source = `
      await database.write(actor, 'employees.update', options, async (company) => {
        if (isLate) await findEmployee(database.scopeBeforeWrite(actor, options), id);
      });
      createWithExternalId(database, (company) => readAll(database.scopeBeforeWrite(actor, {})));`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([3, 5]);
  });

  it('is found in a function of the same file that a write calls', () => {
    const source = `
      async function follow(company) {
        await audit(company);
        await database.allCompanies().rows(TEXT);
      }
      class Worker {
        work() {
          return this.#database.write(actor, 'work', {}, (company) => this.#change(company));
        }
        async #change(company) {
          await follow(company);
          await this.#database.scope(actor).findOne(table, { id });
        }
      }`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([4, 12]);
  });

  it('is found in a callback that has a name, and through a scope opened before the write', () => {
    const source = `
      const work = (company) => database.scopeBeforeWrite(actor, options).findOne(table, { id });
      const scope = database.scope(actor);
      await createWithExternalId(database, actor, 'name', options, 'kind', work);
      await database.writeAllCompanies('name', {}, (all) => copy(all, scope));`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([2, 3]);
  });

  it('is found when the database is handed on', () => {
    const source = `
      await database.write(actor, 'name', {}, (company) => {
        const { id } = company.update(table, row, change);
        return copy(parts.database, id);
      });`;
    expect(readsInsideWrites('a.ts', source)).to.deep.equal([4]);
  });

  it('is let through before one', () => {
    const source = `
      async function find(id) {
        const all = database.allCompanies();
        return findEmployee(database.scopeBeforeWrite(actor, options), id);
      }
      const found = await find(id);
      await database.writeAllCompanies('employees.update', {}, (all, manager) =>
        change(database.within(manager, actor), all.find(found), parts.database.dialect));
      await database.write(actor, 'outer', {}, ({ manager }) =>
        database.write(actor, 'inner', { manager }, (own) => own.update(table, row, change)));`;
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
