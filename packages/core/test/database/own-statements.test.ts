import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
const SENDS = /\bmanager\??\.(?:query|getRepository|createQueryBuilder|transaction|save|insert|update|delete)\(/;

/** Files that send statements by a manager themselves, each in a transaction of its own, which nobody else has joined. */
const IN_OWN_TRANSACTION = [
  'database/allowing-silence.ts',
  'database/plain-sqlite.ts',
  'database/postgres-transaction.ts',
  'database/snapshot.ts',
  'import/import-service.ts',
  'import/planner-statistics.ts',
  'move/id-sequences.ts',
  'move/lock-tables.ts',
  'move/move-tables.ts',
];

describe('statements of ours in a transaction', () => {
  it('go through the engine, because inside our own savepoint those of others wait for its end', () => {
    const files = ['core', 'webhooks'].flatMap((name) => {
      const source = `${PACKAGES}${name}/src/`;
      return readdirSync(source, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file.endsWith('.ts') && SENDS.test(readFileSync(source + file, 'utf8')))
        .sort();
    });
    expect(files).to.deep.equal(IN_OWN_TRANSACTION);
  });
});
