import {
  type AttendanceReads,
  type AttendanceRecord,
  authorize,
  type Department,
  type Employee,
  type EmployeeReads,
  type OrganizationReads,
  type PageRequest,
  ShaonError,
} from '@shaon/core';
import { rawSql } from '@shaon/testing';
import type { ApiTest } from '../support.ts';

/** A product that has had its people and their days for years: no branches, no places, and a day is known when it is over. */
export const CAPABILITIES = { location: false, breaks: false, branches: false };

const TABLES = [
  'CREATE TABLE hr_team (team_no integer PRIMARY KEY, firm integer NOT NULL, title text NOT NULL)',
  `CREATE TABLE hr_person (person_no integer PRIMARY KEY, firm integer NOT NULL, called text NOT NULL,
    mail text NOT NULL, mobile text, team_no integer REFERENCES hr_team, has_left integer NOT NULL)`,
  `CREATE TABLE hr_day (day_no integer PRIMARY KEY, firm integer NOT NULL, person_no integer NOT NULL REFERENCES hr_person,
    day text NOT NULL, came bigint, went bigint, state text NOT NULL)`,
];

export type Run = (sql: string, values?: readonly (string | number | null)[]) => Promise<Record<string, unknown>[]>;

/** The product's own connection: its statements have nothing to do with ours. */
export function runIn(test: ApiTest): Run {
  return async (sql, values = []) => test.core.extension.database.allCompanies().run(rawSql(sql), [...values]);
}

/** `WHERE` of what is asked for: null and undefined narrow nothing. */
function where(conditions: readonly (readonly [sql: string, value: string | number | null | undefined])[]) {
  const asked = conditions.filter(([, value]) => value !== null && value !== undefined);
  return {
    text: asked.map(([sql], index) => `${sql} $${index + 1}`).join(' AND '),
    values: asked.map(([, value]) => value as string | number),
  };
}

async function pageOf<Item>(
  run: Run,
  { columns, from, orderBy }: { readonly columns: string; readonly from: string; readonly orderBy: string },
  asked: ReturnType<typeof where>,
  { page, per_page }: PageRequest,
  read: (row: Record<string, unknown>) => Item,
) {
  const [counted] = await run(`SELECT count(*) AS total FROM ${from} WHERE ${asked.text}`, asked.values);
  const rows = await run(
    `SELECT ${columns} FROM ${from} WHERE ${asked.text} ORDER BY ${orderBy} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`,
    asked.values,
  );
  return { items: rows.map(read), total: Number(counted?.total) };
}

const PEOPLE = {
  columns: 'p.person_no, p.called, p.mail, p.mobile, p.has_left, t.team_no, t.title',
  from: 'hr_person p LEFT JOIN hr_team t ON t.team_no = p.team_no',
  orderBy: 'p.person_no',
};
const LEFT: Readonly<Record<string, number>> = { active: 0, frozen: 1 };

function personOf(row: Record<string, unknown>): Employee {
  return {
    id: Number(row.person_no),
    name: String(row.called),
    email: String(row.mail),
    phone: row.mobile === null ? null : String(row.mobile),
    role: 'employee',
    status: Number(row.has_left) === 1 ? 'frozen' : 'active',
    department: row.team_no === null ? null : { id: Number(row.team_no), name: String(row.title) },
    branch: null,
  };
}

export function ownPeople(run: Run): EmployeeReads {
  return {
    async get(actor, id) {
      authorize(actor, 'employees.read');
      const asked = where([
        ['p.firm =', actor.companyId],
        ['p.person_no =', id],
      ]);
      const [row] = await run(`SELECT ${PEOPLE.columns} FROM ${PEOPLE.from} WHERE ${asked.text}`, asked.values);
      if (row === undefined) throw new ShaonError('not_found', 'Not found.');
      return personOf(row);
    },
    async list(actor, { department_id, branch_id, status }, page) {
      authorize(actor, 'employees.read');
      const asked = where([
        ['p.firm =', actor.companyId],
        ['p.team_no =', department_id],
        ['p.has_left =', status == null ? null : (LEFT[status] ?? -1)],
        // Nobody is in a branch.
        ['0 =', branch_id == null ? null : 1],
      ]);
      return pageOf(run, PEOPLE, asked, page, personOf);
    },
  };
}

