import type { ImportFile, ImportKind, ImportReport, SourceRow } from '@shaon/core';
import { ImportRefusedError } from '@shaon/core';
import { refusal, validIdNumber } from '../support.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Rows of one kind as a file of CSV would give them: the header is line 1. */
export function fileOf(kind: ImportKind, rows: readonly Values[], chunk = 1_000): ImportFile {
  return {
    kind,
    name: `${kind}.csv`,
    async *rows() {
      for (let at = 0; at < rows.length; at += chunk) {
        yield rows.slice(at, at + chunk).map((values, index): SourceRow => ({ line: at + index + 2, values }));
      }
    },
  };
}

let serial = 0;

/** A person whom nobody else is. */
export function person(externalId: string, overrides: Values = {}): Values {
  serial += 1;
  return {
    external_id: externalId,
    name: `ינאי ${serial}`,
    id_number: validIdNumber(50_000_000 + serial),
    email: `imported${serial}@example.test`,
    phone: '050-7654321',
    salary_type: 'hourly',
    hourly_rate: '40',
    ...overrides,
  };
}

/** What an import that was refused says of it. */
export async function refusedReport(work: Promise<unknown>): Promise<ImportReport> {
  const error = await refusal(work);
  if (error instanceof ImportRefusedError) return error.report;
  throw error;
}
