import type { Page } from '@shaon/core';
import { CompanyScope } from '@shaon/core/storage';
import { countVisits, rawSql, type VisitCounter } from '@shaon/testing';
import { expect } from 'chai';
import { type FilledCompany, type FilledSize, fillCompany, LARGE } from '../../../scripts/filled-company.ts';
import { type CoreTest, withCore } from './support.ts';

/*
 * What a list costs is guarded by the work of its plan, not by time: it looks at no more than ten rows for each record
 * that it returns, and at what the constants below say. Employees and leave are counted, by an index. PostgreSQL's
 * plans depend on the sizes of tables, so there the company also stands beside small ones.
 */
const PER_PAGE = 50;
const MOST = 10;
/** How often a page reads the company's totals of months: for its path, its total, its place and a cut month. */
const SUMS = 4;
/** The days of which entries are counted: half a month at either end of the list, and a month before the page. */
const COUNTED_DAYS = 16 + 16 + 31;
/** What is read for a page to name its departments and branches. */
const UNITS = 100;

const { people: PEOPLE, asking: ASKING } = LARGE;

withCore('the plan of a list', (test) => looksAtFewRows(test, { ...LARGE, small: 0 }));
// SQLite is told its indices, so its plans do not depend on the sizes of tables.
withCore('the plan of a list beside small companies', (test) => {
  if (test.database.type === 'postgres') looksAtFewRows(test, LARGE);
});

function looksAtFewRows(test: CoreTest, size: FilledSize): void {
  const { punching, days } = size;
  let company: FilledCompany['company'];
  let units: FilledCompany['units'];
  let firstPerson = 0;
  let totals = 0;
  let counter: VisitCounter;

  before(async function () {
    this.timeout(240_000);
    const connection = test.database.connection();
    ({ company, units, firstPerson } = await fillCompany(test.core, connection, size));
    counter = await countVisits(connection);
    const counting = rawSql('SELECT COUNT(*) AS totals FROM "shaon_attendance_total" WHERE company_id = $1');
    const [row] = await test.core.extension.database.allCompanies().run(counting, [company.companyId]);
    totals = Number(row?.totals);
  });

  after(() => counter?.close());

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

  type Beside = (filter: object) => number;

  /** One employee's days are counted without totals. */
  const besideDays: Beside = (filter) => ('employee_id' in filter ? 3 * days : SUMS * totals + COUNTED_DAYS * punching);

  /** Asks for the first, a middle and the last page by every filter, and checks how many rows each looks at. */
  async function checkVisited(list: List, filters: readonly object[], beside: Beside, isCounted = false) {
    let longest = 0;
    for (const filter of filters) {
      const { total } = await list(filter, { page: 1, per_page: PER_PAGE });
      longest = Math.max(longest, total);
      const last = Math.max(1, Math.ceil(total / PER_PAGE));
      for (const page of new Set([1, Math.ceil(last / 3), last])) {
        let records = 0;
        const statements = await statementsOf(async () => {
          records = (await list(filter, { page, per_page: PER_PAGE })).items.length;
        });
        const said = `${JSON.stringify(filter)}, page ${page} of ${last}`;
        expect(statements.length, said).to.be.within(1, isCounted ? 1 : 2);
        let visited = 0;
        for (const [text, values] of statements) visited += await counter.visited(text, values);
        expect(visited, said).to.be.at.most(MOST * records + beside(filter));
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
    const [, , { department_id, branch_id }] = units as [object, object, FilledCompany['units'][0]];
    const statuses = ['pending', 'approved', 'rejected'].map((status) => ({ status }));
    const people = peopleAsked();
    const filters = mixesOf(DATES, [{}, { department_id }], [{}, { branch_id }], [{}, ...statuses], people);
    const { attendance } = test.core;
    await checkVisited((filter, page) => attendance.list(company, filter, page), filters, besideDays);
  });

  it('of a whole month reads totals, and its record', async () => {
    const month = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const statements = await statementsOf(async () => {
      const { total } = await test.core.attendance.list(company, month, { page: 1, per_page: 1 });
      expect(total).to.equal(punching * 31);
    });
    const [[text, values]] = statements as [[string, unknown[]]];
    expect(await counter.visited(text, values)).to.be.at.most(totals + 3);
  });

  it('of leave counts the requests and reads the page', async function () {
    this.timeout(60_000);
    const statuses = ['pending', 'approved', 'rejected'].map((status) => ({ status }));
    const types = ['army', 'leave', 'unheard of'].map((type) => ({ type }));
    const people = peopleAsked();
    const filters = mixesOf(DATES, [{}, ...statuses], [{}, ...types], people);
    const { leave } = test.core;
    await checkVisited(
      (filter, page) => leave.list(company, filter, page),
      filters,
      () => 3 * ASKING * days + UNITS,
      true,
    );
  });

  it('of employees counts people and reads the page', async function () {
    this.timeout(60_000);
    const { department_id, branch_id } = units[2] as FilledCompany['units'][0];
    const statuses = ['active', 'frozen'].map((status) => ({ status }));
    const filters = mixesOf([{}, { department_id }], [{}, { branch_id }], [{}, ...statuses]);
    await checkVisited(
      (filter, page) => test.core.employees.list(company, filter, page),
      filters,
      () => 3 * PEOPLE + UNITS,
      true,
    );
  });

  it('of departments, branches and shifts looks at what it returns', async () => {
    const { organization, shifts } = test.core;
    for (const list of [organization.departments, organization.branches, shifts.list]) {
      const statements = await statementsOf(() => list(company));
      expect(statements).to.have.lengthOf(1);
      const [[text, values]] = statements as [[string, unknown[]]];
      expect(await counter.visited(text, values)).to.be.at.most(units.length);
    }
  });
}
