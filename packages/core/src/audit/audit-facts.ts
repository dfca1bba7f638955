/** The values of fields before and after an act, as texts, numbers, booleans or null. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Never in the audit: ID numbers and salaries (SPEC 1); and what follows from other columns. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...['idNumber', 'idNumberHash', 'salaryType', 'hourlyRate', 'globalSalary'],
  ...['emailKey', 'phoneE164', 'updatedAt'],
]);

/** Values of a row after an act; undefined ones stay as they were. */
type After<Row> = { readonly [Column in keyof Row]?: Row[Column] | null | undefined };

/** The fact of what an act changes in a row, without what is never told (D:A49); none if nothing is left. */
export function changesOf<Row extends object>(before: Row, after: After<Row>): { readonly changes?: Changes } {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const [column, value] of Object.entries(after)) {
    const old = before[column as keyof Row];
    if (value === undefined || UNTOLD.has(column) || comparable(value) === comparable(old)) continue;
    changes[column] = [old, value];
  }
  return Object.keys(changes).length === 0 ? {} : { changes };
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** A day of a person. */
interface Day {
  readonly employeeId: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** The facts of whose and which days an act is about, as those of a page that showed them (D:A16). */
export function daysOf(days: readonly Day[]) {
  const people = new Set(days.map(({ employeeId }) => employeeId));
  const dates = days.map(({ date }) => date).sort();
  const [first = ''] = dates;
  return {
    ...(people.size === 1 ? { employee_id: [...people][0] as number } : { people: people.size }),
    dates: [first, dates.at(-1) ?? first],
    ...(days.length > 1 && { days: days.map(({ employeeId, date }) => `${employeeId} ${date}`) }),
  };
}
