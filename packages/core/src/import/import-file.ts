import { reserveIds } from '../database/bulk-rows.ts';
import { externalIdInput } from '../external-ids/external-id-input.ts';
import { issue } from '../input/issue.ts';
import { judge } from '../input/validate.ts';
import type { IdNumberHash } from '../secrets/id-number-hash.ts';
import type { KnownRow } from './external-id-book.ts';
import type { ImportedRow, ImportTally } from './import-report.ts';
import type { Accepted, Candidate, ImportRun, KindImporter } from './import-run.ts';
import { EXPORT_FIELDS, IMPORT_FIELDS, type ImportFile, type ImportKind, type SourceRow } from './import-source.ts';

const DIGEST_LENGTH = 32;

/** How many unknown names are remembered; a source may have a new one in each row. */
const MOST_SEEN = 1_000;

/** A value in its CSV form, so that an export has the same digests in either format. */
const asCell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A row of the chunk with a key that is unique in the chunk. */
interface Keyed {
  readonly row: SourceRow;
  readonly externalId: string;
  readonly digest: string;
}

/** Receives the records of a chunk's rows. */
export type TellRows = (rows: readonly ImportedRow[]) => Promise<void>;

/** Imports the rows of one file, chunk by chunk: new and changed rows, not unchanged ones. */
export class FileImport<Fields> {
  readonly #run: ImportRun;
  readonly #file: ImportFile;
  readonly #importer: KindImporter<Fields>;
  readonly #tally: ImportTally;
  readonly #hash: IdNumberHash['digest'];
  readonly #lastIdBefore: number;
  readonly #tell: TellRows | null;
  /** The current chunk's rows that have a record now, by their keys. */
  readonly #imported = new Map<string, ImportedRow>();
  /** Rows of earlier imports that this one has changed; if one comes again, its key is twice in the source. */
  readonly #changed = new Set<number>();
  readonly #names: readonly string[];
  readonly #seen: Set<string>;

  constructor(parts: {
    readonly run: ImportRun;
    readonly file: ImportFile;
    readonly importer: KindImporter<Fields>;
    readonly tally: ImportTally;
    readonly hash: IdNumberHash['digest'];
    readonly lastIdBefore: number;
    readonly tell: TellRows | null;
  }) {
    this.#run = parts.run;
    this.#file = parts.file;
    this.#importer = parts.importer;
    this.#tally = parts.tally;
    this.#hash = parts.hash;
    this.#lastIdBefore = parts.lastIdBefore;
    this.#tell = parts.tell;
    const { kind } = parts.file;
    const more = parts.run.isExport ? EXPORT_FIELDS[kind] : [];
    this.#names = [...IMPORT_FIELDS[kind], ...more, 'external_id'].sort();
    this.#seen = new Set(this.#names);
  }

