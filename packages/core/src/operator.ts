import { loginTable } from './accounts/login.ts';
import { type AttendanceTotals, createAttendanceTotals } from './attendance/attendance-totals.ts';
import { companyTable } from './companies/company.ts';
import type { Database } from './database/database.ts';
import { everyCompanySql } from './database/sql/statement.ts';
import type { Locale } from './locale.ts';
import { messageTable } from './messages/message.ts';
import type { MessageChannel } from './messages/message-queries.ts';

/** A company as an operator sees it. */
export interface CompanyOverview {
  readonly id: number;
  readonly name: string;
  /** Its IANA time zone. */
  readonly zone: string;
  readonly locale: Locale;
  /** How many admins can sign in. */
  readonly admins: number;
}

/** What whoever runs the installation asks of it, over all companies. */
export interface Operator extends AttendanceTotals {
  /** Every company, by id. */
  companies(): Promise<readonly CompanyOverview[]>;
  /** The lowest ids of companies, at most so many. */
  companyIds(most: number): Promise<number[]>;
  /** Messages of all companies that wait for a sender, by how they leave. */
  waitingMessages(): Promise<Readonly<Record<MessageChannel, number>>>;
  /** Ids of keys that stored values need and the list lacks. It reads whole tables. */
  missingKeys(): Promise<string[]>;
  /** Commits a transaction that reaches the disk and changes nothing; the space that it takes is reused. */
  writeNothing(): Promise<void>;
  /** How many threads of this process read for long on SQLite; each ends with its reading. */
  readonly runningThreads: number;
}

const COMPANIES = everyCompanySql`SELECT c.id, c.name, c.zone, c.locale,
  SUM(CASE WHEN l.role = 'admin' AND l.disabled_at IS NULL AND l.password_hash IS NOT NULL THEN 1 ELSE 0 END) AS admins
  FROM ${companyTable} c LEFT JOIN ${loginTable} l ON l.company_id = c.id
  GROUP BY c.id, c.name, c.zone, c.locale ORDER BY c.id`;
const COMPANY_IDS = everyCompanySql`SELECT id FROM ${companyTable} ORDER BY id LIMIT $1`;
const WAITING = everyCompanySql`SELECT COUNT(*) AS waiting, COUNT(m.email) AS mail FROM ${messageTable} m WHERE m.state = 'waiting'`;
const WRITE_NUMBER = everyCompanySql`SELECT txid_current()`;
const READ_VERSION = everyCompanySql`PRAGMA user_version`;

export function createOperator(database: Database, { missingKeys }: Pick<Operator, 'missingKeys'>): Operator {
  return {
    missingKeys,
    ...createAttendanceTotals(database),
    async companies() {
      const rows = await database.allCompanies().run(COMPANIES);
      return rows.map(({ id, name, zone, locale, admins }) => ({
        id: Number(id),
        name: String(name),
        zone: String(zone),
        locale: locale as Locale,
        admins: Number(admins),
      }));
    },
    async companyIds(most) {
      const rows = await database.allCompanies().run(COMPANY_IDS, [most]);
      return rows.map(({ id }) => Number(id));
    },
    async waitingMessages() {
      const [row] = await database.allCompanies().run(WAITING);
      const mail = Number(row?.mail);
      return { mail, sms: Number(row?.waiting) - mail };
    },
    async writeNothing() {
      if (database.dialect === 'postgres') {
        // A transaction with an id is committed by a record in the write-ahead log; a standby cannot assign one.
        await database.allCompanies().run(WRITE_NUMBER);
        return;
      }
      await database.writeAllCompanies('audit health', {}, async (all) => {
        const [row] = await all.run(READ_VERSION);
        await all.run(everyCompanySql`PRAGMA user_version = ${Number(row?.user_version ?? 0)}`);
      });
    },
    get runningThreads() {
      return database.runningThreads;
    },
  };
}
