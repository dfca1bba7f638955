import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import { type Actor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyRow } from '../companies/company.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { Database } from '../database/database.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { RowTally, type Tally } from '../database/sql/row-tally.ts';
import { isShaonError, ShaonError } from '../errors.ts';
import { EXPORT_FORMAT, type ImportKind } from '../import/import-source.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { DocumentStore } from '../leave/document-store.ts';
import { isPossibleId } from '../possible-id.ts';
import type { WriteParts } from '../service-parts.ts';
import { companyFiles, type ExportedFile } from './company-files.ts';
import { ExportedDocuments, type KeepDocument } from './exported-documents.ts';

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
  /** Since when its admins need a second factor; null if they do not. */
  readonly second_factor_since: string | null;
  /** In the order of their creation, including retired ones. */
  readonly absence_types: readonly { readonly label: string; readonly is_retired: boolean }[];
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

/** The tally of one kind of a company's rows. */
export interface KindTally extends Tally {
  readonly kind: ImportKind | 'company' | 'documents';
}

/** What the tally includes. */
export interface TallyOptions {
  /** Reads every document and sums up digests and sizes. Default true; with false, documents are left out. */
  readonly documents?: boolean | undefined;
}

/** Exports a company in the format of the import (docs/moving.md); for the operator and the product. */
export interface ExportService {
  /**
   * Reads a company from one snapshot while others go on writing; rows are read as `work` asks for them. They contain
   * ID numbers and salaries in clear. Audited before the first row. A request whose document is deleted meanwhile is
   * exported without it. Throws `not_found` for an unknown company; `state_conflict`, after `work`, if the store lacks
   * a document that a request still has.
   */
  run<T>(request: ExportRequest, work: (company: CompanyExport) => Promise<T>): Promise<T>;
  /**
   * The tally of an export, rows and documents: equal for two companies, in any databases, whose exports are equal.
   * Nothing is stored. Throws like `run`.
   */
  tally(companyId: number, options?: TallyOptions): Promise<readonly KindTally[]>;
}

interface ExportParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly keys: KeyRing;
  readonly documents: DocumentStore | null;
}

export function createExportService(parts: ExportParts): ExportService {
  const { database } = parts;

  async function open<T>(request: ExportRequest, work: (company: CompanyExport) => Promise<T>): Promise<T> {
    const actor = systemActor(possibleCompany(request.companyId));
    const { companyId, keepDocument: keep } = request;
    const documents = keep === null ? null : new ExportedDocuments({ companyId, store: parts.documents, keep });
    const result = await database.snapshot(async (snapshot) => {
      const company = snapshot.company(actor);
      return work({
        company: await exportedCompany(company),
        files: companyFiles({ company, keys: parts.keys, documents }),
      });
    });
    await documents?.assertRemoved(database.scope(actor));
    return result;
  }

  return {
    run: async (request, work) => {
      const actor = systemActor(possibleCompany(request.companyId));
      // Before the snapshot is opened: exports that needed two connections each could wait for one another.
      await auditExport(parts, actor);
      return open(request, work);
    },
    tally: (companyId, { documents = true } = {}) => {
      const contents = new DocumentTally();
      return open({ companyId, keepDocument: documents ? contents.keep : null }, async ({ company, files }) => {
        const tallies: KindTally[] = [{ kind: 'company', ...(await tallyOf([[company]])) }];
        for (const { kind, rows } of files) tallies.push({ kind, ...(await tallyOf(rows())) });
        if (documents) tallies.push({ kind: 'documents', ...contents.total });
        return tallies;
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

async function tallyOf(pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>): Promise<Tally> {
  const tally = new RowTally();
  for await (const page of pages) for (const row of page) tally.add(row);
  return tally.total;
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
    second_factor_since: row.secondFactorSince?.toISOString() ?? null,
    absence_types: (await listAbsenceTypes(scope)).map(({ label, is_retired }) => ({ label, is_retired })),
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

/** Sums up documents by digest and size; equal documents count once, as in an export. */
class DocumentTally {
  readonly #tally = new RowTally();
  readonly #seen = new Set<string>();

  /** Reads a document to its end and returns the path that an export would give it (`KeepDocument`). */
  readonly keep = async (content: Readable): Promise<string> => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    const digest = hash.digest('hex');
    if (!this.#seen.has(digest)) this.#tally.add([digest, bytes]);
    this.#seen.add(digest);
    return `documents/${digest}`;
  };

  get total(): Tally {
    return this.#tally.total;
  }
}
