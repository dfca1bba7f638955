import type { Page } from '@shaon/core';
import { CompanyScope } from '@shaon/core/extension';
import { countVisits, fillTable, largeCompany, rawSql, smallCompanies, type VisitCounter } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, withCore } from './support.ts';

/*
 * What a list costs is guarded by the work of its plan, not by time: it looks at no more than ten rows for each record
 * that it returns, and at what the constants below say, be the company as large as it may. On PostgreSQL, whose plans
 * depend on the sizes of tables, a company is filled with a million days beside small companies.
 */
const PER_PAGE = 50;
const MOST = 10;
/** The stored counts of months and days that a page adds up, for its total and to find where it begins. */
const COUNTS = 100;
/** Employees are counted by blocks of 1,000 ids, and a page's start is searched from the nearer end of its block. */
const HALF_BLOCK = 500;
/** The stored counts of blocks, and what is read for a page to name its departments and branches. */
const BLOCKS_AND_UNITS = 100;

const PEOPLE = 12_000;
/** Those of the first years, all of whom have left. */
const LEFT = 8_000;
/** How many employees have a leave request on each day. */
const ASKING = 150;
/** How many employees have attendance on each day, and for how many days. */
interface Size {
  readonly punching: number;
  readonly days: number;
}
const MEDIUM: Size = { punching: 150, days: 150 };
/** 1,000,000 records. */
const LARGE: Size = { punching: 2_000, days: 500 };
/** The run without the fast path reads by the same plans, so it fills no million. */
const isFillingLarge = process.env.SHAON_FAST_PATH !== 'off';
/** So many that PostgreSQL takes every company for a small one. */
const SMALL = 1_200;

withCore('the plan of a list', (test) => looksAtFewRows(test, MEDIUM, 0));
// SQLite is told its indices, so its plans do not depend on the sizes of tables.
withCore('the plan of a list beside small companies', (test) => {
  if (test.database.type === 'postgres') looksAtFewRows(test, MEDIUM, SMALL);
});
withCore('the plan of a list of 1,000,000 days beside small companies', (test) => {
  if (test.database.type === 'postgres' && isFillingLarge) looksAtFewRows(test, LARGE, SMALL);
});

