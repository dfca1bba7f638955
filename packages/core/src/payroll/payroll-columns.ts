import type { AbsenceType } from '../absence-types/absence-type-queries.ts';
import type { PayrollColumn } from '../companies/payroll-layout.ts';
import { versionOf } from '../database/sql/expected-version.ts';
import type { Locale } from '../locale.ts';
import type { Shift } from '../shifts/shift-queries.ts';

/** A column that a company may have, with its name for people. */
export interface KnownPayrollColumn extends PayrollColumn {
  readonly label: string;
  /** Whether it is in the file. */
  readonly isChosen: boolean;
}

/** What tells one choice of columns from another: their sources and names, in order. */
export const versionedColumns = (columns: readonly PayrollColumn[]): readonly string[] =>
  columns.map(({ source, name }) => `${source} ${name}`);

/** The version of the columns in a file, in order, which `payroll.saveColumns` takes as `expectedVersion`. */
export const payrollColumnsVersion = (columns: readonly PayrollColumn[]): string =>
  versionOf(versionedColumns(columns));

type Words = Readonly<Record<Locale, string>>;
/** `text`; a `number` of days; `hours` in minutes or hundredths. */
export type PayrollKind = 'text' | 'number' | 'hours';

interface Source {
  readonly kind: PayrollKind;
  readonly label: Words;
  /** Left out of the file until the company chooses it. */
  readonly isExtra?: true;
  /** Of files with one of these kinds of rows only. */
  readonly only?: 'person' | 'preset';
}

/** Sources that each company has, in the order of a file whose columns nobody has chosen; presets and absences follow. */
const SOURCES = {
  external_id: { kind: 'text', label: { he: 'מספר חיצוני', en: 'External ID' } },
  name: { kind: 'text', label: { he: 'שם', en: 'Name' } },
  department: { kind: 'text', label: { he: 'מחלקה', en: 'Department' } },
  days: { kind: 'number', label: { he: 'ימי עבודה', en: 'Days worked' } },
  preset: { kind: 'text', label: { he: 'תעריף', en: 'Wage preset' }, only: 'preset' },
  percentage: { kind: 'text', label: { he: 'אחוז', en: 'Percentage' }, only: 'preset' },
  worked: { kind: 'hours', label: { he: 'שעות עבודה', en: 'Hours' } },
  outside: { kind: 'hours', label: { he: 'מחוץ לתעריפים 100%', en: 'Outside presets 100%' }, only: 'person' },
  breaks: { kind: 'hours', label: { he: 'הפסקות', en: 'Breaks' }, isExtra: true },
  states: { kind: 'text', label: { he: 'מצב הימים', en: 'State of the days' }, isExtra: true },
  branch: { kind: 'text', label: { he: 'סניף', en: 'Branch' }, isExtra: true },
  id: { kind: 'text', label: { he: 'מספר במערכת', en: 'ID' }, isExtra: true },
} as const satisfies Record<string, Source>;

const SALARY = {
  salary_type: { he: 'סוג שכר', en: 'Salary type' },
  hourly_rate: { he: 'שכר שעתי', en: 'Hourly rate' },
  global_salary: { he: 'שכר גלובלי', en: 'Global salary' },
} as const satisfies Record<string, Words>;

/** A column of salaries, which is in a file only if an admin names it. */
export type SalaryColumn = keyof typeof SALARY;

/** The columns of salaries, in the order in which they stand in a file. */
export const SALARY_COLUMNS = Object.keys(SALARY) as readonly SalaryColumn[];

/** What a company's columns may be made of. */
export interface ColumnFacts {
  readonly presets: readonly Shift[];
  readonly types: readonly AbsenceType[];
}

interface KnownSource extends Source {
  readonly source: string;
}

/** Every source of the company, those with hours by preset beside the time outside of them. */
function sourcesOf({ presets, types }: ColumnFacts): readonly KnownSource[] {
  const named = (label: string): Words => ({ he: label, en: label });
  const ofPresets = presets
    .filter(({ start_time, end_time }) => start_time !== null && end_time !== null)
    .map((preset): KnownSource => {
      const { id, name, wage_percentage } = preset;
      const percentage = `${wage_percentage}%`;
      const label = name.includes(percentage) ? name : `${name} ${percentage}`;
      return { source: `preset:${id}`, kind: 'hours', label: named(label), only: 'person' };
    });
  const ofAbsences = types.map(({ id, label, is_retired: isRetired }): KnownSource => {
    return { source: `absence:${id}`, kind: 'number', label: named(label), ...(isRetired && { isExtra: true }) };
  });
  return Object.entries(SOURCES).flatMap(([source, given]): KnownSource[] => {
    const known: KnownSource = { source, ...given };
    if (source === 'outside') return [known, ...ofPresets];
    return source === 'breaks' ? [...ofAbsences, known] : [known];
  });
}

/** All columns that a company may have: those in the file in their order, then the others. */
export function knownColumns(
  facts: ColumnFacts,
  saved: readonly PayrollColumn[] | null,
  { reader, company }: { readonly reader: Locale; readonly company: Locale },
): readonly KnownPayrollColumn[] {
  const sources = sourcesOf(facts);
  const byName = new Map(sources.map((source) => [source.source, source]));
  const known = ({ source, label }: KnownSource, name: string | null): KnownPayrollColumn => {
    return { source, label: label[reader], name: name ?? label[company], isChosen: name !== null };
  };
  const ownNames = sources
    .filter(({ isExtra }) => !isExtra)
    .map(({ source, label }) => ({ source, name: label[company] }));
  // A preset may have been removed since.
  const left = saved?.filter(({ source }) => byName.has(source)) ?? [];
  const chosen = (left.length > 0 ? left : ownNames).flatMap(({ source, name }) => {
    const given = byName.get(source);
    byName.delete(source);
    return given === undefined ? [] : [known(given, name)];
  });
  return [...chosen, ...[...byName.values()].map((source) => known(source, null))];
}

/** A column of one file. */
export interface SheetColumn extends PayrollColumn {
  readonly kind: PayrollKind;
}

/** The columns of a file with these rows; salaries come last, and so does the state of the days if it has to be there. */
export function sheetColumns(
  facts: ColumnFacts,
  columns: readonly KnownPayrollColumn[],
  {
    rows,
    salary,
    needsStates,
    locale,
  }: {
    readonly rows: 'person' | 'preset';
    readonly salary: readonly SalaryColumn[];
    readonly needsStates: boolean;
    readonly locale: Locale;
  },
): readonly SheetColumn[] {
  const sources = new Map(sourcesOf(facts).map((source) => [source.source, source]));
  const shown = columns
    .filter(({ source, isChosen }) => isChosen || (needsStates && source === 'states'))
    .flatMap(({ source, name }): SheetColumn[] => {
      const known = sources.get(source);
      const isShown = known !== undefined && (known.only === undefined || known.only === rows);
      return isShown ? [{ source, name, kind: known.kind }] : [];
    });
  return [...shown, ...salary.map((source): SheetColumn => ({ source, name: SALARY[source][locale], kind: 'text' }))];
}
