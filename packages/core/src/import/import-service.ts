import type { EntityManager } from 'typeorm';
import { loginTable } from '../accounts/login.ts';
import { systemActor } from '../actor.ts';
import { BulkRecords } from '../attendance/attendance-store.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { newCompanyInput } from '../companies/company-input.ts';
import type { CompanyService } from '../companies/company-service.ts';
import type { Database } from '../database/database.ts';
import { DIFFERENCES } from '../database/dialect.ts';
import { companySql } from '../database/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import type { RowSecrets } from '../employees/new-employee-row.ts';
import type { EventBus } from '../events/event-bus.ts';
import { externalIdTable } from '../external-ids/external-id.ts';
import { unknownNames, validate } from '../input/validate.ts';
import type { DocumentStore } from '../leave/document-store.ts';
import type { MessageService } from '../messages/message-service.ts';
import type { Clock } from '../time/clock.ts';
import { AbsenceLabelBook } from './absence-label-book.ts';
import { assertWholeExport, CompanyCopy } from './company-copy.ts';
import { DisplacedPeople } from './displaced-people.ts';
import { exportedAbsenceTypeInput } from './exported-input.ts';
import { ExternalIdBook } from './external-id-book.ts';
import { FreshStatistics } from './fresh-statistics.ts';
import { createFileImport, type FileImport, type TellRows } from './import-file.ts';
import { lockForImport } from './import-locks.ts';
import { type ImportedRow, ImportRefusedError, type ImportReport, ImportTally } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { IMPORT_KINDS, type ImportFile, type ImportKind } from './import-source.ts';
import { type ImportTarget, openTarget } from './import-target.ts';
import { completeNewCompany, followCompany } from './imported-company.ts';
import { ImportedDocuments, type OpenSourceDocument } from './imported-documents.ts';
import { createImporters, firingEvents } from './importers.ts';

/** What to import, into which company, and how strictly. */
export interface ImportRequest {
  readonly company: ImportTarget;
  readonly files: readonly ImportFile[];
  /** Writes the rows that are right although others are not. Default false: all or nothing. */
  readonly partial?: boolean | undefined;
  /** Judges everything and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /**
   * Says that the rows are of `core.exports` in its format: they have the fields of `EXPORT_FIELDS` too, and what was
   * judged by the settings of its day is not judged anew.
   */
  readonly isExport?: boolean | undefined;
  /** What an export says of the company itself (`ExportedCompany`); a new one gets its second-factor wish. */
  readonly exportedCompany?: object | undefined;
  /**
   * Makes the company what the export says, for a company that an earlier export of the same one made and nobody else
   * writes: its settings and absence types too, and without the departments, branches and presets that the export no
   * longer has. Takes a whole export. Default false: settings stay, and nothing is removed.
   */
  readonly isCopy?: boolean | undefined;
  /** The absence types of an export (`{ label, is_retired }`), in order: those that the company lacks are made before its rows. A copy must have them, be it an empty list. */
  readonly absenceTypes?: readonly object[] | undefined;
  /** Opens the documents that the rows of an export name. */
  readonly openDocument?: OpenSourceDocument | undefined;
  /** Fires `employee.created` for each person made (D:V26). */
  readonly events?: boolean | undefined;
  /** Names so many errors and stops there, unless `partial`; 0 names none and stops at the first. Default 100. */
  readonly maxRefusals?: number | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /**
   * Told which records the rows are, chunk by chunk in the source's order: those that were made, changed and found unchanged, not the refused. It
   * runs inside the import's transaction, of which `manager` is, so that the product's own rows are written with it or not
   * at all; until `run` has resolved nothing of it stands, and what it throws undoes the import. A dry run does not call it.
   */
  readonly onRows?: ((rows: readonly ImportedRow[], manager: EntityManager) => Promise<void> | void) | undefined;
}

/** How far an import has come, while it runs. */
export interface ImportProgress {
  readonly file: string;
  readonly kind: ImportKind;
  /** Rows of this file so far. */
  readonly rows: number;
  readonly isDone: boolean;
}

/** Brings a company in from another system (docs/import.md); not for actors, but for the operator and the product. */
export interface ImportService {
  /**
   * Brings a company in from another system, in one transaction; docs/import.md describes the rows. Throws
   * `ImportRefusedError` (`invalid_input`) with the refused rows when nothing was written, `not_found` for an unknown
   * company, `state_conflict` for a name that does not name exactly one, or that a new company would share, and for
   * `isCopy` into a company with people, leave or days that the export does not have, or that were made at another time
   * than those of the same keys in the export, or with somebody in a department or branch that the export does not have.
   */
  run(request: ImportRequest): Promise<ImportReport>;
  /**
   * Sends a password to each imported person without one who is not frozen and has a phone; gives their number. Each
   * message is a transaction of its own, so that a run that was stopped half-way can be repeated.
   */
  welcome(companyId: number): Promise<number>;
}

interface ImportParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly companies: CompanyService;
  readonly messages: Pick<MessageService, 'resend'>;
  readonly secrets: RowSecrets;
  readonly statuses: ReadonlySet<string>;
  readonly documents: DocumentStore | null;
}

const DEFAULT_MAX_REFUSALS = 100;

/** Undoes a dry run's or a refused import's writes. */
class RolledBack extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('The import was rolled back.');
    this.report = report;
  }
}

