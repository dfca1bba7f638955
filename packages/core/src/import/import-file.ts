import { reserveIds } from '../database/sql/bulk-rows.ts';
import { externalIdInput } from '../external-ids/external-id-input.ts';
import type { KnownKey } from '../external-ids/external-id-queries.ts';
import { issue } from '../input/issue.ts';
import { safeValidate } from '../input/validate.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { ImportedRow, ImportTally } from './import-report.ts';
import type { Accepted, CheckedRow, ImportRun, KindImporter, WaitingRow } from './import-run.ts';
import { EXPORT_FIELDS, IMPORT_FIELDS, type ImportFile, type SourceRow } from './import-source.ts';

const DIGEST_LENGTH = 32;

/** How many unknown names are remembered; a source may have a new one in each row. */
const MAX_SEEN = 1_000;

/** A value in its CSV form, so that an export has the same digests in either format. */
const asCell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** How many rows that waited are written at once. */
const WAITING_CHUNK = 250;

/** A row with its key. */
interface Keyed {
  readonly row: SourceRow;
  readonly externalId: string;
  readonly digest: string;
}

/** A row that is new or has changed. */
interface Pending extends Keyed {
  readonly recordId: number | null;
  readonly known: KnownKey | undefined;
}

/** Receives the records of a chunk's rows. */
export type ReportRows = (rows: readonly ImportedRow[]) => Promise<void>;

/** Imports the rows of one file, chunk by chunk: new and changed rows, not unchanged ones. */
export interface FileImport {
  chunk(rows: readonly SourceRow[]): Promise<void>;
  /** Called after the last chunk. */
  finish(): Promise<void>;
}

