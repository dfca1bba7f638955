import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import { defineTable, type RowOf } from '../database/sql/table.ts';

export const shiftTable = defineTable({
  name: 'shaon_shift',
  columns: {
    id: generatedId,
    companyId: integer,
    name: text,
    /** `HH:MM`; later than `endTime` means overnight, equal means 24 hours (D:O3). */
    startTime: text.nullable,
    endTime: text.nullable,
    /** 100 is the regular rate. */
    wagePercentage: integer,
    createdAt: instant,
    updatedAt: instant,
  },
  uniques: [['companyId', 'id']],
  refersToCompany: true,
  checks: { wage_percentage: '"wage_percentage" >= 0' },
});

/** A named wage-rate preset, not a scheduled shift (SPEC 2, Shift). */
export type ShiftRow = RowOf<typeof shiftTable>;
