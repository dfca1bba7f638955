import { pruneAccessLinks, pruneSessions, pruneUnknownSignIns, pruneUsedForms } from './accounts/account-retention.ts';
import { FORGOTTEN_MS } from './accounts/sign-in-rules.ts';
import { USED_FORMS_KEPT_MS } from './accounts/used-forms.ts';
import { foldTotals } from './attendance/attendance-totals.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { pruneAudit } from './audit/audit-retention.ts';
import { pruneClockReports } from './clocks/clock-retention.ts';
import { REPORTS_KEPT_MS } from './clocks/clock-rules.ts';
import type { CompanyWrites, Database } from './database/database.ts';
import { everyCompanySql } from './database/sql/statement.ts';
import { tableNamed } from './database/sql/table.ts';
import { invalidOption } from './errors.ts';
import { PEOPLE_FILE_KEPT_MS, prunePeopleFiles } from './import/people-file.ts';
import { giveUpMessages, pruneMessages } from './messages/message-retention.ts';
import { wholeNumber } from './option-rules.ts';
import { isDatable } from './time/calendar-date.ts';
import type { Clock } from './time/clock.ts';
import { DAY_MS } from './time/durations.ts';
import { keepAllUse, pruneTokenUse } from './token-use/kept-use.ts';

/** How long data is kept. With 0, nothing finished is kept. */
export interface PruneOptions {
  /** Default: the clock's now. */
  readonly now?: Date | undefined;
  /** Calendar months of audit, and of the tokens' use that is summed up from it (D:U7). Default 24. */
  readonly auditMonths?: number | undefined;
  /** Days after their end for sessions and access links. Default 30. */
  readonly sessionDays?: number | undefined;
  /** Days after their end for messages. Default 90. */
  readonly messageDays?: number | undefined;
  /**
   * Days that a message may wait for a sender before it is given up and its password deleted. Default 7; a welcome
   * message at once, if they are off (`welcomeMessages: false`).
   */
  readonly unsentMessageDays?: number | undefined;
  /** Rows per short transaction, from 1. Default 500. */
  readonly batchSize?: number | undefined;
  /** Called after each kind. */
  readonly onProgress?:
    | ((progress: { readonly name: keyof PruneReport; readonly removed: number }) => void)
    | undefined;
}

/** How much was deleted. */
export interface PruneReport {
  readonly audit: number;
  readonly sessions: number;
  readonly accessLinks: number;
  readonly usedForms: number;
  readonly unknownSignIns: number;
  /** Given up, because nobody sent them in time. */
  readonly unsentMessages: number;
  readonly messages: number;
  readonly rateLimits: number;
  readonly clockReports: number;
  readonly peopleFiles: number;
}

/** Deletes data past its retention, in small batches while others write; an operator's act. */
export async function prune(
  parts: {
    readonly database: Database;
    readonly audit: AuditLog;
    readonly clock: Clock;
    readonly isWelcoming: boolean;
  },
  options: PruneOptions,
): Promise<PruneReport> {
  const { database, audit } = parts;
  const now = storable('now', options.now ?? parts.clock.now());
  const batchSize = wholeNumber('batchSize', options.batchSize ?? 500, 1);
  const auditMonths = wholeNumber('auditMonths', options.auditMonths ?? 24, 0);
  const auditBefore = storable('auditMonths', monthsBefore(now, auditMonths));
  const earlier = (ms: number) => new Date(now.getTime() - ms);
  const daysAgo = (name: string, days: number) => storable(name, earlier(wholeNumber(name, days, 0) * DAY_MS));
  const sessionsBefore = daysAgo('sessionDays', options.sessionDays ?? 30);
  const messagesBefore = daysAgo('messageDays', options.messageDays ?? 90);
  const unsentBefore = daysAgo('unsentMessageDays', options.unsentMessageDays ?? 7);
  const welcomeBefore = parts.isWelcoming ? unsentBefore : now;

  const steps: { readonly [Name in keyof PruneReport]: () => Promise<number> } = {
    audit: async () => {
      await keepAllUse({ database, clock: parts.clock });
      const removed = await pruneAudit(database, audit, { before: auditBefore, batchSize });
      await pruneTokenUse(database, auditBefore, batchSize);
      return removed;
    },
    sessions: () => pruneSessions(database, sessionsBefore, batchSize),
    accessLinks: () => pruneAccessLinks(database, sessionsBefore, batchSize),
    unknownSignIns: () => pruneUnknownSignIns(database, earlier(FORGOTTEN_MS), batchSize),
    usedForms: () => pruneUsedForms(database, earlier(USED_FORMS_KEPT_MS), batchSize),
    unsentMessages: () => giveUpMessages(database, { before: unsentBefore, welcomeBefore, now, batchSize }),
    messages: () => pruneMessages(database, messagesBefore, batchSize),
    rateLimits: () => pruneRateLimits(database, now),
    peopleFiles: () => prunePeopleFiles(database, earlier(PEOPLE_FILE_KEPT_MS), batchSize),
    clockReports: () => pruneClockReports(database, earlier(REPORTS_KEPT_MS), batchSize),
  };
  const report: { -readonly [Name in keyof PruneReport]?: number } = {};
  for (const [name, step] of Object.entries(steps) as [keyof PruneReport, () => Promise<number>][]) {
    const removed = await step();
    report[name] = removed;
    options.onProgress?.({ name, removed });
  }
  await foldTotals(database);
  return report as PruneReport;
}

/** Created by a migration and filled by the rate limiter's own store; core never reads it. */
const rateLimitTable = tableNamed('shaon_rate_limit');
const DELETE_ENDED_WINDOWS = everyCompanySql`DELETE FROM ${rateLimitTable}
  WHERE expire IS NOT NULL AND expire < $1 RETURNING "key"`;

/** Ended windows of the rate limit; only PostgreSQL has the table (D:R9). It has one row per token. */
async function pruneRateLimits(database: CompanyWrites, now: Date): Promise<number> {
  if (database.dialect !== 'postgres') return 0;
  return database.writeAllCompanies(
    'prune.rate_limit',
    {},
    async (all) => (await all.run(DELETE_ENDED_WINDOWS, [now.getTime()])).length,
  );
}

/** Throws `options_invalid` for a time, made of an option, that one of the databases could not compare with. */
function storable(option: string, time: Date): Date {
  if (isDatable(time)) return time;
  throw invalidOption(`${option} leads to a time outside the years 1 to 9999.`);
}

/** Subtracts calendar months in UTC; the 31st becomes the last day of a shorter month. */
function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before;
}
