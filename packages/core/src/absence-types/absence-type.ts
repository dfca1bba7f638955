import { flag, generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A type of absence; its label is opaque and returned exactly as the company wrote it (SPEC 2, Leave request). */
export interface AbsenceTypeRow {
  id: number;
  companyId: number;
  label: string;
  /** No longer offered; existing requests and days keep it. */
  isRetired: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const absenceTypeTable: Table<AbsenceTypeRow> = defineTable<AbsenceTypeRow>({
  name: 'shaon_absence_type',
  entity: 'ShaonAbsenceType',
  columns: {
    id: generatedId,
    companyId: integer,
    label: text,
    isRetired: flag,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [
    ['companyId', 'id'],
    ['companyId', 'label'],
  ],
  owner: { companyId: 'ShaonCompany' },
});

/** The known values of SPEC 2, Leave request: vacation, sick leave, reserve duty, bereavement, unpaid leave. */
export const DEFAULT_ABSENCE_LABELS: readonly string[] = ['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום'];
