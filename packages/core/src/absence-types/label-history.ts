import type { CompanyTransaction } from '../database/sql/company-scope.ts';

/**
 * The records that contain labels of absence types as text: leave requests and attendance days. Their folders depend on
 * this one, so they implement this interface, and `core.ts` passes them in.
 */
export interface LabelHistory {
  /** Replaces a label on every record of the company and nothing else; returns how many records had it (D:A11). */
  rewrite(company: CompanyTransaction, from: string, to: string): Promise<number>;
}
