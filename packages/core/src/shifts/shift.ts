import { generatedId, instant, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** A named wage-rate preset, not a scheduled shift (SPEC 2, Shift). */
export interface ShiftRow {
  id: number;
  companyId: number;
  name: string;
  /** `HH:MM`; later than `endTime` means overnight, equal means 24 hours (D:O3). */
  startTime: string | null;
  endTime: string | null;
  /** 100 is the regular rate. */
  wagePercentage: number;
  createdAt: Date;
  updatedAt: Date;
}

export const shiftTable: Table<ShiftRow> = defineTable<ShiftRow>({
  name: 'shaon_shift',
  entity: 'ShaonShift',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    startTime: text.nullable,
    endTime: text.nullable,
    wagePercentage: integer,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  owner: { companyId: 'ShaonCompany' },
  checks: { wage_percentage: '"wage_percentage" >= 0' },
});
