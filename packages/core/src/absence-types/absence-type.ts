import { flag, generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A kind of absence as the company calls it: the label is opaque and returned exactly so (SPEC 2, Leave request). */
export interface AbsenceTypeRow {
  id: number;
  companyId: number;
  label: string;
  /** No longer offered; requests and days that have it keep it. */
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