const DAYS = {
  columns: 'd.day_no, d.person_no, d.day, d.came, d.went, d.state',
  from: 'hr_day d JOIN hr_person p ON p.person_no = d.person_no',
  orderBy: 'd.day, d.day_no',
};
const instantOf = (value: unknown): Date | null => (value === null ? null : new Date(Number(value)));

function dayOf(row: Record<string, unknown>): AttendanceRecord {
  return {
    id: Number(row.day_no),
    employee_id: Number(row.person_no),
    date: String(row.day),
    check_in: instantOf(row.came),
    check_out: instantOf(row.went),
    status: String(row.state),
    absence_type: null,
    is_approved: row.state === 'approved',
    location: null,
  };
}

export function ownDays(run: Run): AttendanceReads {
  return {
    async list(actor, filter, page) {
      authorize(actor, 'attendance.list');
      const asked = where([
        ['d.firm =', actor.companyId],
        ['d.day >=', filter.date_from],
        ['d.day <=', filter.date_to],
        ['d.person_no =', filter.employee_id],
        // The team of today (D:Q24), so it is the person's.
        ['p.team_no =', filter.department_id],
        ['0 =', filter.branch_id == null ? null : 1],
        ['d.state =', filter.status],
      ]);
      return pageOf(run, DAYS, asked, page, dayOf);
    },
  };
}

export function ownTeams(run: Run): OrganizationReads {
  return {
    async departments(actor) {
      authorize(actor, 'organization.read');
      const rows = await run('SELECT team_no, title FROM hr_team WHERE firm = $1 ORDER BY team_no', [actor.companyId]);
      return rows.map((row) => ({ id: Number(row.team_no), name: String(row.title) }));
    },
    async branches(actor) {
      authorize(actor, 'organization.read');
      return [];
    },
  };
}

export const teamsOf = (firm: number): Department[] => [
  { id: firm * 100 + 1, name: 'מטבח' },
  { id: firm * 100 + 2, name: 'Sales' },
];

export const peopleOf = (firm: number): Employee[] =>
  [0, 1, 2, 3, 4, 5].map((n) => ({
    id: firm * 1000 + n,
    name: `דנה ${n}`,
    email: `dana${firm}.${n}@hr.example`,
    phone: n === 0 ? null : `050-123-456${n}`,
    role: 'employee',
    status: n % 3 === 0 ? 'frozen' : 'active',
    department: n === 5 ? null : (teamsOf(firm)[n % 2] ?? null),
    branch: null,
  }));

export const daysOf = (firm: number): AttendanceRecord[] =>
  [0, 1, 2, 3, 4, 5].map((n) => {
    const date = `2026-05-0${(n % 3) + 1}`;
    return {
      id: firm * 10_000 + n,
      employee_id: firm * 1000 + (n % 4),
      date,
      check_in: new Date(`${date}T05:00:00.000Z`),
      check_out: new Date(`${date}T14:30:00.000Z`),
      status: n % 2 === 0 ? 'approved' : 'pending',
      absence_type: null,
      is_approved: n % 2 === 0,
      location: null,
    };
  });

export async function fill(test: ApiTest): Promise<void> {
  await test.core.extension.database.writeAllCompanies('test', {}, async (all) => {
    for (const table of TABLES) await all.run(rawSql(table));
    const insert = (table: string, values: readonly (string | number | null)[]) =>
      all.run(
        rawSql(`INSERT INTO ${table} VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING 1`),
        [...values],
      );
    for (const { companyId: firm } of [test.company, test.foreign]) {
      for (const { id, name } of teamsOf(firm)) await insert('hr_team', [id, firm, name]);
      for (const { id, name, email, phone, department, status } of peopleOf(firm)) {
        await insert('hr_person', [id, firm, name, email, phone, department?.id ?? null, status === 'frozen' ? 1 : 0]);
      }
      for (const { id, employee_id, date, check_in, check_out, status } of daysOf(firm)) {
        await insert('hr_day', [id, firm, employee_id, date, Number(check_in), Number(check_out), status]);
      }
    }
  });
}
