import assert from 'node:assert/strict';
import type { Ability } from '../ability-names.ts';
import { type Actor, systemActor } from '../actor.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { accountOf, assertRefused, type ContractCase, type ReadsSample, tokenOf } from './contract-case.ts';
import { assertShape, type Shape } from './shape.ts';

/** One filter of a paginated list. */
export interface FilterContract<Item, Value, Sample = unknown> {
  /** The value of a record that the filter compares; null or undefined if it has none. */
  valueOf(item: Item, sample: Sample): Value | null | undefined;
  /** Whether a record matches a value; by default, if they are equal. */
  matches?(item: Item, value: Value): boolean;
  /** Other spellings of a value that must match the same records. */
  spellings?(value: Value): readonly Value[];
  /** A value that no record has. */
  readonly unknown?: Value;
}

export interface ListContract<Reads, Item, Filter, Sample = unknown> {
  list(reads: Reads, actor: Actor, filter: Filter, page: PageRequest): Promise<Page<Item>>;
  readonly ability: Ability;
  readonly shape: Shape<Item>;
  compare(a: Item, b: Item): number;
  readonly filters: { readonly [Name in keyof Filter]-?: FilterContract<Item, NonNullable<Filter[Name]>, Sample> };
  /** Filters by values that the product does not record: every value matches nothing. */
  readonly without?: ReadonlySet<string>;
}

/** A paginated list: complete, ordered under every filter, of one company only (SPEC 4; D:Q4, Q15, Q20, Q21). */
export function listCases<
  Reads,
  Item extends object,
  Filter extends object,
  Sample extends ReadsSample<Reads, Item> = ReadsSample<Reads, Item>,
>(contract: ListContract<Reads, Item, Filter, Sample>, sample: () => Promise<Sample>): ContractCase[] {
  const names = Object.keys(contract.filters) as (keyof Filter & string)[];

  /** The records that match, in order. */
  function expected(given: Sample, filter: Partial<Filter>): Item[] {
    const asked = names.filter((name) => filter[name] !== undefined);
    return given.records
      .filter((item) => asked.every((name) => isFound(contract.filters[name], item, filter[name], given)))
      .sort(contract.compare);
  }

  /** The distinct values of records, without missing ones. */
  function valuesOf<Name extends keyof Filter & string>(name: Name, records: readonly Item[], given: Sample) {
    const values = records.map((record) => contract.filters[name].valueOf(record, given) ?? null);
    return [...new Set(values)].filter((value) => value !== null);
  }

  async function assertWalk(
    given: Sample,
    filter: Partial<Filter>,
    perPage: number,
    items = expected(given, filter),
  ): Promise<void> {
    const { reads, companyId } = given;
    const what = `list filtered by ${JSON.stringify(filter)}, ${perPage} a page`;
    const found: Item[] = [];
    const pages = Math.max(1, Math.ceil(items.length / perPage));
    for (let page = 1; page <= pages + 1; page++) {
      const answer = await contract.list(reads, systemActor(companyId), filter as Filter, { page, per_page: perPage });
      assert.equal(answer.total, items.length, `${what}: total on page ${page}`);
      assert.ok(answer.items.length <= perPage, `${what}: page ${page} is too long`);
      if (page > pages) assert.deepEqual(answer.items, [], `${what}: the page after the last is empty`);
      found.push(...answer.items);
    }
    assert.deepEqual(found, items, `${what}: every record once and in order`);
  }

  return [
    {
      name: 'the sample has enough different records of both companies, with the published fields',
      async run() {
        const given = await sample();
        const { records, foreignRecords, companyId, foreignCompanyId } = given;
        assert.ok(records.length >= 5, 'give at least five records of the company');
        assert.ok(foreignRecords.length >= 1, 'give at least one record of the foreign company');
        assert.notEqual(companyId, foreignCompanyId, 'the two companies differ');
        assertShape([...records, ...foreignRecords], contract.shape);
        for (const name of names) {
          const size = valuesOf(name, records, given).length;
          if (contract.without?.has(name)) assert.equal(size, 0, `a record has what ${name} filters by`);
          else assert.ok(size >= 2, `give records that differ in what ${name} filters by`);
        }
      },
    },
    {
      name: 'the list gives every record once, in order, with pages of any size',
      async run() {
        const given = await sample();
        for (const perPage of [1, 2, 200]) await assertWalk(given, {}, perPage);
      },
    },
    {
      name: 'an undefined or null filter is none',
      async run() {
        const given = await sample();
        const { reads, companyId } = given;
        for (const nothing of [undefined, null]) {
          const filter = Object.fromEntries(names.map((name) => [name, nothing])) as Filter;
          const { items } = await contract.list(reads, systemActor(companyId), filter, { page: 1, per_page: 200 });
          assert.deepEqual(items, expected(given, {}).slice(0, 200));
        }
      },
    },
    ...names.map((name) => ({
      name: `the filter ${name} finds exactly its records`,
      async run() {
        const given = await sample();
        const filter = contract.filters[name];
        for (const value of valuesOf(name, given.records, given)) {
          const items = expected(given, { [name]: value } as Partial<Filter>);
          for (const spelling of [value, ...(filter.spellings?.(value) ?? [])]) {
            await assertWalk(given, { [name]: spelling } as Partial<Filter>, 2, items);
          }
        }
        if (filter.unknown !== undefined) await assertWalk(given, { [name]: filter.unknown } as Partial<Filter>, 2, []);
      },
    })),
    {
      name: 'two filters together find what both find',
      async run() {
        const given = await sample();
        for (const first of names) {
          for (const second of names.slice(names.indexOf(first) + 1)) {
            for (const a of valuesOf(first, given.records, given).slice(0, 3)) {
              for (const b of valuesOf(second, given.records, given).slice(0, 3)) {
                await assertWalk(given, { [first]: a, [second]: b } as Partial<Filter>, 200);
              }
            }
          }
        }
      },
    },
    {
      name: 'a company sees its own records only, and a foreign id filters as an unknown one',
      async run() {
        const given = await sample();
        const swapped = { ...given, companyId: given.foreignCompanyId, records: given.foreignRecords };
        await assertWalk(swapped, {}, 200);
        for (const name of names.filter((filterName) => filterName.endsWith('_id'))) {
          const own = new Set(valuesOf(name, given.records, given));
          for (const value of valuesOf(name, given.foreignRecords, given)) {
            if (own.has(value)) continue;
            await assertWalk(given, { [name]: value } as Partial<Filter>, 200, []);
          }
        }
      },
    },
    {
      name: `the list is for managers and for tokens with ${contract.ability}`,
      async run() {
        const { reads, companyId, records } = await sample();
        const page = { page: 1, per_page: 200 };
        const ask = (actor: Actor) => contract.list(reads, actor, {} as Filter, page);
        for (const actor of [tokenOf(companyId, contract.ability), accountOf(companyId, 'manager')]) {
          assert.equal((await ask(actor)).total, records.length);
        }
        await assertRefused(() => ask(tokenOf(companyId)), 'ability_missing', 'a token without the ability');
        await assertRefused(() => ask(accountOf(companyId, 'employee')), 'not_permitted', 'an employee');
      },
    },
  ];
}

function isFound<Item, Value, Sample>(
  filter: FilterContract<Item, Value, Sample>,
  item: Item,
  value: unknown,
  given: Sample,
): boolean {
  return filter.matches?.(item, value as Value) ?? filter.valueOf(item, given) === value;
}
