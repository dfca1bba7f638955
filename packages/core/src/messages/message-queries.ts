import type { AllCompanies } from '../database/sql/all-companies.ts';
import { instant } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/sql/dialect.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { companySql, type EveryCompanySql, everyCompanySql, updateOf } from '../database/sql/statement.ts';
import { isPossibleId } from '../possible-id.ts';
import { type MessageKind, type MessageState, messageTable } from './message.ts';
import { LONGEST_WAIT_MS } from './message-rules.ts';

/** A message for the web interface, without its text. */
export interface MessageSummary {
  readonly id: number;
  readonly employeeId: number;
  readonly kind: string;
  readonly phone: string | null;
  readonly state: MessageState;
  readonly tries: number;
  /** When it is tried next; null when it is finished. */
  readonly dueAt: Date | null;
  /** The reason of the last failure, in one word. */
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** How a message leaves: as a text message, or as an e-mail. */
export type MessageChannel = 'sms' | 'mail';

/** A message that a worker has claimed. */
export interface ClaimedMessage {
  readonly id: number;
  readonly companyId: number;
  readonly employeeId: number | null;
  readonly loginId: number | null;
  readonly kind: MessageKind;
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

/** The messages of a channel. */
const OF_CHANNEL: Readonly<Record<MessageChannel, string>> = { sms: 'email IS NULL', mail: 'email IS NOT NULL' };

/** Whether a waiting message is due, with the parameters for now and for `latestDueTime`. */
const isDue = (now: string, latest: string): string =>
  `due_at IS NOT NULL AND (due_at <= ${now} OR due_at > ${latest})`;

/** No message waits for longer, unless a clock was ahead when its due time was set. */
const latestDueTime = (now: Date): Date => new Date(now.getTime() + LONGEST_WAIT_MS);

// Two selections, because one with OR would read all waiting messages, each second.
const anyDue = (channel: MessageChannel): EveryCompanySql =>
  everyCompanySql`SELECT id FROM ${messageTable} WHERE due_at IS NOT NULL AND due_at <= $1 AND ${OF_CHANNEL[channel]}
  UNION ALL SELECT id FROM ${messageTable} WHERE due_at IS NOT NULL AND due_at > $2 AND ${OF_CHANNEL[channel]} LIMIT 1`;
const ANY_DUE = { sms: anyDue('sms'), mail: anyDue('mail') };

/** Whether a message is due. Runs on the reader, so that an idle worker does not disturb the writer. */
export async function isAnyDue(all: AllCompanies, channel: MessageChannel, now: Date): Promise<boolean> {
  return (await all.run(ANY_DUE[channel], [now, latestDueTime(now)])).length > 0;
}

/**
 * Claims due messages for the time of a lease; no two workers get the same one. After the lease, messages of a dead
 * worker are due again; if it was only slow, `lease` keeps it from writing their outcome.
 */
export async function claimDue(
  all: AllCompanies,
  channel: MessageChannel,
  claim: { readonly lease: string; readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<ClaimedMessage[]> {
  const { forUpdateSkipLocked, instantAsMs } = DIFFERENCES[all.dialect];
  const rows = await all.run(
    everyCompanySql`WITH due AS MATERIALIZED (SELECT id FROM ${messageTable} WHERE ${isDue('$1', '$5')} AND ${OF_CHANNEL[channel]}
        ORDER BY due_at, id LIMIT $4 ${forUpdateSkipLocked})
      UPDATE ${messageTable} SET due_at = $2, lease = $3, tries = tries + 1 WHERE id IN (SELECT id FROM due)
      RETURNING id, company_id, employee_id, login_id, kind, phone_e164, email, text, tries, ${instantAsMs('created_at')} AS created_at`,
    [claim.now, claim.until, claim.lease, claim.limit, latestDueTime(claim.now)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    companyId: Number(row.company_id),
    employeeId: row.employee_id === null ? null : Number(row.employee_id),
    loginId: row.login_id === null ? null : Number(row.login_id),
    kind: row.kind as MessageKind,
    to: String(row.email ?? row.phone_e164),
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
 * Gives up some messages that have waited since a time, so that their passwords do not stay in the outbox; welcome
 * messages have a time of their own. Messages that a worker has claimed are left to it, also when it claimed them after
 * they were found.
 */
export async function giveUpUnsent(
  all: AllCompanies,
  { before, welcomeBefore }: { readonly before: Date; readonly welcomeBefore: Date },
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await all.run(
    everyCompanySql`UPDATE ${messageTable} SET state = 'failed', text = NULL, due_at = NULL, lease = NULL,
      last_error = 'never_sent', finished_at = $2 WHERE id IN (SELECT id FROM ${messageTable}
        WHERE due_at IS NOT NULL AND due_at <= $2 AND (created_at < $1 OR (created_at < $4 AND kind = 'welcome'))
        ORDER BY due_at, id LIMIT $3) AND due_at <= $2 RETURNING id`,
    [before, now, limit, welcomeBefore],
  );
  return rows.length;
}

const cancelUnsentOf = (column: string) =>
  updateOf(messageTable, {
    set: `state = 'cancelled', text = NULL, due_at = NULL, lease = NULL, finished_at = $3`,
    where: `${column} = $2 AND due_at IS NOT NULL`,
    returning: 'id',
  });
const CANCEL_WELCOME = cancelUnsentOf('employee_id');
const CANCEL_OF_LOGIN = cancelUnsentOf('login_id');

/** Cancels an employee's unsent welcome messages, and returns whether there were any. */
export async function cancelUnsent(company: CompanyTransaction, employeeId: number, now: Date): Promise<boolean> {
  return (await company.change(CANCEL_WELCOME, [employeeId, now])).length > 0;
}

/** Cancels what has not been sent to the person of a log-in, who may no longer sign in. */
export async function cancelUnsentOfLogin(company: CompanyTransaction, loginId: number, now: Date): Promise<void> {
  await company.change(CANCEL_OF_LOGIN, [loginId, now]);
}

/** Messages to a person that could not be sent yet. */
export interface WaitingMessages {
  readonly count: number;
  /** When the oldest was made. */
  readonly since: Date;
  /** When the first of them is tried again. */
  readonly nextAt: Date;
}

const FAILED_YET = eachDialect((dialect) => {
  const { instantAsMs } = DIFFERENCES[dialect];
  return companySql`SELECT COUNT(*) AS waiting, ${instantAsMs('MIN(m.created_at)')} AS since,
    ${instantAsMs('MIN(m.due_at)')} AS next_at FROM ${messageTable} m
    WHERE m.login_id = $2 AND m.due_at IS NOT NULL AND m.last_error IS NOT NULL`;
});

/** The messages to a log-in whose sending has failed and is tried again; null if there are none. */
export async function failedYet(scope: CompanyScope, loginId: number): Promise<WaitingMessages | null> {
  const [row] = await scope.rows(FAILED_YET[scope.dialect], [loginId]);
  if (row === undefined || Number(row.waiting) === 0) return null;
  const { fromDatabase } = instant;
  return { count: Number(row.waiting), since: fromDatabase(row.since), nextAt: fromDatabase(row.next_at) };
}

function toSummary(row: RawRow): MessageSummary {
  return {
    id: Number(row.id),
    employeeId: Number(row.employee_id),
    kind: String(row.kind),
    phone: row.phone === null ? null : String(row.phone),
    state: row.state as MessageState,
    tries: Number(row.tries),
    dueAt: instant.nullable.fromDatabase(row.due_at),
    lastError: row.last_error === null ? null : String(row.last_error),
    createdAt: instant.fromDatabase(row.created_at),
    finishedAt: instant.nullable.fromDatabase(row.finished_at),
  };
}