function looksAtFewRows(test: CoreTest, size: Size, small: number): void {
  const { punching, days } = size;
  const units: { department_id: number; branch_id: number }[] = [];
  let firstPerson = 0;
  let counter: VisitCounter;

  before(async function () {
    this.timeout(240_000);
    const { core, company } = test;
    for (let n = 0; n < 10; n += 1) {
      const { id: department_id } = await core.organization.createDepartment(company, { name: `Department ${n}` });
      const { id: branch_id } = await core.organization.createBranch(company, { name: `Branch ${n}` });
      await core.shifts.create(company, { name: `Shift ${n}`, wage_percentage: 100 });
      units.push({ department_id, branch_id });
    }
    const { department_id, branch_id } = units[0] as (typeof units)[0];
    const run = (text: string) =>
      core.extension.database.write(company, 'test', {}, (scope) => scope.rows(rawSql(text)).then(() => undefined));
    const made = largeCompany(test.database.type, {
      people: PEOPLE,
      left: LEFT,
      asking: ASKING,
      ...size,
      department: department_id,
      branch: branch_id,
    });
    counter = await countVisits(test.database.connection());
    if (small > 0) {
      for (const text of smallCompanies(test.database.type, small)) await run(text);
      // The statistics know these and not the large one, as in the minute after it came.
      await counter.analyze();
    }
    await run(made.employees);
    const [first] = await core.extension.database
      .read(company)
      .rows(rawSql('SELECT MIN(id) AS id FROM shaon_employee WHERE company_id = $1'));
    firstPerson = Number(first?.id);
    const { attendance, leave } = made.records(firstPerson);
    await (size === LARGE ? fillMany(attendance) : run(attendance));
    await run(leave);
    await core.employees.recount(company);
    await core.attendance.recount(company);
    await core.leave.recount(company);
    await counter.analyze();
  });

  after(() => counter?.close());

  async function fillMany(text: string): Promise<void> {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') throw new Error('Only PostgreSQL plans by the sizes of tables.');
    await fillTable(connection.url, 'shaon_attendance', text.replaceAll('$1', String(test.company.companyId)));
  }

  /** The statements that run meanwhile, with what each is given. */
  async function statementsOf(work: () => Promise<unknown>): Promise<[string, readonly unknown[]][]> {
    const seen: [string, readonly unknown[]][] = [];
    const { rows } = CompanyScope.prototype;
    CompanyScope.prototype.rows = function (statement, values = []) {
      seen.push([statement.text, [this.companyId, ...values]]);
      return rows.call(this, statement, values);
    };
    try {
      await work();
    } finally {
      CompanyScope.prototype.rows = rows;
    }
    return seen;
  }

  type List = (filter: object, page: { page: number; per_page: number }) => Promise<Page<unknown>>;

  type Beside = (filter: object, place: 'end' | 'middle') => number;

  /**
   * A middle page may begin in the middle of a day, where nothing is counted. One employee's records have no stored
   * counts.
   *
   * @param perDay how many records a day has
   */
  const besideDays =
    (perDay: number): Beside =>
    (filter, place) => {
      if ('employee_id' in filter) return COUNTS + 2 * days;
      return place === 'middle' ? COUNTS + perDay / 2 : COUNTS;
    };

  /** Asks for the first, a middle and the last page by every filter, and checks how many rows each looks at. */
  async function checkVisited(list: List, filters: readonly object[], beside: Beside): Promise<void> {
    let longest = 0;
    const planned = new Set<string>();
    for (const filter of filters) {
      const { total } = await list(filter, { page: 1, per_page: PER_PAGE });
      longest = Math.max(longest, total);
      const last = Math.max(1, Math.ceil(total / PER_PAGE));
      for (const page of new Set([1, Math.ceil(last / 3), last])) {
        let records = 0;
        const statements = await statementsOf(async () => {
          records = (await list(filter, { page, per_page: PER_PAGE })).items.length;
        });
        const place = page === 1 || page === last ? 'end' : 'middle';
        const said = `${JSON.stringify(filter)}, page ${page} of ${last}`;
        expect(statements, said).to.have.lengthOf(1);
        const [[text, values]] = statements as [[string, unknown[]]];
        expect(await counter.visited(text, values), said).to.be.at.most(MOST * records + beside(filter, place));
        // One employee has few rows, so whether PostgreSQL plans anew depends on how few.
        if (size === LARGE || planned.has(text) || 'employee_id' in filter) continue;
        planned.add(text);
        expect(await counter.keepsPlan(text, values), `one plan for ${said}`).to.equal(true);
      }
    }
    expect(longest).to.be.at.least(PEOPLE);
  }

  const mixesOf = (...choices: readonly (readonly object[])[]): object[] =>
    choices.reduce<object[]>(
      (mixes, choice) => mixes.flatMap((mix) => choice.map((one) => ({ ...mix, ...one }))),
      [{}],
    );

  const peopleAsked = (): object[] => [{}, { employee_id: firstPerson + 22 }];

  const DATES = [
    {},
    { date_from: '2026-02-10', date_to: '2026-03-20' },
    { date_from: '2026-03-03', date_to: '2026-03-03' },
  ];

  it('of attendance looks at few rows, by every mix of filters and on every page', async function () {
    this.timeout(60_000);
    const [, , { department_id, branch_id }] = units as [object, object, (typeof units)[0]];
    const statuses = ['pending', 'approved', 'rejected'].map((status) => ({ status }));
    const people = peopleAsked();
    const filters = mixesOf(DATES, [{}, { department_id }], [{}, { branch_id }], [{}, ...statuses], people);
    const { attendance } = test.core;
    await checkVisited((filter, page) => attendance.list(test.company, filter, page), filters, besideDays(punching));
  });

  it('of a whole month reads one stored count, and its record', async () => {
    const month = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const statements = await statementsOf(async () => {
      const { total } = await test.core.attendance.list(test.company, month, { page: 1, per_page: 1 });
      expect(total).to.equal(punching * 31);
    });
    const [[text, values]] = statements as [[string, unknown[]]];
    expect(await counter.visited(text, values)).to.be.at.most(3);
  });

  it('of leave looks at few rows, by every mix of filters and on every page', async function () {
    this.timeout(60_000);
    const statuses = ['pending', 'approved', 'rejected'].map((status) => ({ status }));
    const types = ['army', 'leave', 'unheard of'].map((type) => ({ type }));
    const people = peopleAsked();
    const filters = mixesOf(DATES, [{}, ...statuses], [{}, ...types], people);
    const { leave } = test.core;
    await checkVisited((filter, page) => leave.list(test.company, filter, page), filters, besideDays(ASKING));
  });

  it('of employees looks at few rows, by every mix of filters and on every page', async function () {
    this.timeout(60_000);
    const { department_id, branch_id } = units[2] as (typeof units)[0];
    const statuses = ['active', 'frozen'].map((status) => ({ status }));
    const filters = mixesOf([{}, { department_id }], [{}, { branch_id }], [{}, ...statuses]);
    await checkVisited(
      (filter, page) => test.core.employees.list(test.company, filter, page),
      filters,
      () => HALF_BLOCK + BLOCKS_AND_UNITS,
    );
  });

  it('of departments, branches and shifts looks at what it returns', async () => {
    const { organization, shifts } = test.core;
    for (const list of [organization.departments, organization.branches, shifts.list]) {
      const statements = await statementsOf(() => list(test.company));
      expect(statements).to.have.lengthOf(1);
      const [[text, values]] = statements as [[string, unknown[]]];
      expect(await counter.visited(text, values)).to.be.at.most(units.length);
    }
  });
}
