import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type Core,
  createCore,
  type DocumentStore,
  type ExportedCompany,
  type ExportedRow,
  type ImportKind,
  type ImportReport,
  type ImportRequest,
  migrateCore,
  ShaonError,
  silentLog,
} from '@shaon/core';
import {
  assertKeptSearch,
  assertStoredCounts,
  createTestDatabase,
  type Dialect,
  TestClock,
  testedDialects,
} from '@shaon/testing';
import { fileOf } from '../import/support.ts';

/** An installation of its own: another database, other keys, another clock. */
export interface Installation {
  readonly core: Core;
  readonly clock: TestClock;
  /** What its product keeps; the source's documents are in its database. */
  readonly documents: MemoryDocuments;
}

/** A company as its export has it, in memory. */
export interface Exported {
  readonly company: ExportedCompany;
  readonly rows: Readonly<Record<ImportKind, readonly ExportedRow[]>>;
  readonly documents: ReadonlyMap<string, Buffer>;
}

/** Documents by their keys. */
class MemoryDocuments implements DocumentStore {
  readonly contents = new Map<string, Buffer>();
  #serial = 0;

  async put(companyId: number, content: Readable): Promise<string> {
    this.#serial += 1;
    const key = `${companyId}-${this.#serial}`;
    this.contents.set(key, await buffer(content));
    return key;
  }

  async open(_companyId: number, key: string): Promise<Readable> {
    const content = this.contents.get(key);
    if (content === undefined) throw new ShaonError('not_found', 'There is no such document.');
    return Readable.from([content]);
  }

  async remove(_companyId: number, key: string): Promise<void> {
    this.contents.delete(key);
  }
}

const NAMES = ['source', 'target'] as const;

/**
 * A suite on each database with a source and, of the same kind, what its exports are imported into: a product with a
 * store of its own.
 */
export function withTwoInstallations(
  title: string,
  body: (test: Readonly<Record<(typeof NAMES)[number], Installation>>) => void,
): void {
  for (const type of testedDialects()) {
    describe(`${title} (${type})`, () => {
      const test = {} as Record<(typeof NAMES)[number], Installation>;
      const ends: (() => Promise<void>)[] = [];
      before(async function () {
        this.timeout(60_000);
        for (const name of NAMES) test[name] = await open(type, name, ends);
      });
      after(async () => {
        for (const end of ends) await end();
      });
      body(test);
    });
  }
}

async function open(type: Dialect, name: (typeof NAMES)[number], ends: (() => Promise<void>)[]): Promise<Installation> {
  const fresh = await createTestDatabase(type, { migrate: migrateCore });
  const clock = new TestClock(new Date('2026-06-02T06:00:00.000Z'));
  const documents = new MemoryDocuments();
  const keys = `${name}:${Buffer.alloc(32, name).toString('base64')}`;
  const own = name === 'target' ? { documents } : {};
  const core = await createCore({ database: fresh.connection, keys, clock, ...own, log: silentLog });
  ends.push(async () => {
    await core.close();
    await assertStoredCounts(fresh.connection);
    await assertKeptSearch(fresh.connection);
    await fresh.drop();
  });
  return { core, clock, documents };
}

/** The whole export of a company. */
export async function exportOf({ core }: Pick<Installation, 'core'>, companyId: number): Promise<Exported> {
  const documents = new Map<string, Buffer>();
  const keepDocument = async (content: Readable): Promise<string> => {
    const bytes = await buffer(content);
    const place = `documents/${createHash('sha256').update(bytes).digest('hex')}`;
    documents.set(place, bytes);
    return place;
  };
  return core.exports.run({ companyId, keepDocument }, async ({ company, files }) => {
    const rows: Partial<Record<ImportKind, ExportedRow[]>> = {};
    for (const { kind, rows: pages } of files) {
      rows[kind] = [];
      for await (const page of pages()) rows[kind].push(...page);
    }
    return { company, rows: rows as Exported['rows'], documents };
  });
}

/** Imports an export, its rows some at a time. */
export async function importExport(
  { core }: Pick<Installation, 'core'>,
  { company: exportedCompany, rows, documents }: Exported,
  request: Pick<ImportRequest, 'company'> & Partial<ImportRequest>,
  chunk?: number,
): Promise<ImportReport> {
  return core.imports.run({
    isExport: true,
    exportedCompany,
    absenceTypes: exportedCompany.absence_types,
    openDocument: async (place) => Readable.from([documents.get(place) as Buffer]),
    files: Object.entries(rows).map(([kind, list]) => fileOf(kind as ImportKind, list, chunk)),
    ...request,
  });
}

/** What `companies.create` takes of an export. */
export function newCompanyOf({ company }: Exported): ImportRequest['company'] {
  const { format: _, absence_types: __, second_factor_since: ___, payroll_columns: ____, ...create } = company;
  return { create: create as { name: string } };
}
