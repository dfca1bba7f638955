import { attendanceTable, punchTable } from '../attendance/attendance.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { employeeTable } from '../employees/employee.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { leaveRequestTable } from '../leave/leave-request.ts';

const TABLES = [externalIdTable, employeeTable, leaveRequestTable, attendanceTable, punchTable];

/** Before so many rows no plan is bad enough: a small import leaves the tables of a large installation alone. */
const FIRST_AT = 500;

/**
 * Has PostgreSQL look at the tables whenever the import has doubled what it wrote. Nobody else does it within one
 * transaction; without it the plans are those for empty tables, to which any index that begins with the company is as
 * good as the right one, and each chunk reads every row before it: 340 rows/s at 100,000 days.
 */
export class FreshStatistics {
  readonly #company: CompanyTransaction;
  #written = 0;
  #dueAt = FIRST_AT;

  constructor(company: CompanyTransaction) {
    this.#company = company;
  }

  async wrote(rows: number): Promise<void> {
    this.#written += rows;
    const { statisticsOf } = DIFFERENCES[this.#company.dialect];
    if (statisticsOf === null || this.#written < this.#dueAt) return;
    this.#dueAt = 2 * this.#written;
    await this.#company.manager.query(statisticsOf(TABLES));
  }
}
