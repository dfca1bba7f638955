import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { renameEmployeeLogin } from '../accounts/employee-login.ts';
import type { CompanyTransaction, NewRow } from '../database/sql/company-scope.ts';
import { foldText } from '../database/sql/word-search.ts';
import type { EmployeeRow } from './employee.ts';

/*
 * What repeats columns of an employee and follows every change of them: the search text, the log-in's name and e-mail
 * address, and the department and branch of the attendance records. Only `employee-store.ts` uses it.
 */

/**
 * Copies the department and branch of employees onto their attendance records. Attendance implements it, and `core.ts`
 * passes it in, because attendance depends on this folder.
 */
export type UpdateRecordUnits = (company: CompanyTransaction, employeeIds: readonly number[]) => Promise<void>;

/** The columns of an employee that are not derived from others. */
export type EmployeeColumns = Omit<NewRow<EmployeeRow>, 'searched'>;

export function withSearchText<Columns extends EmployeeColumns>(columns: Columns): Columns & { searched: string } {
  return { ...columns, searched: searchedText(columns) };
}

const SEARCHED = ['name', 'email', 'phone', 'phoneE164'] as const;

/** The search text after a change; undefined if it stays. */
export function changedSearchText(employee: EmployeeRow, change: Partial<EmployeeColumns>): string | undefined {
  if (SEARCHED.every((column) => change[column] === undefined)) return undefined;
  return searchedText({ ...employee, ...change });
}

/** Changes the log-in and the records of an employee whose row has just been changed. */
export async function followChange(
  company: CompanyTransaction,
  employee: EmployeeRow,
  change: Partial<EmployeeColumns>,
  now: Date,
  updateRecordUnits: UpdateRecordUnits,
): Promise<void> {
  const { name, email, departmentId = employee.departmentId, branchId = employee.branchId } = change;
  if (name !== undefined || email !== undefined) await renameEmployeeLogin(company, employee.id, { name, email }, now);
  if (departmentId !== employee.departmentId || branchId !== employee.branchId) {
    await updateRecordUnits(company, [employee.id]);
  }
}

/** The sources of the text; a change of one of them must rebuild it. */
interface SearchSources {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneE164: string | null;
}

const PHONE_MARKS = /[- .()]/g;
/** Apostrophes and quotation marks, geresh and gershayim: a search is divided at them (`searchWords`). */
const QUOTES = /['"`\u05F3\u05F4\u2018-\u201F]/g;

/** A search word contains no blank, so it cannot match across two parts. It sorts before every letter. */
const BETWEEN = '\n';

/**
 * The text by which people are sorted and searched: name, e-mail address and phone, folded (`foldText`) and without
 * quotation marks, so that `צה״ל` is found by `צהל`; the phone also in E.164, as dialled in its country, and without
 * punctuation. The name comes first, so that sorting by the text sorts by name. It takes at most 2,120 bytes; an index
 * entry of PostgreSQL can hold 2,700.
 */
function searchedText({ name, email, phone, phoneE164 }: SearchSources): string {
  const digits = phone?.replace(PHONE_MARKS, '') ?? '';
  const parts = [name, email, phone ?? '', phoneE164 ?? '', digits, asDialled(phoneE164)];
  const differing = parts.filter((part, index) => part !== '' && parts.indexOf(part) === index);
  return foldText(differing.join(BETWEEN)).replace(QUOTES, '');
}

/** `0541234567` for `+972541234567`. */
function asDialled(phoneE164: string | null): string {
  if (phoneE164 === null) return '';
  return parsePhoneNumberFromString(phoneE164)?.formatNational().replace(PHONE_MARKS, '') ?? '';
}
