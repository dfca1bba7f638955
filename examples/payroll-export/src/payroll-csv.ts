import type { PersonHours } from '@shaon/core';
import { stringify } from 'csv-stringify/sync';

type Preset = NonNullable<PersonHours['byPreset'][number]['preset']>;

/**
 * The month as CSV for Excel: with a byte order mark, so that Excel reads Hebrew as UTF-8, with Windows line ends, and
 * with names that look like formulas turned into text. Hours are `HH:MM`; those of the presets add up to the total of
 * their line, and lines to the totals.
 */
export function payrollCsv(people: readonly PersonHours[]): string {
  const presets = people[0]?.byPreset.map(({ preset }) => nameOf(preset)) ?? [];
  const labels = [...new Set(people.flatMap(({ absences }) => absences.map(({ label }) => label)))].sort();
  const header = [
    ...['מספר עובד', 'שם', 'מחלקה', 'ימי עבודה', 'ימים חסרי החתמה', ...labels.map((label) => `ימי ${label}`)],
    ...['סך שעות', ...presets, 'מהן ממתינות לאישור', 'הפסקות'],
  ];
  const figures = people.map((person) => figuresOf(person, labels));
  const totals: Figures = {
    days: header.slice(3, 5 + labels.length).map((_, column) => sum(figures.map(({ days }) => days[column] ?? 0))),
    minutes: header
      .slice(5 + labels.length)
      .map((_, column) => sum(figures.map(({ minutes }) => minutes[column] ?? 0))),
  };
  const lines = people.map(({ employee: { id, name, department } }, index) =>
    lineOf([id, name, department?.name ?? ''], figures[index] ?? totals),
  );
  return stringify([header, ...lines, lineOf(['', 'סך הכול', ''], totals)], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** What is added up, in the order of the columns. */
interface Figures {
  readonly days: readonly number[];
  readonly minutes: readonly number[];
}

function figuresOf(person: PersonHours, labels: readonly string[]): Figures {
  const { workedDays, unmended, absences, workedMinutes, byPreset, pending, breakMinutes } = person;
  const daysOf = (label: string) => absences.find((absence) => absence.label === label)?.days ?? 0;
  return {
    days: [workedDays, unmended.length, ...labels.map(daysOf)],
    minutes: [workedMinutes, ...byPreset.map(({ minutes }) => minutes), pending.workedMinutes, breakMinutes],
  };
}

function lineOf(names: readonly (string | number)[], { days, minutes }: Figures): readonly (string | number)[] {
  return [...names, ...days, ...minutes.map(clock)];
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** `182:05` */
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Adds the percentage unless the preset's name has it. */
function nameOf(preset: Preset | null): string {
  if (preset === null) return 'שעות 100%';
  const percentage = `${preset.wage_percentage}%`;
  return preset.name.includes(percentage) ? preset.name : `${preset.name} ${percentage}`;
}
