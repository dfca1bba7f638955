/** Personal data that a page showed to a signed-in person (D:A16). */
export interface Disclosure {
  /** The kind of data: `employee.file`, `attendance`, `leave`, `employees.search`. */
  readonly what: string;
  /** The person, if the record is one person's. */
  readonly employee_id?: number;
  /** The number of people, if there are several. */
  readonly people?: number;
  /** `YYYY-MM-DD`, both included. */
  readonly dates?: readonly [first: string, last: string];
  readonly locations?: boolean;
  readonly salary?: boolean;
  readonly id_number?: boolean;
}