export function createImportService(parts: ImportParts): ImportService {
  const { database, audit, clock } = parts;
  const importers = createImporters(parts);

  async function importAll(request: ImportRequest, manager: EntityManager): Promise<ImportReport> {
    const tally = new ImportTally({
      maxRefusals: request.maxRefusals ?? DEFAULT_MAX_REFUSALS,
      goesOn: request.partial === true && request.dryRun !== true,
    });
    if ('create' in request.company) {
      for (const name of unknownNames(newCompanyInput, request.company.create ?? {})) tally.ignore('company', name);
    }
    const run = await openRun(request, manager);
    await importAbsenceTypes(request, run, tally);
    await importFiles(request, manager, run, tally);
    await run.records.finish();
    if (!tally.hasRefusals) await run.copy?.finish(run.company, tally);
    await auditAct(audit, run.company, systemActor(run.settings.id), 'company.import', auditFacts(tally));
    const report: ImportReport = {
      companyId: run.settings.id,
      companyName: run.settings.name,
      isNewCompany: 'create' in request.company,
      isWritten: request.dryRun !== true && (request.partial === true || !tally.hasRefusals),
      counts: tally.counts,
      removedAbsenceTypes: tally.removedAbsenceTypes,
      refusals: tally.refusals,
      ignored: tally.ignored,
    };
    if (!report.isWritten) throw new RolledBack(report);
    return report;
  }

  /** Finds or makes the company, and locks what the import writes. */
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
    else if (request.isCopy === true) {
      settings = await followCompany({ company, audit, actor, now }, settings, exportedCompany);
    }
    const all = database.withinAllCompanies(manager);
    return {
      company,
      all,
      settings,
      externalIds: new ExternalIdBook(company, all),
      absenceLabels: new AbsenceLabelBook(company),
      statistics: new FreshStatistics(company),
      records: new BulkRecords(company),
      now,
      copy: request.isCopy === true ? new CompanyCopy() : null,
      isExport: request.isExport === true,
      isPartial: request.partial === true,
      displaced: new DisplacedPeople(),
      documents: new ImportedDocuments({
        open: request.openDocument ?? null,
        store: parts.documents,
        isDryRun: request.dryRun === true,
      }),
    };
  }

  async function importAbsenceTypes(request: ImportRequest, run: ImportRun, tally: ImportTally): Promise<void> {
    const types = (request.absenceTypes ?? []).map((type) => validate(exportedAbsenceTypeInput, type));
    if (run.copy !== null) tally.removedAbsenceTypes = await run.absenceLabels.followTypes(types, run.now);
    await run.absenceLabels.addTypes(types, run.now);
  }

  async function importFiles(
    request: ImportRequest,
    manager: EntityManager,
    run: ImportRun,
    tally: ImportTally,
  ): Promise<void> {
    const lastIdBefore = await run.externalIds.lastId();
    const tell = tellRows(request, manager);
    const hash = parts.secrets.idNumberHash.digest;
    const writers = request.events === true ? firingEvents(importers, parts.events) : importers;
    for (const file of inOrder(request.files)) {
      if (tally.isFull) break;
      tally.of(file.kind);
      const importer = writers[file.kind];
      await importRows(
        createFileImport({ run, file, importer, tally, hash, lastIdBefore, tell }),
        file,
        tally,
        request,
      );
    }
  }

  /** A dry run's ids will be other records'. */
  function tellRows({ onRows, dryRun }: ImportRequest, manager: EntityManager): TellRows | null {
    if (onRows === undefined || dryRun === true) return null;
    return (rows) => database.unitOfWork.watch(manager, 'imports.run', async () => onRows(rows, manager));
  }

  return {
    async run(request) {
      if (request.isCopy === true) assertWholeExport(request);
      try {
        return await database.unitOfWork.transaction({ place: 'import', isAlone: true, mayTakeLong: true }, (manager) =>
          importAll(request, manager),
        );
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        if (request.dryRun === true) return error.report;
        throw new ImportRefusedError(error.report);
      }
    },
    async welcome(companyId) {
      const actor = systemActor(companyId);
      const people = await database.read(actor).rows(UNWELCOMED);
      for (const { id } of people) await parts.messages.resend(actor, Number(id));
      return people.length;
    },
  };
}

const UNWELCOMED = companySql`SELECT e.id FROM ${employeeTable} e
  JOIN ${externalIdTable} x ON x.kind = 'employee' AND x.record_id = e.id
  JOIN ${loginTable} l ON l.employee_id = e.id
  WHERE e.status = 'active' AND e.phone IS NOT NULL AND l.password_hash IS NULL
  ORDER BY e.id`;

/** Brings the rows of one file in, chunk by chunk, and says how far it has come. */
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
  work.finish();
  onProgress?.({ file: name, kind, rows, isDone: true });
}

function inOrder(files: readonly ImportFile[]): ImportFile[] {
  return [...files].sort((a, b) => IMPORT_KINDS.indexOf(a.kind) - IMPORT_KINDS.indexOf(b.kind));
}

function auditFacts(tally: ImportTally): Record<string, number> {
  const facts: Record<string, number> = {};
  if (tally.removedAbsenceTypes > 0) facts.absence_types_removed = tally.removedAbsenceTypes;
  for (const [kind, counts] of Object.entries(tally.counts)) {
    for (const [what, count] of Object.entries(counts)) if (count > 0) facts[`${kind}_${what}`] = count;
  }
  return facts;
}
