import { attendanceTable, punchTable } from '../attendance/attendance.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import { employeeTable } from '../employees/employee.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';

const TABLES = [externalIdTable, employeeTable, leaveRequestTable, attendanceTable, punchTable];

/** With fewer rows no plan is bad, so a small import does not analyse the tables of a large installation. */
const FIRST_AT = 500;

/**
 * Makes PostgreSQL analyse the tables whenever the import has doubled the number of rows it wrote. Autovacuum cannot do
 * so within one transaction. Otherwise the plans are for empty tables, where any index that begins with the company
 * seems as good as the right one, and each chunk reads all earlier rows: 340 rows/s at 100,000 days.
 */
export class PlannerStatistics {
  readonly #company: CompanyTransaction;
  #written = 0;
  #dueAt = FIRST_AT;

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  async noteWrittenRows(rows: number): Promise<void> {
    this.#written += rows;
    const { statisticsOf } = DIFFERENCES[this.#company.dialect];
    if (statisticsOf === null || this.#written < this.#dueAt) return;
    this.#dueAt = 2 * this.#written;
    await this.#company.manager.query(statisticsOf(TABLES));
  }
}
