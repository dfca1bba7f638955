import { loginTable } from '../accounts/login.ts';
import { type LoginRole, systemActor } from '../actor.ts';
import { companyTable } from '../companies/company.ts';
import type { CompanyWrites } from '../database/database.ts';
import { flag } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import type { RawRow } from '../database/sql/sql.ts';
import { type CompanySql, companySql } from '../database/sql/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type Locale, localeOf } from '../locale.ts';
import { mailOf } from '../messages/mail-layout.ts';
import { type Words, words } from '../messages/mail-words.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import type { Clock } from '../time/clock.ts';
import { type Notice, SMS_WORDS } from './notice.ts';
import { kindsFor, kindsIn, type NoticeKind } from './notice-kinds.ts';

/** The ways by which this installation reaches people; without the address of the pages there is none. */
export interface NoticeWays {
  /** The public address of the pages, without a slash at its end. */
  readonly pagesUrl: string | null;
  readonly hasMail: boolean;
  readonly hasSms: boolean;
}

/** Whether this installation tells people anything. */
export const tellsAnybody = ({ pagesUrl, hasMail, hasSms }: NoticeWays): boolean =>
  pagesUrl !== null && (hasMail || hasSms);

/** A person who may be told, and how. */
export interface Recipient {
  readonly loginId: number;
  readonly role: LoginRole;
  readonly name: string;
  readonly employeeId: number | null;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneE164: string | null;
  readonly toldBy: 'sms' | 'none' | null;
  readonly notTold: string | null;
  readonly locale: Locale;
  readonly ownLocale: Locale | null;
  readonly company: { readonly name: string; readonly zone: string; readonly allowsSms: boolean };
}

/** Whom a notice is for. */
export type Whom = { readonly employeeId: number } | { readonly loginId: number } | 'admins' | 'managers';

/** Everybody who manages is told of by `managers`. */
const WHOM = { admins: `l.role = 'admin'`, managers: `l.role IN ('admin', 'manager')` } as const;

const people = (whom: string): CompanySql => companySql`SELECT l.id, l.role, l.name, l.employee_id, l.email, l.locale,
  l.told_by, l.not_told, e.phone, e.phone_e164, c.name AS company_name, c.zone, c.locale AS company_locale,
  CASE WHEN c.sms_notices THEN 1 ELSE 0 END AS allows_sms FROM ${loginTable} l
  CROSS JOIN ${companyTable} c LEFT JOIN ${employeeTable} e ON e.id = l.employee_id
  WHERE l.disabled_at IS NULL AND ${whom} ORDER BY l.id`;

const PEOPLE = {
  employee: people('l.employee_id = $2'),
  login: people('l.id = $2'),
  admins: people(WHOM.admins),
  managers: people(WHOM.managers),
};

/** The people of a notice who may sign in. */
export async function findRecipients(scope: CompanyScope, whom: Whom): Promise<Recipient[]> {
  if (typeof whom === 'string') return (await scope.rows(PEOPLE[whom])).map(toRecipient);
  const [statement, id] = 'employeeId' in whom ? [PEOPLE.employee, whom.employeeId] : [PEOPLE.login, whom.loginId];
  return (await scope.rows(statement, [id])).map(toRecipient);
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

function toRecipient(row: RawRow): Recipient {
  const ownLocale = row.locale === null ? null : localeOf(row.locale);
  return {
    loginId: Number(row.id),
    role: row.role as LoginRole,
    name: String(row.name),
    employeeId: row.employee_id === null ? null : Number(row.employee_id),
    email: String(row.email),
    phone: textOrNull(row.phone),
    phoneE164: textOrNull(row.phone_e164),
    toldBy: row.told_by as Recipient['toldBy'],
    notTold: textOrNull(row.not_told),
    locale: ownLocale ?? localeOf(row.company_locale),
    ownLocale,
    company: {
      name: String(row.company_name),
      zone: String(row.zone),
      allowsSms: flag.fromDatabase(row.allows_sms),
    },
  };
}

/** Whether an SMS could reach a person: the company pays for it, so it decides. */
export const canTextTo = ({ hasSms }: NoticeWays, { phoneE164, company }: Recipient): boolean =>
  hasSms && company.allowsSms && phoneE164 !== null;

/** How a person is told of a kind; null if they are not. Without e-mail here an allowed SMS takes its place. */
export function wayTo(ways: NoticeWays, recipient: Recipient, kind: NoticeKind): 'mail' | 'sms' | null {
  if (ways.pagesUrl === null || recipient.toldBy === 'none') return null;
  if (!kindsFor(recipient).includes(kind) || kindsIn(recipient.notTold).includes(kind)) return null;
  const canText = canTextTo(ways, recipient);
  if (recipient.toldBy === 'sms' && canText) return 'sms';
  if (ways.hasMail) return 'mail';
  return canText ? 'sms' : null;
}

/** Queues a notice for people in the transaction of what they are told of: it is sent only if that is committed. */
export type Tell = (company: CompanyTransaction, whom: Whom, notice: Notice) => Promise<void>;

const CHOICES = { he: 'הודעות אליי', en: 'What I want to be told' } as const;
const WHY: Readonly<Record<Locale, { readonly digest: Words; readonly other: Words }>> = {
  he: {
    digest: words`הודעה אחת ביום עבודה, ורק כשמשהו מחכה. תשובה להודעה הזאת לא נקראת.`,
    other: words`ההודעה נשלחה לפי הבחירה שלך. תשובה להודעה הזאת לא נקראת.`,
  },
  en: {
    digest: words`One mail a working day, and only when something waits. Replies to this mail are not read.`,
    other: words`Sent because you chose so. Replies to this mail are not read.`,
  },
};

export function createTell(
  ways: NoticeWays,
  { database, keys, clock }: { database: CompanyWrites; keys: KeyRing; clock: Clock },
): Tell {
  const { pagesUrl } = ways;
  return async (within, whom, notice) => {
    if (pagesUrl === null || !tellsAnybody(ways)) return;
    // The limits of a manager who decides do not limit whom others are told by.
    const company = database.within(within.manager, systemActor(within.companyId));
    for (const recipient of await findRecipients(company, whom)) {
      const way = wayTo(ways, recipient, notice.kind);
      if (way === null) continue;
      const content =
        way === 'mail'
          ? { email: recipient.email, mail: noticeMail(pagesUrl, recipient, notice) }
          : { ...phoneOf(recipient), text: noticeText(pagesUrl, recipient, notice) };
      await enqueueMessage(company, keys, {
        to: { loginId: recipient.loginId },
        kind: notice.kind,
        content,
        now: clock.now(),
      });
    }
  };
}

const phoneOf = ({ phone, phoneE164 }: Recipient) => ({ phone: phone ?? '', phoneE164 });

function noticeMail(pagesUrl: string, { locale, company }: Recipient, notice: Notice) {
  const link = (path: string) => pagesUrl + path;
  const { button, ...said } = notice.words({ locale, zone: company.zone, link });
  return mailOf(locale, company.name, {
    ...said,
    button: { label: button, url: link(notice.path) },
    footer: WHY[locale][notice.kind === 'digest' ? 'digest' : 'other'],
    footerLink: { label: CHOICES[locale], url: link('/account/notices') },
  });
}

function noticeText(pagesUrl: string, { locale }: Recipient, { kind, path }: Notice): string {
  return `${locale === 'he' ? 'שעון' : 'Shaon'}: ${SMS_WORDS[kind][locale]} ${pagesUrl}${path}`;
}
