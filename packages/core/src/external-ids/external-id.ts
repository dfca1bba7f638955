import { bigInteger, generatedBigId, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** The kinds of records that may carry a key of another system: a `shift` is a wage preset, `attendance` one working day. */
export const EXTERNAL_ID_KINDS = ['department', 'branch', 'shift', 'employee', 'leave', 'attendance'] as const;
/** What a key is of. */
export type ExternalIdKind = (typeof EXTERNAL_ID_KINDS)[number];

/**
 * Which of our records is which in the product that embeds us, or in an imported source. A record has one key at most.
 * Never in the API.
 */
export interface ExternalIdRow {
  id: number;
  companyId: number;
  /** An `ExternalIdKind`: external ids are unique per company and kind. */
  kind: string;
  externalId: string;
  recordId: number;
  /** Digest of the source row, by which an unchanged one is recognised; '' where no import has brought the record. */
  digest: string;
}

export const externalIdTable: Table<ExternalIdRow> = defineTable<ExternalIdRow>({
  name: 'shaon_external_id',
  entity: 'ShaonExternalId',
  columns: {
    id: generatedBigId,
    companyId: integer,
    kind: text,
    externalId: text,
    recordId: bigInteger,
    digest: text,
  },
  uniques: [['companyId', 'kind', 'externalId']],
  indices: [{ columns: ['companyId', 'kind', 'recordId'] }],
  owner: { companyId: 'ShaonCompany' },
});
