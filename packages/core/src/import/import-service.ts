import { loginTable } from '../accounts/login.ts';
import { systemActor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { companySql } from '../database/sql/statement.ts';
import { allowPauses } from '../database/transactions/postgres-transaction.ts';
import { employeeTable } from '../employees/employee.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import type { ResendWelcome } from '../messages/message-service.ts';
import { type ImportAll, type ImportRequest, RolledBack } from './import-all.ts';
import { ImportRefusedError, type ImportReport } from './import-report.ts';

/** Imports a company from another system (docs/import.md); not for actors, but for the operator and the product. */
export interface ImportService {
  /**
   * Imports a company from another system in one transaction; docs/import.md describes the rows. Throws
   * `ImportRefusedError` (`invalid_input`) with the refused rows if nothing was written; `not_found` for an unknown
   * company; `state_conflict` for a name that several companies have, or that a new company would share. On PostgreSQL
   * also `state_conflict` if somebody took an e-mail address or ID number of a row after its check; run it again.
   */
  run(request: ImportRequest): Promise<ImportReport>;
  /**
   * Sends a password to each imported person who has none, is not frozen and has a phone; returns how many. Each
   * message is a transaction of its own, so an interrupted run can be repeated, and two at once send each person one.
   */
  welcome(companyId: number): Promise<number>;
}

export function createImportService(
  parts: { readonly database: Database; readonly resendWelcome: ResendWelcome },
  importAll: ImportAll,
): ImportService {
  const { database } = parts;
  return {
    async run(request) {
      try {
        return await database.unitOfWork.transaction(
          { name: 'import', isAlone: true, mayTakeLong: true },
          async (manager) => {
            if (database.dialect === 'postgres') await allowPauses(manager);
            return importAll(request, manager);
          },
        );
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        if (request.dryRun === true) return error.report;
        throw new ImportRefusedError(error.report);
      }
    },
    async welcome(companyId) {
      const actor = systemActor(companyId);
      const people = await database.scope(actor).rows(UNWELCOMED);
      let welcomed = 0;
      // Somebody may have been frozen, or welcomed by another run, since the list was read.
      for (const { id } of people) {
        if (await parts.resendWelcome(actor, Number(id), { isFirst: true })) welcomed += 1;
      }
      return welcomed;
    },
  };
}

const UNWELCOMED = companySql`SELECT e.id FROM ${employeeTable} e
  JOIN ${externalIdTable} x ON x.kind = 'employee' AND x.record_id = e.id
  JOIN ${loginTable} l ON l.employee_id = e.id
  WHERE e.status = 'active' AND e.phone IS NOT NULL AND l.password_hash IS NULL
  ORDER BY e.id`;