  get #kind(): ImportKind {
    return this.#file.kind;
  }

  async chunk(rows: readonly SourceRow[]): Promise<void> {
    for (const row of rows) this.#noteIgnored(row);
    const keyed = this.#keyed(rows);
    await this.#bringIn(keyed);
    const imported = keyed.flatMap(({ externalId }) => this.#imported.get(externalId) ?? []);
    this.#imported.clear();
    if (imported.length > 0) await this.#tell?.(imported);
  }

  /** Called after the last chunk. */
  finish(): void {
    for (const { row, errors } of this.#importer.finish?.(this.#run) ?? []) this.#refuse(row, errors);
  }

  async #bringIn(keyed: readonly Keyed[]): Promise<void> {
    const known = await this.#run.externalIds.known(
      this.#kind,
      keyed.map(({ externalId }) => externalId),
    );
    const pending = keyed.filter((one) => this.#isPending(one, known.get(one.externalId)));
    if (pending.length === 0) return;
    const candidates = pending.map(
      ({ row, externalId }): Candidate => ({ row, externalId, recordId: known.get(externalId)?.recordId ?? null }),
    );
    const judged = await this.#importer.judge(this.#run, candidates);

    const created: (Keyed & { readonly fields: Fields })[] = [];
    const updated: (Keyed & Accepted<Fields> & { readonly known: KnownRow })[] = [];
    for (const [index, one] of pending.entries()) {
      const verdict = judged[index];
      if (verdict === undefined || 'errors' in verdict) this.#refuse(one.row, verdict?.errors ?? {});
      else {
        const before = known.get(one.externalId);
        if (before === undefined) created.push({ ...one, fields: verdict.fields });
        else updated.push({ ...one, id: before.recordId, fields: verdict.fields, known: before });
      }
    }
    await this.#run.copy?.assertSameRecords(this.#run.company, this.#kind, updated);
    // Existing rows first: a voided day makes room for the one that replaced it.
    await this.#update(updated);
    await this.#create(created);
    await this.#run.statistics.wrote(created.length + updated.length);
  }

  async #create(rows: readonly (Keyed & { readonly fields: Fields })[]): Promise<void> {
    if (rows.length === 0) return;
    const ids = await reserveIds(this.#run.all, this.#importer.table, rows.length);
    const numbered = rows.map((row, index) => ({ ...row, id: ids[index] as number }));
    await this.#importer.create(this.#run, numbered);
    await this.#run.externalIds.add(
      this.#kind,
      numbered.map(({ externalId, digest, id }) => ({ externalId, digest, recordId: id })),
    );
    this.#tally.of(this.#kind).created += rows.length;
    this.#run.copy?.saw(this.#kind, ids);
    for (const { externalId, id } of numbered) this.#note(externalId, id, 'created');
  }

  async #update(rows: readonly (Keyed & Accepted<Fields> & { readonly known: KnownRow })[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#importer.update(this.#run, rows);
    await this.#run.externalIds.change(rows.map(({ known, digest }) => ({ id: known.id, digest })));
    for (const { known } of rows) this.#changed.add(known.id);
    this.#tally.of(this.#kind).updated += rows.length;
    this.#run.copy?.saw(
      this.#kind,
      rows.map(({ id }) => id),
    );
    for (const { externalId, id } of rows) this.#note(externalId, id, 'updated');
  }

  #note(externalId: string, id: number, outcome: ImportedRow['outcome']): void {
    if (this.#tell !== null) this.#imported.set(externalId, { kind: this.#kind, externalId, id, outcome });
  }

  /** Rows whose key no earlier row of the chunk has. */
  #keyed(rows: readonly SourceRow[]): Keyed[] {
    const digests = new Map<string, string>();
    const keyed: Keyed[] = [];
    for (const row of rows) {
      const { errors, value } = judge(externalIdInput, row.values);
      const externalId = value.external_id;
      if (externalId === undefined) {
        this.#refuse(row, errors);
        continue;
      }
      const digest = this.#digest(row);
      const before = digests.get(externalId);
      if (before === undefined) {
        digests.set(externalId, digest);
        keyed.push({ row, externalId, digest });
      } else if (before === digest) this.#tally.of(this.#kind).unchanged += 1;
      else this.#refuse(row, { external_id: [issue('unique')] });
    }
    return keyed;
  }

  /** Skips an unchanged row; refuses a key that comes a second time. */
  #isPending({ row, externalId, digest }: Keyed, known: KnownRow | undefined): boolean {
    if (known === undefined) return true;
    if (known.digest === digest) {
      this.#tally.of(this.#kind).unchanged += 1;
      this.#run.copy?.saw(this.#kind, [known.recordId]);
      this.#note(externalId, known.recordId, 'unchanged');
      return false;
    }
    const isSecond = known.id > this.#lastIdBefore || this.#changed.has(known.id);
    if (isSecond) this.#refuse(row, { external_id: [issue('unique')] });
    return !isSecond;
  }

  /**
   * A keyed hash of the row's values: a plain hash of a value with few possibilities, such as an ID number, could be
   * guessed. Unknown columns are left out.
   */
  #digest({ values }: SourceRow): string {
    const said: unknown[] = [];
    const shown = this.#run.isExport ? asCell : (value: unknown) => value;
    for (const name of this.#names) if (Object.hasOwn(values, name)) said.push(name, shown(values[name]));
    return this.#hash(`import ${JSON.stringify(said)}`).slice(0, DIGEST_LENGTH);
  }

  #refuse(row: SourceRow, errors: Parameters<ImportTally['refuse']>[1]): void {
    this.#tally.refuse({ kind: this.#kind, file: this.#file.name, line: row.line }, errors);
  }

  /** Notes a row's columns that are not read; rows of JSON may have different ones. */
  #noteIgnored({ values }: SourceRow): void {
    for (const name of Object.keys(values)) {
      if (this.#seen.has(name)) continue;
      this.#tally.ignore(this.#file.name, name);
      if (this.#seen.size < MOST_SEEN) this.#seen.add(name);
    }
  }
}
