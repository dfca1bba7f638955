import { flag, generatedId, instant, integer, text } from '../database/sql/columns.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const absenceTypeTable = defineTable({
  name: 'shaon_absence_type',
  columns: {
    id: generatedId,
    companyId: integer,
    label: text,
    /** No longer offered; existing requests and days keep it. */
    isRetired: flag,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [
    ['companyId', 'id'],
    ['companyId', 'label'],
  ],
  refersToCompany: true,
});

/** A type of absence; its label is opaque and returned exactly as the company wrote it (SPEC 2, Leave request). */
export type AbsenceTypeRow = RowOf<typeof absenceTypeTable>;

/** The known values (SPEC 2, Leave request): vacation, sick leave, reserve duty, bereavement, unpaid leave. */
export const DEFAULT_ABSENCE_LABELS: readonly string[] = ['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום'];

/**
 * The records that contain labels of absence types as text: leave requests, requests for corrections and attendance days. Their folders depend on
 * this one, so they implement this interface, and `core.ts` passes them in.
 */
export interface LabelHistory {
  /** Replaces a label on every record of the company and nothing else; returns how many records had it (D:A11). */
  rewrite(company: CompanyTransaction, from: string, to: string): Promise<number>;
}
