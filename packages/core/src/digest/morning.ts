import { systemActor } from '../actor.ts';
import { companyTable } from '../companies/company.ts';
import type { CompanyReads, CompanyWrites, Database } from '../database/database.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import type { CoreLog } from '../log.ts';
import { describeError } from '../logging/described-error.ts';
import { timeOfDay } from '../messages/mail-dates.ts';
import { tokenExpiresNotice } from '../notices/api-notices.ts';
import type { Notice } from '../notices/notice.ts';
import { deleteOldMarks, markOnce, noticeMarkTable } from '../notices/notice-mark.ts';
import {
  findRecipients,
  type NoticeWays,
  type Recipient,
  type Tell,
  tellsAnybody,
  type Whom,
  wayTo,
} from '../notices/tell.ts';
import { type CalendarDate, dayNumber, weekday } from '../time/calendar-date.ts';
import type { Clock } from '../time/clock.ts';
import { localDate } from '../time/zone.ts';
import { tokenTable } from '../tokens/token.ts';
import { digestNotice } from './digest-notice.ts';
import { isNothing, type WaitingReads, waitingFor } from './waiting.ts';

/** In the company's zone. A morning that nobody told until noon is over. */
const MORNING = { from: '08:00', until: '12:00' } as const;

const FRIDAY = 5;
/** Fridays and Saturdays are off, as for those who ask for leave (D:A121). */
const isWorkingDay = (date: CalendarDate): boolean => weekday(date) < FRIDAY;

/** How many days before its end a token is told of. */
const TOKEN_DAYS = [1, 14] as const;

/** What people are told of in the morning. */
export interface Morning {
  /**
   * Queues what is told in the morning, of all companies in whose zone it is: to managers on working days what waits for
   * them, to admins the tokens that expire in 14 days or in one. An act of the operator, to be called every minute or so
   * where messages are sent: nothing is told twice, by however many processes.
   */
  tellMorning(): Promise<void>;
}

interface MorningParts extends WaitingReads {
  readonly database: CompanyReads & CompanyWrites & Pick<Database, 'isOpen'>;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly ways: NoticeWays;
  readonly tell: Tell;
}

interface CompanyMorning {
  readonly companyId: number;
  readonly zone: string;
  readonly today: CalendarDate;
}

const ZONES = everyCompanySql`SELECT DISTINCT c.zone FROM ${companyTable} c ORDER BY c.zone`;
// Most calls find none: one statement a zone, whatever the number of companies.
const NOT_TOLD = everyCompanySql`SELECT c.id FROM ${companyTable} c WHERE c.zone = $1 AND NOT EXISTS (
  SELECT 1 FROM ${noticeMarkTable} m WHERE m.company_id = c.id AND m.mark = $2) ORDER BY c.id`;

/** The mark of a company's morning. */
const morningOf = (today: CalendarDate): string => `morning ${today}`;

export function createMorning(parts: MorningParts): Morning {
  const { database, clock, log, ways } = parts;
  return {
    async tellMorning() {
      if (!tellsAnybody(ways)) return;
      const now = clock.now();
      const all = database.allCompanies();
      for (const zone of (await all.run(ZONES)).map((row) => String(row.zone))) {
        const time = timeOfDay(now, zone);
        if (time < MORNING.from || time >= MORNING.until) continue;
        const today = localDate(now, zone);
        for (const { id } of await all.run(NOT_TOLD, [zone, morningOf(today)])) {
          await tellCompany(parts, { companyId: Number(id), zone, today }).catch((error: unknown) => {
            // The stop of a process ends it for all companies that are left.
            if (!database.isOpen) throw error;
            log.error({ companyId: Number(id), fault: describeError(error) }, 'A company was not told in the morning');
          });
        }
      }
    },
  };
}

/** Whoever could not be told is tried again with the next call, so the company is done once all were. */
async function tellCompany(parts: MorningParts, morning: CompanyMorning): Promise<void> {
  const { database, clock } = parts;
  const actor = systemActor(morning.companyId);
  await tellTokens(parts, morning);
  if (isWorkingDay(morning.today)) {
    for (const recipient of await findRecipients(database.scope(actor), 'managers'))
      await tellDigest(parts, morning, recipient);
  }
  await database.write(actor, 'notices.morningTold', {}, async (company) => {
    await markOnce(company, morningOf(morning.today), clock.now());
    await deleteOldMarks(company, clock.now());
  });
}

async function tellTokens(parts: MorningParts, morning: CompanyMorning): Promise<void> {
  const { companyId, zone, today } = morning;
  for (const token of await parts.database.scope(systemActor(companyId)).find(tokenTable, { revokedAt: null })) {
    const { id, name, expiresAt, createdAt } = token;
    if (expiresAt === null || expiresAt <= parts.clock.now()) continue;
    const daysFrom = (from: CalendarDate) => dayNumber(localDate(expiresAt, zone)) - dayNumber(from);
    const days = TOKEN_DAYS.find((most) => daysFrom(today) <= most);
    // A token that was made for fewer days needs no warning of that many.
    if (days === undefined || daysFrom(localDate(createdAt, zone)) < days) continue;
    const mark = `token ${id} ${expiresAt.getTime()} ${days}`;
    await tellOnce(parts, companyId, mark, 'admins', tokenExpiresNotice({ id, name, expiresAt }));
  }
}

async function tellDigest(
  parts: MorningParts,
  { companyId, today }: CompanyMorning,
  recipient: Recipient,
): Promise<void> {
  if (wayTo(parts.ways, recipient, 'digest') === null) return;
  const { loginId, role, name, employeeId } = recipient;
  const waiting = await waitingFor(parts, { kind: 'account', companyId, loginId, role, name, employeeId }, today);
  if (isNothing(waiting)) return;
  const notice = digestNotice(waiting, today, parts.clock.now());
  await tellOnce(parts, companyId, `digest ${loginId} ${today}`, { loginId }, notice);
}

function tellOnce(
  { database, clock, tell }: MorningParts,
  companyId: number,
  mark: string,
  whom: Whom,
  notice: Notice,
): Promise<void> {
  return database.write(systemActor(companyId), 'notices.tell', {}, async (company) => {
    if (await markOnce(company, mark, clock.now())) await tell(company, whom, notice);
  });
}
