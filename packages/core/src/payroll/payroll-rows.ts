import { setImmediate } from 'node:timers/promises';
import type { CsvCell } from '../csv-text.ts';
import type { EmployeeSummary } from '../employees/employee-queries.ts';
import type { PersonHours } from '../hours/hours.ts';
import type { Locale } from '../locale.ts';
import { hundredthsKeepingSum } from './hundredths.ts';
import type { SheetColumn } from './payroll-columns.ts';

/** The time of one wage preset; its id is 0 for the time outside all of them. */
interface PaidPart {
  readonly id: number;
  readonly name: string;
  readonly percentage: number;
  readonly minutes: number;
}

/** A person of a payroll file: only what its cells need, because a company's people wait here for the sums. */
export interface PayrollPerson {
  readonly employee: EmployeeSummary;
  readonly externalId: string | null;
  readonly salary: Readonly<Record<string, string | null>>;
  readonly minutes: number;
  readonly parts: readonly PaidPart[];
  readonly breakMinutes: number;
  readonly days: number;
  /** Days by label. */
  readonly absences: ReadonlyMap<string, number>;
  readonly states: string;
}

const WORDS = {
  he: {
    outside: 'מחוץ לתעריפים',
    approved: 'מאושר',
    pending: (days: number) => `ימים ממתינים: ${days}`,
    unmended: (days: number) => `ימים שחסרה בהם החתמה: ${days}`,
    rejected: (days: number) => `ימים שנדחו: ${days}`,
    total: 'סך הכול',
  },
  en: {
    outside: 'Outside presets',
    approved: 'Approved',
    pending: (days: number) => `Days that wait: ${days}`,
    unmended: (days: number) => `Days that lack a punch: ${days}`,
    rejected: (days: number) => `Rejected days: ${days}`,
    total: 'Total',
  },
} as const;

/** The days of a person that wait for a decision, of work and of absence. */
export const waitingDays = ({ pending }: Pick<PersonHours, 'pending'>): number =>
  pending.workedDays + pending.absences.reduce((all, { days }) => all + days, 0);

/** @param more what the hours do not have */
export function payrollPerson(
  hours: PersonHours,
  {
    days,
    locale,
    ...more
  }: Pick<PayrollPerson, 'externalId' | 'salary'> & {
    readonly days: 'approved' | 'all';
    readonly locale: Locale;
  },
): PayrollPerson {
  const words = WORDS[locale];
  const sum = days === 'approved' ? hours.approved : hours;
  const { rejected, unmended } = hours;
  const waiting = waitingDays(hours);
  const counts = [
    waiting > 0 && words.pending(waiting),
    unmended.length > 0 && words.unmended(unmended.length),
    rejected.workedDays > 0 && words.rejected(rejected.workedDays),
  ].filter((text) => text !== false);
  return {
    ...more,
    employee: hours.employee,
    minutes: sum.workedMinutes,
    parts: sum.byPreset
      .filter(({ minutes }) => minutes > 0)
      .map(({ preset, minutes }) => ({
        id: preset?.id ?? 0,
        name: preset?.name ?? words.outside,
        percentage: preset?.wage_percentage ?? 100,
        minutes,
      })),
    breakMinutes: sum.breakMinutes,
    days: sum.workedDays,
    absences: new Map(sum.absences.map(({ label, days: count }) => [label, count])),
    states: counts.length === 0 ? words.approved : counts.join(', '),
  };
}

/** The cells of people in the order of the columns; hours are whole minutes, or whole hundredths of hours. */
export interface PayrollTable {
  readonly rows: () => Generator<readonly CsvCell[], void, undefined>;
  readonly total: readonly CsvCell[];
}

/** What a table is made by. */
interface TableParts {
  readonly columns: readonly SheetColumn[];
  readonly rows: 'person' | 'preset';
  readonly hours: 'minutes' | 'hundredths';
  /** Of the types of absence, by id. */
  readonly labels: ReadonlyMap<number, string>;
  readonly locale: Locale;
}

