import { expect } from 'chai';
import { type CoreTest, newEmployee } from '../support.ts';
import { serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

interface Key {
  readonly key: string;
  readonly former: string;
  readonly first: number;
  readonly second: number;
}

/** One key that several departments want, of which the first has another one. */
export function externalIds(test: CoreTest): RecordKind<Key> {
  const refusals = ['state_conflict', 'not_found'] as const;
  const create = () => test.core.organization.createDepartment(test.company, { name: 'Ovens' });
  const set = (which: 'first' | 'second', key: 'key' | 'former'): Action<Key> => ({
    act: (subject, options) =>
      test.core.externalIds.set(test.company, 'department', subject[which], subject[key], options),
    refusals,
  });
  return {
    name: 'an external id',
    async make() {
      const [key, former] = [`wanted ${serial()}`, `former ${serial()}`];
      const [first, second] = [await create(), await create()];
      await test.core.externalIds.set(test.company, 'department', first.id, former);
      return { key, former, first: first.id, second: second.id };
    },
    actions: {
      'give it to the first': set('first', 'key'),
      'give it to the second': set('second', 'key'),
      'give the first one’s former to the second': set('second', 'former'),
      'create a department with it': {
        act: ({ key }, options) =>
          test.core.organization.createDepartment(test.company, { name: 'New' }, { ...options, externalId: key }),
        refusals,
      },
      'take it from the first': {
        act: ({ first }, options) => test.core.externalIds.remove(test.company, 'department', first, options),
        refusals: ['not_found'],
      },
      'remove the first': {
        act: ({ first }, options) => test.core.organization.removeDepartment(test.company, first, options),
        refusals: ['not_found'],
      },
      import: {
        isAlwaysAlone: true,
        act: ({ key }) =>
          test.core.imports.run({
            company: { id: test.company.companyId },
            files: [
              {
                kind: 'departments',
                name: 'departments.csv',
                async *rows() {
                  yield [{ line: 2, values: { external_id: key, name: `Imported ${serial()}` } }];
                },
              },
            ],
          }),
      },
      'change the company': {
        act: (_key, options) => test.core.companies.update(test.company, { name: `Bakery ${serial()}` }, options),
      },
      hire: { act: (_key, options) => test.core.employees.create(test.company, newEmployee(), options) },
    },
    async check({ key, first, second }, done) {
      const rows = await stored(
        test,
        test.company,
        `SELECT x.external_id, x.record_id, d.id FROM "shaon_external_id" x
          LEFT JOIN "shaon_department" d ON d.id = x.record_id
          WHERE x.company_id = $1 AND x.kind = 'department' AND (x.external_id = $2 OR x.record_id IN ($3, $4))`,
        key,
        first,
        second,
      );
      const wants = (name: string) => /^give it|^create|^import/.test(name);
      const holders = rows.filter((row) => row.external_id === key);
      expect(holders.length, 'records with the key').to.be.at.most(1);
      if (!done.some((name) => name === 'take it from the first' || name === 'remove the first')) {
        expect(holders.length, 'somebody has it who was told so').to.equal(done.some(wants) ? 1 : 0);
      }
      expect(new Set(rows.map((row) => row.record_id)).size, 'keys of one record').to.equal(rows.length);
      for (const { id } of rows) expect(id, 'a key of a removed record').not.to.equal(null);
    },
  };
}
