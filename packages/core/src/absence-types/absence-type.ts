import { flag, generatedId, instant, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable } from '../database/table.ts';

const columns = {
  id: generatedId,
  companyId: integer,
  label: text,
  /** No longer offered; existing requests and days keep it. */
  isRetired: flag,
  createdAt: instant,
  updatedAt: instant,
};

/** A type of absence; its label is opaque and returned exactly as the company wrote it (SPEC 2, Leave request). */
export type AbsenceTypeRow = RowOf<typeof columns>;

export const absenceTypeTable = defineTable<AbsenceTypeRow>({
  name: 'shaon_absence_type',
  columns,
  uniques: [
    ['companyId', 'id'],
    ['companyId', 'label'],
  ],
  refersToCompany: true,
});

/** The known values of SPEC 2, Leave request: vacation, sick leave, reserve duty, bereavement, unpaid leave. */
export const DEFAULT_ABSENCE_LABELS: readonly string[] = ['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום'];