export function createFileImport<Fields>(parts: {
  readonly run: ImportRun;
  readonly file: ImportFile;
  readonly importer: KindImporter<Fields>;
  readonly tally: ImportTally;
  readonly hash: IdNumberHash['digest'];
  readonly lastIdBefore: number;
  readonly reportRows: ReportRows | null;
}): FileImport {
  const { run, file, importer, tally, hash, lastIdBefore, reportRows } = parts;
  const { kind } = file;
  /** The current chunk's rows that have a record now, by their keys. */
  const imported = new Map<string, ImportedRow>();
  /** Rows of earlier imports that this one has changed; if one comes again, its key is twice in the source. */
  const changed = new Set<number>();
  /** Rows that are settled after the others, by their keys. */
  const waiting = new Map<string, Pending & WaitingRow<Fields>>();
  /** Rows whose keys have waiting ones. */
  let repeated: Keyed[] = [];
  const { moreFields = [] } = importer;
  const names = [
    ...IMPORT_FIELDS[kind],
    ...moreFields,
    ...(run.isExport ? EXPORT_FIELDS[kind] : []),
    'external_id',
  ].sort();
  const seen = new Set(names);

  return { chunk, finish };

  async function chunk(rows: readonly SourceRow[]): Promise<void> {
    for (const row of rows) noteIgnored(row);
    await importInTurns(rows.flatMap(withKey));
  }

  async function finish(): Promise<void> {
    while (waiting.size > 0 && !tally.isFull) {
      const [rows, later] = [[...waiting.values()], repeated];
      waiting.clear();
      repeated = [];
      const checked = (await importer.settle?.(run, rows)) ?? rows;
      for (let at = 0; at < rows.length; at += WAITING_CHUNK) {
        const part = rows.slice(at, at + WAITING_CHUNK);
        await write(part, checked.slice(at, at + WAITING_CHUNK));
        await report(part);
      }
      await importInTurns(later);
    }
  }

  /** A row whose key an earlier one has comes after it, and meets what has become of it. */
  async function importInTurns(keyed: readonly Keyed[]): Promise<void> {
    const turns: Keyed[][] = [];
    const counts = new Map<string, number>();
    for (const one of keyed) {
      const turn = counts.get(one.externalId) ?? 0;
      counts.set(one.externalId, turn + 1);
      turns[turn] ??= [];
      turns[turn].push(one);
    }
    for (const turn of turns) {
      await importRows(turn);
      await report(turn);
    }
  }

  async function report(keyed: readonly Keyed[]): Promise<void> {
    const reported = keyed.flatMap(({ externalId }) => imported.get(externalId) ?? []);
    imported.clear();
    if (reported.length > 0) await reportRows?.(reported);
  }

  async function importRows(keyed: readonly Keyed[]): Promise<void> {
    const known = await run.externalIds.known(
      kind,
      keyed.map(({ externalId }) => externalId),
    );
    const pending = keyed
      .map((one): Pending => {
        const before = known.get(one.externalId);
        return { ...one, known: before, recordId: before?.recordId ?? null };
      })
      .filter(isPending);
    if (pending.length > 0) await write(pending, await importer.check(run, pending));
  }

  async function write(pending: readonly Pending[], checked: readonly CheckedRow<Fields>[]): Promise<void> {
    const created: (Pending & { readonly fields: Fields })[] = [];
    const updated: (Pending & Accepted<Fields> & { readonly known: KnownKey })[] = [];
    for (const [index, one] of pending.entries()) {
      const verdict = checked[index];
      if (verdict === undefined || 'errors' in verdict) refuse(one.row, verdict?.errors ?? {});
      else if (verdict.waits === true) waiting.set(one.externalId, { ...one, fields: verdict.fields });
      else if (one.known === undefined) created.push({ ...one, fields: verdict.fields });
      else updated.push({ ...one, id: one.known.recordId, fields: verdict.fields, known: one.known });
    }
    // Existing rows first: a voided day makes room for the one that replaced it.
    await update(updated);
    await create(created);
    await run.statistics.noteWrittenRows(created.length + updated.length);
  }

  async function create(rows: readonly (Keyed & { readonly fields: Fields })[]): Promise<void> {
    if (rows.length === 0) return;
    const ids = await reserveIds(run.all, importer.table, rows.length);
    const numbered = rows.map((row, index) => ({ ...row, id: ids[index] as number }));
    await importer.create(run, numbered);
    await run.externalIds.add(
      kind,
      numbered.map(({ externalId, digest, id }) => ({ externalId, digest, recordId: id })),
    );
    tally.of(kind).created += rows.length;
    for (const { externalId, id } of numbered) note(externalId, id, 'created');
  }

  async function update(rows: readonly (Keyed & Accepted<Fields> & { readonly known: KnownKey })[]): Promise<void> {
    if (rows.length === 0) return;
    await importer.update(run, rows);
    await run.externalIds.change(rows.map(({ known, digest }) => ({ id: known.id, digest })));
    for (const { known } of rows) changed.add(known.id);
    tally.of(kind).updated += rows.length;
    for (const { externalId, id } of rows) note(externalId, id, 'updated');
  }

  function note(externalId: string, id: number, outcome: ImportedRow['outcome']): void {
    if (reportRows !== null) imported.set(externalId, { kind, externalId, id, outcome });
  }

  function withKey(row: SourceRow): Keyed[] {
    const { errors, value } = safeValidate(externalIdInput, row.values);
    if (value.external_id !== undefined) return [{ row, externalId: value.external_id, digest: digestOf(row) }];
    refuse(row, errors);
    return [];
  }

  /** Skips an unchanged row; refuses a key that comes a second time. */
  function isPending(one: Pending): boolean {
    const { row, externalId, digest, known } = one;
    if (waiting.has(externalId)) {
      repeated.push(one);
      return false;
    }
    if (known === undefined) return true;
    if (known.digest === digest) {
      tally.of(kind).unchanged += 1;
      note(externalId, known.recordId, 'unchanged');
      return false;
    }
    const isSecond = known.id > lastIdBefore || changed.has(known.id);
    if (isSecond) refuse(row, { external_id: [issue('unique')] });
    return !isSecond;
  }

  /**
   * A keyed hash of the row's values: a plain hash of a value with few possibilities, such as an ID number, could be
   * guessed. Unknown columns are left out.
   */
  function digestOf({ values }: SourceRow): string {
    const said: unknown[] = [];
    const shown = run.isExport ? asCell : (value: unknown) => value;
    for (const name of names) if (Object.hasOwn(values, name)) said.push(name, shown(values[name]));
    return hash(`import ${JSON.stringify(said)}`).slice(0, DIGEST_LENGTH);
  }

  function refuse(row: SourceRow, errors: Parameters<ImportTally['refuse']>[1]): void {
    tally.refuse({ kind, file: file.name, line: row.line }, errors);
  }

  /** Notes a row's columns that are not read; rows of JSON may have different ones. */
  function noteIgnored({ values }: SourceRow): void {
    for (const name of Object.keys(values)) {
      if (seen.has(name)) continue;
      tally.ignore(file.name, name);
      if (seen.size < MAX_SEEN) seen.add(name);
    }
  }
}
