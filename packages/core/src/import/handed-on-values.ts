import { loginTable } from '../accounts/login.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { DIFFERENCES, type Dialect } from '../database/sql/dialect.ts';
import { type CompanyChangeSql, everyCompanySql, updateOf } from '../database/sql/statement.ts';
import { type EmployeeRow, employeeTable } from '../employees/employee.ts';
import { emailKey } from '../input/contact-fields.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import type { CheckedRow, ImportRun, WaitingRow } from './import-run.ts';

/*
 * D:A28: a value that must be unique may be handed on, also in a circle. A row that wants the value of a colleague
 * waits until all other rows are written. Then it gets the value if a waiting row gives that colleague another one.
 */

/** Values that must be unique in the installation (D:W8, W10). */
const UNIQUE_FIELDS = ['email', 'id_number'] as const;
export type UniqueField = (typeof UNIQUE_FIELDS)[number];

/** The columns of a person that have them. */
export type UniqueColumns = Pick<EmployeeRow, 'email' | 'idNumberHash'>;

/** The person with an e-mail key or the hash of an ID number. */
export interface Holder {
  /** Null for an admin who is no employee. */
  readonly employeeId: number | null;
  readonly companyId: number;
}

export type Holders = Readonly<Record<UniqueField, ReadonlyMap<string, Holder>>>;

/** Whether a value stands with the person of a row; somebody new has none, though an admin's has no employee either. */
export const isOwn = (holder: Holder | undefined, recordId: number | null): boolean =>
  recordId !== null && holder?.employeeId === recordId;

/** All companies are searched (D:W8, W10). */
export async function findHolders(
  all: AllCompanies,
  dialect: Dialect,
  wanted: Readonly<Record<UniqueField, readonly string[]>>,
): Promise<Holders> {
  const { inList } = DIFFERENCES[dialect];
  const logins = await all.run(
    everyCompanySql`SELECT email_key AS value, employee_id, company_id FROM ${loginTable} WHERE email_key ${inList('$1')}`,
    [wanted.email],
  );
  const people = await all.run(
    everyCompanySql`SELECT id_number_hash AS value, id AS employee_id, company_id FROM ${employeeTable} WHERE id_number_hash ${inList('$1')}`,
    [wanted.id_number],
  );
  return { email: holdersOf(logins), id_number: holdersOf(people) };
}

function holdersOf(rows: readonly Readonly<Record<string, unknown>>[]): Map<string, Holder> {
  return new Map(
    rows.map(({ value, employee_id: id, company_id: companyId }) => [
      String(value),
      { employeeId: id === null ? null : Number(id), companyId: Number(companyId) },
    ]),
  );
}

/** Refuses the rows whose values stay with others, and frees the values of the rest. */
export async function settleHandedOnValues<Fields extends UniqueColumns>(
  { company, all }: ImportRun,
  rows: readonly WaitingRow<Fields>[],
  checked: readonly CheckedRow<Fields>[],
): Promise<CheckedRow<Fields>[]> {
  const verdicts = [...checked];
  const wishes = rows.map(({ recordId, fields }) => ({ recordId, keys: keysOf(fields) }));
  const holders = await findHolders(all, company.dialect, {
    email: wishes.map(({ keys }) => keys.email),
    id_number: wishes.map(({ keys }) => keys.id_number),
  });
  let isRefused = true;
  // A person whose row is refused keeps the values, so the others are compared again.
  while (isRefused) {
    const errors = errorsOf(
      wishes.map((wish, index) => (isAccepted(verdicts[index]) ? wish : null)),
      holders,
    );
    for (const [index, found] of errors) verdicts[index] = { errors: found };
    isRefused = errors.size > 0;
  }
  const accepted = wishes.filter((_, index) => isAccepted(verdicts[index]));
  for (const field of UNIQUE_FIELDS) {
    const others = accepted.filter(({ recordId, keys }) => !isOwn(holders[field].get(keys[field]), recordId));
    await company.change(FREEING[field](company.dialect), [others.map(({ keys }) => keys[field])]);
  }
  return verdicts;
}

const isAccepted = (verdict: CheckedRow<unknown> | undefined) => verdict !== undefined && 'fields' in verdict;

interface Wish {
  readonly recordId: number | null;
  readonly keys: Keys;
}

/** By their indexes, the wishes for a value that its holder keeps, or that an earlier wish gets. */
function errorsOf(wishes: readonly (Wish | null)[], holders: Holders): Map<number, InputErrors> {
  const givers = new Map(wishes.flatMap((wish) => (wish === null ? [] : [[wish.recordId, wish.keys]])));
  const claimed = new Set<string>();
  const found = new Map<number, InputErrors>();
  for (const [index, wish] of wishes.entries()) {
    if (wish === null) continue;
    const errors: InputErrors = {};
    for (const field of UNIQUE_FIELDS) {
      const key = wish.keys[field];
      const holder = holders[field].get(key);
      const isOthers = holder !== undefined && !isOwn(holder, wish.recordId);
      const given = holder?.employeeId == null ? undefined : givers.get(holder.employeeId);
      const isKept = isOthers && (given?.[field] ?? key) === key;
      if (isKept || claimed.has(`${field} ${key}`)) errors[field] = [issue('unique')];
    }
    if (Object.keys(errors).length > 0) found.set(index, errors);
    else for (const field of UNIQUE_FIELDS) claimed.add(`${field} ${wish.keys[field]}`);
  }
  return found;
}

type Keys = Readonly<Record<UniqueField, string>>;

const keysOf = ({ email, idNumberHash }: UniqueColumns): Keys => ({ email: emailKey(email), id_number: idNumberHash });

// No e-mail key and no hash contains a blank, so the placeholder cannot clash with one.
const FREEING: Readonly<Record<UniqueField, (dialect: Dialect) => CompanyChangeSql>> = {
  email: (dialect) =>
    updateOf(loginTable, {
      set: `email_key = 'handed on ' || employee_id`,
      where: `email_key ${DIFFERENCES[dialect].inList('$2')} AND employee_id IS NOT NULL`,
    }),
  id_number: (dialect) =>
    updateOf(employeeTable, {
      set: `id_number_hash = 'handed on ' || id`,
      where: `id_number_hash ${DIFFERENCES[dialect].inList('$2')}`,
    }),
};
