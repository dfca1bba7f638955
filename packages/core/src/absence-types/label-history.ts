import type { CompanyTransaction } from '../database/company-scope.ts';

/**
 * What carries the labels of absence types as text: leave requests and attendance days. They lie above this folder:
 * they implement it, and `core.ts` hands it over.
 */
export interface LabelHistory {
  /** Replaces a label on every record of the company; gives their number (D:L2). */
  rewrite(company: CompanyTransaction, from: string, to: string, now: Date): Promise<number>;
}
