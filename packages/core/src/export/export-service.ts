import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyRow } from '../companies/company.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { PayrollColumn } from '../companies/payroll-layout.ts';
import type { Database } from '../database/database.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import { EXPORT_FORMAT } from '../import/import-source.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeptDocuments } from '../leave/kept-documents.ts';
import { isPossibleId } from '../possible-id.ts';
import type { WriteParts } from '../service-parts.ts';
import { companyFiles, type ExportedFile } from './company-files.ts';
import { exportedColumns } from './exported-columns.ts';
import { exportedDocuments, type KeepDocument } from './exported-documents.ts';

/** The company's own data, from which an import makes a new one. */
export interface ExportedCompany {
  /** The version of the export's rows and members. */
  readonly format: number;
  readonly name: string;
  readonly zone: string;
  readonly locale: string;
  readonly phone_region: string;
  readonly open_shift_hours: number;
  readonly break_hours: number;
  readonly work_day_hours: number;
  readonly correction_days: number;
  /** Since when its admins need a second factor; null if they do not. */
  readonly second_factor_since: string | null;
  /** Whether people may get notices by SMS. */
  readonly sms_notices: boolean;
  /** In the order of their creation, including retired ones. */
  readonly absence_types: readonly { readonly label: string; readonly is_retired: boolean }[];
  /** The columns of its payroll file, by external ids of presets and labels of absences; null for those of Shaon. */
  readonly payroll_columns: readonly PayrollColumn[] | null;
}

/** A company in one committed state. */
export interface CompanyExport {
  readonly company: ExportedCompany;
  /** In the order in which an import reads them; read one after the other. */
  readonly files: readonly ExportedFile[];
}

/** What to export. */
export interface ExportRequest {
  readonly companyId: number;
  /** Stores a leave request's document and returns its path for the row; null leaves documents out. */
  readonly keepDocument: KeepDocument | null;
}

/** Exports a company in the format of the import (docs/maintenance.md); for the operator and the product. */
export interface ExportService {
  /**
   * Reads a company from one snapshot while others go on writing; rows are read as `work` asks for them. They contain
   * ID numbers and salaries in clear. Audited before the first row. Throws `not_found` for an unknown company;
   * `state_conflict` if a product's store lacks a document that a request has.
   */
  run<T>(request: ExportRequest, work: (company: CompanyExport) => Promise<T>): Promise<T>;
}

interface ExportParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly keys: KeyRing;
  readonly documents: KeptDocuments;
}

export function createExportService(parts: ExportParts): ExportService {
  const { database, keys, documents } = parts;
  return {
    async run({ companyId, keepDocument }, work) {
      const actor = systemActor(possibleCompany(companyId));
      // Before the snapshot is opened: exports that needed two connections each could wait for one another.
      await auditExport(parts, actor);
      return database.snapshot(async (snapshot) => {
        const company = snapshot.company(actor);
        const documentPath =
          keepDocument === null ? null : exportedDocuments({ company, documents, keep: keepDocument });
        return work({
          company: await exportedCompany(company),
          files: companyFiles({ company, keys, documentPath }),
        });
      });
    },
  };
}

function auditExport({ database, audit }: Omit<WriteParts, 'clock'>, actor: Actor): Promise<void> {
  return database.write(actor, 'companies.export', {}, async (written) => {
    await existingCompany(written);
    await auditAct(audit, written, actor, 'company.export', {});
  });
}

async function existingCompany(scope: CompanyScope): Promise<CompanyRow> {
  return readCompany(scope).catch((error: unknown) => {
    throw isShaonError(error, 'not_found') ? unknownCompany(scope.companyId) : error;
  });
}

async function exportedCompany(scope: CompanyScope): Promise<ExportedCompany> {
  const row = await existingCompany(scope);
  return {
    format: EXPORT_FORMAT,
    name: row.name,
    zone: row.zone,
    locale: row.locale,
    phone_region: row.phoneRegion,
    open_shift_hours: row.openShiftHours,
    break_hours: row.breakHours,
    work_day_hours: row.workDayHours,
    correction_days: row.correctionDays,
    second_factor_since: row.secondFactorSince?.toISOString() ?? null,
    sms_notices: row.smsNotices,
    absence_types: (await listAbsenceTypes(scope)).map(({ label, is_retired }) => ({ label, is_retired })),
    payroll_columns: await exportedColumns(scope),
  };
}

function possibleCompany(id: number): number {
  if (isPossibleId(id)) return id;
  throw unknownCompany(id);
}

/** The operator may know which companies exist. */
function unknownCompany(id: number): ShaonError {
  return new ShaonError('not_found', `There is no company with the id ${id}. Nothing was exported.`, {
    thing: 'company',
  });
}
