import type { EntityManager } from 'typeorm';
import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import type { AbsenceTypeService } from '../absence-types/absence-type-service.ts';
import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { newCompanyInput } from '../companies/company-input.ts';
import type { CompanyService } from '../companies/company-service.ts';
import type { Database } from '../database/database.ts';
import { DIFFERENCES } from '../database/sql/dialect.ts';
import type { EmployeeStore } from '../employees/employee-store.ts';
import type { RowSecrets } from '../employees/new-employee-row.ts';
import type { EventBus } from '../events/event-bus.ts';
import { unknownNames, validate } from '../input/validate.ts';
import type { KeptDocuments } from '../leave/kept-documents.ts';
import type { Clock } from '../time/clock.ts';
import { AbsenceLabelStore } from './absence-label-store.ts';
import { exportedAbsenceTypeInput } from './exported-input.ts';
import { ExternalIdStore } from './external-id-store.ts';
import type { EmployeeFields } from './import-employees.ts';
import { createFileImport, type FileImport, type ReportRows } from './import-file.ts';
import { lockForImport } from './import-locks.ts';
import { type ImportedRow, type ImportReport, ImportTally, type RefusedRow } from './import-report.ts';
import type { ImportRun, KindImporter } from './import-run.ts';
import { IMPORT_KINDS, type ImportFile, type ImportKind } from './import-source.ts';
import { completeNewCompany, type ImportTarget, openTarget } from './import-target.ts';
import { importPayrollColumns } from './imported-columns.ts';
import { ImportedDocuments, type OpenSourceDocument } from './imported-documents.ts';
import { createImporters, firingEvents, withPeople } from './importers.ts';
import { PlannerStatistics } from './planner-statistics.ts';

/** The sources, the target company and the options of an import. */
export interface ImportRequest {
  readonly company: ImportTarget;
  readonly files: readonly ImportFile[];
  /** Writes the valid rows although others are refused. Default false: all or nothing. */
  readonly partial?: boolean | undefined;
  /** Validates everything and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /**
   * Whether the rows come from `core.exports`: they then also have the fields of `EXPORT_FIELDS`, and values that were
   * validated by earlier settings are not validated again.
   */
  readonly isExport?: boolean | undefined;
  /** The company's own values in an export (`ExportedCompany`), for a new company. */
  readonly exportedCompany?: object | undefined;
  /**
   * The absence types of an export (`{ label, is_retired }`), in order. Those that the company lacks are added before
   * its rows.
   */
  readonly absenceTypes?: readonly object[] | undefined;
  /** Opens the documents that an export's rows name. */
  readonly openDocument?: OpenSourceDocument | undefined;
  /** Fires `employee.created` for each new person (D:V26). */
  readonly events?: boolean | undefined;
  /** Reports so many errors and stops there, unless `partial`; 0 reports none and stops at the first. Default 100. */
  readonly maxRefusals?: number | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /**
   * Receives the records of the rows, chunk by chunk in the source's order: created, changed and unchanged ones, not
   * refused ones. Rows that take a value over from another come last. Runs inside the import's transaction, with its `manager`, so that the product's own rows commit or
   * roll back with it; an error that it throws rolls the import back. Nothing is committed before `run` resolves. Not
   * called in a dry run.
   */
  readonly onRows?: ((rows: readonly ImportedRow[], manager: EntityManager) => Promise<void> | void) | undefined;
}

/** The progress of a running import. */
export interface ImportProgress {
  readonly file: string;
  readonly kind: ImportKind;
  /** Rows of this file so far. */
  readonly rows: number;
  readonly isDone: boolean;
}

export interface ImportParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly companies: CompanyService;
  readonly absenceTypes: Pick<AbsenceTypeService, 'createDefaults'>;
  readonly store: EmployeeStore;
  readonly secrets: RowSecrets;
  readonly statuses: ReadonlySet<string>;
  readonly documents: KeptDocuments;
}

const DEFAULT_MAX_REFUSALS = 100;

/** Rolls back the writes of a dry run or a refused import. */
export class RolledBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('The import was rolled back.');
    this.report = report;
  }
}

/** Sees what becomes of each row, also in a dry run. */
export interface ImportWatch {
  /** Who imports; default: the product. */
  readonly actor: Actor;
  readonly onRefused: RefusedRow;
  readonly onRows: ReportRows;
  /** Goes round the importer of people. */
  readonly people: (importer: KindImporter<EmployeeFields>) => KindImporter<EmployeeFields>;
}

/** Imports everything within a transaction. Throws `RolledBack` if nothing is to be written. */
export type ImportAll = (request: ImportRequest, manager: EntityManager, watch?: ImportWatch) => Promise<ImportReport>;

