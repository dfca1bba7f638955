/** Which personal data a page showed to somebody who signed in (D:A16). */
export interface Disclosure {
  /** What: `employee.file`, `attendance`, `leave`, `employees.search`. */
  readonly what: string;
  /** Whose record, where it is one person's. */
  readonly employee_id?: number;
  /** How many people, where they are several. */
  readonly people?: number;
  /** `YYYY-MM-DD`, both included. */
  readonly dates?: readonly [first: string, last: string];
  readonly locations?: boolean;
  readonly salary?: boolean;
  readonly id_number?: boolean;
}
