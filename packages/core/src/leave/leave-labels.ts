import type { LabelHistory } from '../absence-types/label-history.ts';
import { DIFFERENCES, type Dialect } from '../database/dialect.ts';
import { type CompanySql, companySql, updateOf } from '../database/statement.ts';
import { leaveRequestTable } from './leave-request.ts';

/** Held by id ascending, as everybody who holds several requests does, so that nobody waits in a circle. */
const holdLabelled = (dialect: Dialect) =>
  companySql`SELECT COUNT(*) AS requests FROM (SELECT r.id FROM ${leaveRequestTable} r WHERE r.type = $2
    ORDER BY r.id ${DIFFERENCES[dialect].forNoKeyUpdate}) AS held`;
const HOLD_LABELLED: Readonly<Record<Dialect, CompanySql>> = {
  sqlite: holdLabelled('sqlite'),
  postgres: holdLabelled('postgres'),
};
const RENAME = updateOf(leaveRequestTable, { set: 'type = $3', where: 'type = $2' });

/** The labels on leave requests. When a request was changed last stays: renaming is no decision on leave (D:A11). */
export const leaveLabels: LabelHistory = {
  async rewrite(company, from, to) {
    const [held] = await company.rows(HOLD_LABELLED[company.dialect], [from]);
    await company.change(RENAME, [from, to]);
    return Number(held?.requests);
  },
};