export function createImportAll(parts: ImportParts): ImportAll {
  const { database, audit, clock } = parts;
  const importers = createImporters(parts);

  async function importAll(request: ImportRequest, manager: EntityManager, watch?: ImportWatch): Promise<ImportReport> {
    const tally = new ImportTally({
      maxRefusals: request.maxRefusals ?? DEFAULT_MAX_REFUSALS,
      isPartial: request.partial === true && request.dryRun !== true,
      onRefused: watch?.onRefused,
    });
    if ('create' in request.company) {
      for (const name of unknownNames(newCompanyInput, request.company.create ?? {})) tally.ignore('company', name);
    }
    const run = await openRun(request, manager);
    try {
      return await importInto(run, request, manager, tally, watch);
    } catch (error) {
      await run.documents.discard();
      throw error;
    }
  }

  /** Throws `RolledBack` if nothing is to be written. */
  async function importInto(
    run: ImportRun,
    request: ImportRequest,
    manager: EntityManager,
    tally: ImportTally,
    watch: ImportWatch | undefined,
  ): Promise<ImportReport> {
    await importAbsenceTypes(request, run);
    await importFiles(request, manager, run, tally, watch);
    if ('create' in request.company) {
      await completeAbsenceTypes(run, manager);
      await importPayrollColumns(run, request.exportedCompany ?? {});
    }
    const by = watch?.actor ?? systemActor(run.settings.id);
    await auditAct(audit, run.company, by, 'company.import', auditFacts(tally));
    const report: ImportReport = {
      companyId: run.settings.id,
      companyName: run.settings.name,
      isNewCompany: 'create' in request.company,
      isWritten: request.dryRun !== true && (request.partial === true || !tally.hasRefusals),
      counts: tally.counts,
      refusals: tally.refusals,
      ignored: tally.ignored,
    };
    if (!report.isWritten) throw new RolledBack(report);
    return report;
  }

  /** Finds or creates the company, and locks what the import writes. */
  async function openRun(request: ImportRequest, manager: EntityManager): Promise<ImportRun> {
    for (const text of DIFFERENCES[database.dialect].readByKey) await manager.query(text);
    const target = await openTarget(parts, request.company, manager);
    const actor = systemActor(target.id);
    const company = database.within(manager, actor);
    const kinds = request.files.map(({ kind }) => kind);
    let settings = await lockForImport(company, kinds);
    const now = clock.now();
    const exportedCompany = request.exportedCompany ?? {};
    if ('create' in request.company) settings = await completeNewCompany(company, settings, exportedCompany);
    const all = database.withinAllCompanies(manager);
    return {
      company,
      all,
      settings,
      externalIds: new ExternalIdStore(company, all),
      absenceLabels: new AbsenceLabelStore(company),
      statistics: new PlannerStatistics(company),
      employees: parts.store,
      now,
      isExport: request.isExport === true,
      documents: new ImportedDocuments({
        open: request.openDocument ?? null,
        documents: parts.documents,
        isDryRun: request.dryRun === true,
      }),
    };
  }

  async function importAbsenceTypes(request: ImportRequest, run: ImportRun): Promise<void> {
    const types = (request.absenceTypes ?? []).map((type) => validate(exportedAbsenceTypeInput, type));
    await run.absenceLabels.addTypes(types, run.now);
  }

  /**
   * Gives a new company the default types if its rows name none, because nobody could ask for leave without one. An
   * export has its own.
   */
  async function completeAbsenceTypes({ company, settings, isExport }: ImportRun, manager: EntityManager) {
    if (isExport || (await listAbsenceTypes(company)).length > 0) return;
    await parts.absenceTypes.createDefaults(systemActor(settings.id), { manager });
  }

  async function importFiles(
    request: ImportRequest,
    manager: EntityManager,
    run: ImportRun,
    tally: ImportTally,
    watch: ImportWatch | undefined,
  ): Promise<void> {
    const lastIdBefore = await run.externalIds.lastId();
    const reportRows = watch?.onRows ?? rowsReporter(request, manager);
    const hash = parts.secrets.idNumberHash.digest;
    const watched = watch === undefined ? importers : withPeople(importers, watch.people);
    const writers = request.events === true ? firingEvents(watched, parts.events) : watched;
    for (const file of inOrder(request.files)) {
      if (tally.isFull) break;
      tally.of(file.kind);
      const importer = writers[file.kind];
      await importRows(
        createFileImport({ run, file, importer, tally, hash, lastIdBefore, reportRows }),
        file,
        tally,
        request,
      );
    }
  }

  /** Null for a dry run, whose ids later belong to other records. */
  function rowsReporter({ onRows, dryRun }: ImportRequest, manager: EntityManager): ReportRows | null {
    if (onRows === undefined || dryRun === true) return null;
    return (rows) => database.unitOfWork.watch(manager, 'imports.run', async () => onRows(rows, manager));
  }

  return importAll;
}

/** Imports the rows of one file, chunk by chunk, and reports the progress. */
async function importRows(
  work: FileImport,
  file: ImportFile,
  tally: ImportTally,
  { onProgress }: ImportRequest,
): Promise<void> {
  const { name, kind } = file;
  let rows = 0;
  for await (const chunk of file.rows()) {
    await work.chunk(chunk);
    rows += chunk.length;
    onProgress?.({ file: name, kind, rows, isDone: false });
    if (tally.isFull) break;
  }
  await work.finish();
  onProgress?.({ file: name, kind, rows, isDone: true });
}

function inOrder(files: readonly ImportFile[]): ImportFile[] {
  return [...files].sort((a, b) => IMPORT_KINDS.indexOf(a.kind) - IMPORT_KINDS.indexOf(b.kind));
}

function auditFacts(tally: ImportTally): Record<string, number> {
  const facts: Record<string, number> = {};
  for (const [kind, counts] of Object.entries(tally.counts)) {
    for (const [what, count] of Object.entries(counts)) if (count > 0) facts[`${kind}_${what}`] = count;
  }
  return facts;
}