/**
 * The table of these people. In hundredths, everybody's hours add up to the company's, the parts of a person to the
 * person's hours, and each column to its sum (D:A115).
 */
export async function payrollTable(people: readonly PayrollPerson[], parts: TableParts): Promise<PayrollTable> {
  const { columns, hours, locale } = parts;
  const keepingSum = (minutes: readonly number[]) => (hours === 'minutes' ? minutes : hundredthsKeepingSum(minutes));
  const worked = keepingSum(people.map(({ minutes }) => minutes));
  const breaks = keepingSum(people.map(({ breakMinutes }) => breakMinutes));

  function* rows(): Generator<readonly CsvCell[], void, undefined> {
    for (const [index, person] of people.entries()) {
      const whole = worked[index] ?? 0;
      const minutes = person.parts.map((part) => part.minutes);
      const divided = hours === 'minutes' ? minutes : hundredthsKeepingSum(minutes, whole);
      yield* personRows(person, { worked: whole, breaks: breaks[index] ?? 0, parts: divided }, parts);
    }
  }

  const sums = columns.map(() => 0);
  let read = 0;
  for (const row of rows()) {
    for (const [index, cell] of row.entries()) if (typeof cell === 'number') sums[index] = (sums[index] ?? 0) + cell;
    if (++read % ROWS_AT_ONCE === 0) await setImmediate();
  }
  const isText = columns.map(({ kind }) => kind === 'text');
  const named = Math.max(
    columns.findIndex(({ source }) => source === 'name'),
    isText.indexOf(true),
  );
  const total = sums.map((sum, index) => (!isText[index] ? sum : index === named ? WORDS[locale].total : null));
  return { rows, total };
}

/** More would hold up everything else for some milliseconds. */
export const ROWS_AT_ONCE = 200;

/** Hours in the unit of the table. */
interface Figures {
  readonly worked: number;
  readonly breaks: number;
  readonly parts: readonly number[];
}

function* personRows(
  person: PayrollPerson,
  figures: Figures,
  { columns, rows, labels }: TableParts,
): Generator<readonly CsvCell[], void, undefined> {
  const cell = (source: string) => personCell(person, source, figures, labels);
  if (rows === 'person') {
    yield columns.map(({ source }) => cell(source));
    return;
  }
  // Somebody without any time has a row too, for the days of absence.
  for (let part = 0; part < Math.max(1, person.parts.length); part++) {
    const paid = person.parts[part];
    yield columns.map(({ source, kind }) => {
      if (source === 'worked') return figures.parts[part] ?? 0;
      if (source === 'preset') return paid?.name ?? null;
      if (source === 'percentage') return paid === undefined ? null : `${paid.percentage}%`;
      // What is the person's and not the preset's stands once, so that the columns add up.
      return part > 0 && kind !== 'text' ? null : cell(source);
    });
  }
}

function personCell(
  person: PayrollPerson,
  source: string,
  { worked, breaks, parts }: Figures,
  labels: ReadonlyMap<number, string>,
): CsvCell {
  const { employee, externalId, salary, days, absences, states } = person;
  const partOf = (id: number): number => parts[person.parts.findIndex((part) => part.id === id)] ?? 0;
  switch (source) {
    case 'id':
      return String(employee.id);
    case 'external_id':
      return externalId;
    case 'name':
      return employee.name;
    case 'department':
      return employee.department?.name ?? null;
    case 'branch':
      return employee.branch?.name ?? null;
    case 'days':
      return days;
    case 'worked':
      return worked;
    case 'breaks':
      return breaks;
    case 'states':
      return states;
    case 'outside':
      return partOf(0);
    default: {
      const [kind, id] = source.split(':');
      if (kind === 'preset') return partOf(Number(id));
      if (kind === 'absence') return absences.get(labels.get(Number(id)) ?? '') ?? 0;
      return salary[source] ?? null;
    }
  }
}
