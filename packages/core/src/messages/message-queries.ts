import type { AllCompanies } from '../database/sql/all-companies.ts';
import { instant } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { companySql, everyCompanySql, updateOf } from '../database/sql/statement.ts';
import { isPossibleId } from '../possible-id.ts';
import { type MessageState, messageTable } from './message.ts';
import { LONGEST_WAIT_MS } from './message-rules.ts';

/** A message for the web interface, without its text. */
export interface MessageSummary {
  readonly id: number;
  readonly employeeId: number;
  readonly kind: string;
  readonly phone: string;
  readonly state: MessageState;
  readonly tries: number;
  /** When it is tried next; null when it is finished. */
  readonly dueAt: Date | null;
  /** The reason of the last failure, in one word. */
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A message that a worker has claimed. */
export interface ClaimedMessage {
  readonly id: number;
  readonly companyId: number;
  readonly employeeId: number;
  readonly to: string;
  readonly ciphertext: string;
  /** Including this one. */
  readonly tries: number;
  readonly createdAt: Date;
}

/** The columns of a summary, over `m`. */
function summaryColumns(dialect: Dialect): string {
  const { instantAsMs } = DIFFERENCES[dialect];
  return `m.id, m.employee_id, m.kind, m.phone, m.state, m.tries, m.last_error, ${instantAsMs('m.due_at')} AS due_at,
    ${instantAsMs('m.created_at')} AS created_at, ${instantAsMs('m.finished_at')} AS finished_at`;
}

/** The newest message of each of some employees. */
export async function latestMessages(scope: CompanyScope, employeeIds: readonly number[]): Promise<MessageSummary[]> {
  const rows = await scope.rows(
    companySql`SELECT ${summaryColumns(scope.dialect)} FROM ${messageTable} m WHERE m.id IN (SELECT MAX(n.id)
      FROM ${messageTable} n WHERE n.employee_id ${DIFFERENCES[scope.dialect].inList('$2')} GROUP BY n.employee_id)
      ORDER BY m.id`,
    [employeeIds.filter((id) => isPossibleId(id))],
  );
  return rows.map(toSummary);
}

/** Whether a waiting message is due, with the parameters for now and for `latestDueTime`. */
const isDue = (now: string, latest: string): string =>
  `due_at IS NOT NULL AND (due_at <= ${now} OR due_at > ${latest})`;

/** No message waits for longer, unless a clock was ahead when its due time was set. */
const latestDueTime = (now: Date): Date => new Date(now.getTime() + LONGEST_WAIT_MS);

// Two selections, because one with OR would read all waiting messages, each second.
const ANY_DUE = everyCompanySql`SELECT id FROM ${messageTable} WHERE due_at IS NOT NULL AND due_at <= $1
  UNION ALL SELECT id FROM ${messageTable} WHERE due_at IS NOT NULL AND due_at > $2 LIMIT 1`;

/** Whether a message is due. Runs on the reader, so that an idle worker does not disturb the writer. */
export async function isAnyDue(all: AllCompanies, now: Date): Promise<boolean> {
  return (await all.run(ANY_DUE, [now, latestDueTime(now)])).length > 0;
}

/**
 * Claims due messages for the time of a lease; no two workers get the same one. After the lease, messages of a dead
 * worker are due again; if it was only slow, `lease` keeps it from writing their outcome.
 */
export async function claimDue(
  all: AllCompanies,
  claim: { readonly lease: string; readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<ClaimedMessage[]> {
  const { forUpdateSkipLocked, instantAsMs } = DIFFERENCES[all.dialect];
  const rows = await all.run(
    everyCompanySql`WITH due AS MATERIALIZED (SELECT id FROM ${messageTable} WHERE ${isDue('$1', '$5')}
        ORDER BY due_at, id LIMIT $4 ${forUpdateSkipLocked})
      UPDATE ${messageTable} SET due_at = $2, lease = $3, tries = tries + 1 WHERE id IN (SELECT id FROM due)
      RETURNING id, company_id, employee_id, phone_e164, text, tries, ${instantAsMs('created_at')} AS created_at`,
    [claim.now, claim.until, claim.lease, claim.limit, latestDueTime(claim.now)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    companyId: Number(row.company_id),
    employeeId: Number(row.employee_id),
    to: String(row.phone_e164),
    ciphertext: String(row.text),
    tries: Number(row.tries),
    createdAt: instant.fromDatabase(row.created_at),
  }));
}

/** Stores the outcome of a try, unless another worker has the message by now; true if it was stored. */
export async function noteOutcome(
  all: AllCompanies,
  lease: string,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  outcome: { readonly state: MessageState; readonly dueAt: Date | null; readonly reason: string | null },
  now: Date,
): Promise<boolean> {
  const isFinished = outcome.dueAt === null;
  // D:W26: a finished message keeps no text.
  const rows = await all.run(
    everyCompanySql`UPDATE ${messageTable} SET state = $3, due_at = $4, last_error = $5, lease = NULL, finished_at = $6
      ${isFinished ? ', text = NULL' : ''} WHERE id = $1 AND lease = $2 AND company_id = $7 RETURNING id`,
    [id, lease, outcome.state, outcome.dueAt, outcome.reason, isFinished ? now : null, companyId],
  );
  return rows.length > 0;
}

/**
 * Gives up some messages that have waited since a time, so that their passwords do not stay in the outbox. Messages
 * that a worker has claimed are left to it, also when it claimed them after they were found.
 */
export async function giveUpUnsent(all: AllCompanies, before: Date, now: Date, limit: number): Promise<number> {
  const rows = await all.run(
    everyCompanySql`UPDATE ${messageTable} SET state = 'failed', text = NULL, due_at = NULL, lease = NULL,
      last_error = 'never_sent', finished_at = $2 WHERE id IN (SELECT id FROM ${messageTable}
        WHERE due_at IS NOT NULL AND due_at <= $2 AND created_at < $1 ORDER BY due_at, id LIMIT $3) AND due_at <= $2 RETURNING id`,
    [before, now, limit],
  );
  return rows.length;
}

const CANCEL_UNSENT = updateOf(messageTable, {
  set: `state = 'cancelled', text = NULL, due_at = NULL, lease = NULL, finished_at = $3`,
  where: 'employee_id = $2 AND due_at IS NOT NULL',
  returning: 'id',
});

/** Cancels an employee's unsent messages, and returns whether there were any. */
export async function cancelUnsent(company: CompanyTransaction, employeeId: number, now: Date): Promise<boolean> {
  return (await company.change(CANCEL_UNSENT, [employeeId, now])).length > 0;
}

function toSummary(row: RawRow): MessageSummary {
  return {
    id: Number(row.id),
    employeeId: Number(row.employee_id),
    kind: String(row.kind),
    phone: String(row.phone),
    state: row.state as MessageState,
    tries: Number(row.tries),
    dueAt: instant.nullable.fromDatabase(row.due_at),
    lastError: row.last_error === null ? null : String(row.last_error),
    createdAt: instant.fromDatabase(row.created_at),
    finishedAt: instant.nullable.fromDatabase(row.finished_at),
  };
}
