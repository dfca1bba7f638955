import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanyChangeSql, type CompanySql, companySql, deleteOf, insertOf } from '../database/statement.ts';
import { attendanceTable } from './attendance.ts';
import { attendanceCountTable, type CountKind } from './attendance-count.ts';

/** What a record is a member of, by the columns of the record. */
const MEMBER: Readonly<Record<CountKind, string>> = {
  all: "''",
  department: 'CAST(a.department_id AS text)',
  branch: 'CAST(a.branch_id AS text)',
  status: 'a.status',
};
const KINDS = Object.keys(MEMBER) as CountKind[];

const countedBy = (kind: CountKind, period: 'day' | 'month', date: string): CompanySql =>
  companySql`SELECT '${kind}' AS kind, ${MEMBER[kind]} AS member, '${period}' AS period, ${date} AS date, COUNT(*) AS total
    FROM ${attendanceTable} a WHERE a.voided_at IS NULL AND ${MEMBER[kind]} IS NOT NULL
    GROUP BY 2, 4`;

/** All counts as the records themselves say them. */
function countedAnew(dialect: Dialect): CompanyChangeSql {
  const month = DIFFERENCES[dialect].firstOfMonth('a.date');
  const counted = KINDS.flatMap((kind) => [countedBy(kind, 'day', 'a.date'), countedBy(kind, 'month', month)]);
  const columns = ['kind', 'member', 'period', 'date', 'total'];
  return insertOf(attendanceCountTable, {
    columns,
    values: columns,
    from: companySql`FROM (${counted.reduce((all, one) => companySql`${all} UNION ALL ${one}`)}) AS counted`,
  });
}
const COUNT = { sqlite: countedAnew('sqlite'), postgres: countedAnew('postgres') };
const FORGET = deleteOf(attendanceCountTable, { where: '1 = 1' });

/** Replaces the kept counts of a company by what its records say. */
export async function countAnew(company: CompanyTransaction): Promise<void> {
  await company.change(FORGET);
  await company.change(COUNT[company.dialect]);
}
