import { generatedId, instant, integer, text } from '../database/sql/columns.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { defineTable } from '../database/sql/table.ts';

/** The columns of a company's payroll file, for those companies that have chosen their own. */
export const payrollLayoutTable = defineTable({
  name: 'shaon_payroll_layout',
  columns: {
    id: generatedId,
    companyId: integer,
    /** JSON of the chosen columns in their order: a list of `PayrollColumn`. */
    columns: text,
    updatedAt: instant,
  },
  uniques: [['companyId']],
  refersToCompany: true,
});

/** A column of a company's payroll file. */
export interface PayrollColumn {
  /**
   * What is in it: a word such as `name` or `worked`; `preset:7`, the hours of a wage preset by its id; `absence:3`, the
   * days of a type of absence by its id.
   */
  readonly source: string;
  /** Its name in the file, as the payroll software wants it; at most 255 characters. */
  readonly name: string;
}

/** The columns that the company has chosen, in their order; null if it has not. */
export async function chosenColumns(scope: CompanyScope): Promise<readonly PayrollColumn[] | null> {
  const row = await scope.findOne(payrollLayoutTable, {});
  return row === null ? null : (JSON.parse(row.columns) as PayrollColumn[]);
}

/** Stores the columns; the company is locked. */
export async function storeColumns(
  company: CompanyTransaction,
  columns: readonly PayrollColumn[],
  now: Date,
): Promise<void> {
  const [saved] = await company.lockAll(payrollLayoutTable, {});
  const row = { columns: JSON.stringify(columns), updatedAt: now };
  if (saved === undefined) await company.append(payrollLayoutTable, row);
  else await company.update(payrollLayoutTable, saved, row);
}
