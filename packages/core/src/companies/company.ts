import { flag, generatedId, instant, integer, text, word } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';
import type { Locale } from '../locale.ts';

/** A company and its settings. */
export interface CompanyRow {
  id: number;
  name: string;
  /** IANA name; days are counted and date-times shown in it (D:T4). */
  zone: string;
  locale: Locale;
  /** ISO 3166 region for phone numbers without a country code (D:W11). */
  phoneRegion: string;
  /** D:T6: after more hours in, a new punch in means that the punch out was forgotten. */
  openShiftHours: number;
  /** D:T6: the longest break after which a punch in still belongs to the day before. */
  breakHours: number;
  /** D:T6: how old a day's first punch, or an open punch in, may be for the day to continue. */
  workDayHours: number;
  /** D:A106: how many days back people may ask for a correction. */
  correctionDays: number;
  /** Since when the company's admins need a second factor to sign in; null if they do not. */
  secondFactorSince: Date | null;
  /** Whether people may get notices by SMS, which costs money (D:A120). */
  smsNotices: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const companyTable = defineTable<CompanyRow>({
  name: 'shaon_company',
  columns: {
    id: generatedId,
    name: text,
    zone: text,
    locale: word<Locale>(),
    phoneRegion: text,
    openShiftHours: integer,
    breakHours: integer,
    workDayHours: integer,
    correctionDays: integer,
    secondFactorSince: instant.nullable,
    smsNotices: flag,
    createdAt: instant,
    updatedAt: instant,
  },
  checks: { locale: `"locale" IN ('he', 'en')` },
});
