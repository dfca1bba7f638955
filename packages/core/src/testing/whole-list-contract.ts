import assert from 'node:assert/strict';
import type { Ability } from '../ability-names.ts';
import { type Actor, systemActor } from '../actor.ts';
import { accountOf, assertRefused, type ContractCase, tokenOf } from './contract-case.ts';
import { assertShape, type Shape } from './shape.ts';

/** An unpaginated list and the records of two companies. */
interface WholeListSample<Item> {
  readonly companyId: number;
  readonly records: readonly Item[];
  readonly foreignCompanyId: number;
  readonly foreignRecords: readonly Item[];
  list(actor: Actor): Promise<readonly Item[]>;
}

/** A company's complete list, by id ascending (SPEC 4; D:O1, O2). */
export function wholeListCases<Item extends { readonly id: number }>(
  contract: {
    readonly name: string;
    readonly ability: Ability;
    readonly shape: Shape<Item>;
    /** Whether the product records none of them, so that the list is empty in every company. */
    readonly isEmpty?: boolean;
  },
  sample: () => Promise<WholeListSample<Item>>,
): ContractCase[] {
  const { name, ability, shape, isEmpty = false } = contract;
  const byId = (items: readonly Item[]) => [...items].sort((a, b) => a.id - b.id);
  return [
    {
      name: isEmpty
        ? `the sample has no ${name}`
        : `the sample has at least two ${name} of the company and one of the foreign company`,
      async run() {
        const { records, foreignRecords, companyId, foreignCompanyId } = await sample();
        if (isEmpty) assert.equal(records.length + foreignRecords.length, 0, `${name} were said not to be kept`);
        else assert.ok(records.length >= 2 && foreignRecords.length >= 1, `give more ${name}`);
        assert.notEqual(companyId, foreignCompanyId, 'the two companies differ');
        assertShape([...records, ...foreignRecords], shape);
      },
    },
    {
      name: `all ${name} of the company come by id, and no others`,
      async run() {
        const { list, companyId, records, foreignCompanyId, foreignRecords } = await sample();
        assert.deepEqual(await list(systemActor(companyId)), byId(records));
        assert.deepEqual(await list(systemActor(foreignCompanyId)), byId(foreignRecords));
      },
    },
    {
      name: `${name} are for managers and for tokens with ${ability}`,
      async run() {
        const { list, companyId, records } = await sample();
        for (const actor of [tokenOf(companyId, ability), accountOf(companyId, 'manager')]) {
          assert.deepEqual(await list(actor), byId(records));
        }
        await assertRefused(() => list(tokenOf(companyId)), 'ability_missing', 'a token without the ability');
        await assertRefused(() => list(accountOf(companyId, 'employee')), 'not_permitted', 'an employee');
      },
    },
  ];
}
