import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * The records that have labels of absence types as text: leave requests and attendance days. Their folders lie above
 * this one, so they implement this interface, and `core.ts` hands them over.
 */
export interface LabelHistory {
  /** Replaces a label on every record of the company, changing nothing else of it; gives their number (D:A11). */
  rewrite(company: CompanyTransaction, from: string, to: string): Promise<number>;
}
