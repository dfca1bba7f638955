/** The kind of data, as the audit stores it; its pages have words for each. */
export type DisclosedData =
  | 'attendance'
  | 'employee'
  | 'employee.file'
  | 'employee.id_number'
  | 'employees.search'
  | 'leave'
  | 'leave.document'
  | 'webhook.delivery';

/** Personal data that a page showed to a signed-in person (D:A16). */
export interface Disclosure {
  readonly what: DisclosedData;
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
