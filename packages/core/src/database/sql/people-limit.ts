import { DIFFERENCES, type Dialect } from './dialect.ts';
import type { SqlValue } from './sql.ts';
import type { AnyTable } from './table.ts';

/**
 * The people to whom a manager's log-in is limited, by where they belong now (D:A110, Q24): the ids of departments and of
 * branches, null where they do not matter. If both are given, both must hold.
 */
export interface PeopleLimit {
  readonly loginId: number;
  readonly departments: readonly number[] | null;
  readonly branches: readonly number[] | null;
  /** The manager's own staff row, where a method is also for people's own records. */
  readonly self: number | null;
}

/** Employees, for statements of the layers below theirs. */
export const peopleTable: AnyTable = { name: 'shaon_employee', columns: { companyId: null }, people: 'id' };

/**
 * The conditions of a limit in a statement's text, which names the values (`$departments`) instead of numbering them, so
 * that limits of one form share their texts.
 */
export class LimitText {
  readonly key: string;
  readonly #dialect: Dialect;
  readonly #limit: PeopleLimit;

  constructor(dialect: Dialect, limit: PeopleLimit) {
    this.#dialect = dialect;
    this.#limit = limit;
    this.key = [dialect, limit.departments !== null, limit.branches !== null, limit.self !== null].join();
  }

  /** The condition on the rows of a table called `alias`; null for a table whose rows are of nobody. */
  conditionOf(table: AnyTable, alias: string): string | null {
    switch (peopleOf(table)) {
      case 'id':
        return this.#orSelf(`${alias}."id"`, this.#units(alias));
      case 'units':
        return this.#units(alias);
      case 'login':
        return `(${alias}."id" = $login OR ${this.#isSeen(`${alias}."employee_id"`)})`;
      case 'employeeId':
        return this.#isSeen(`${alias}."employee_id"`);
      case null:
        return null;
    }
  }

  #isSeen(employeeId: string): string {
    const seen = `EXISTS (SELECT 1 FROM "${peopleTable.name}" AS seen WHERE seen."company_id" = $1
      AND seen."id" = ${employeeId} AND ${this.#units('seen')})`;
    return this.#orSelf(employeeId, seen);
  }

  #units(alias: string): string {
    const isOne = (column: string, values: string) =>
      `${alias}."${column}" ${DIFFERENCES[this.#dialect].inList(values)}`;
    return [
      ...(this.#limit.departments === null ? [] : [isOne('department_id', '$departments')]),
      ...(this.#limit.branches === null ? [] : [isOne('branch_id', '$branches')]),
    ].join(' AND ');
  }

  #orSelf(employeeId: string, others: string): string {
    return this.#limit.self === null ? others : `(${employeeId} = $self OR (${others}))`;
  }
}

/** How a table's rows are of people: as it says itself, or else by its employee. */
function peopleOf({ people, columns }: AnyTable): NonNullable<AnyTable['people']> | 'employeeId' | null {
  return people ?? (Object.hasOwn(columns, 'employeeId') ? 'employeeId' : null);
}

/** Whether a limit applies to a table's rows. */
export const isOfPeople = (table: AnyTable): boolean => peopleOf(table) !== null;

/** Numbers the values of a limit that a text names, after the statement's own. */
export function withLimitValues(text: string, values: readonly SqlValue[], limit: PeopleLimit) {
  const all = [...values];
  const { departments, branches, self, loginId } = limit;
  const named: Readonly<Record<string, SqlValue | null>> = { departments, branches, self, login: loginId };
  const numbers = new Map<string, number>();
  const numbered = text.replace(/\$(departments|branches|self|login)\b/g, (_match, name: string) => {
    if (!numbers.has(name)) numbers.set(name, all.push(named[name] as SqlValue));
    return `$${numbers.get(name)}`;
  });
  return { text: numbered, values: all };
}
