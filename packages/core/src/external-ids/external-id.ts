import { bigInteger, generatedBigId, integer, text } from '../database/columns.ts';
import type { RowOf } from '../database/row-of.ts';
import { defineTable, type Table } from '../database/table.ts';

/** The kinds of records that may carry a key of another system: a `shift` is a wage preset, `attendance` one working day. */
export const EXTERNAL_ID_KINDS = ['department', 'branch', 'shift', 'employee', 'leave', 'attendance'] as const;
/** What a key is of. */
export type ExternalIdKind = (typeof EXTERNAL_ID_KINDS)[number];

const columns = {
  id: generatedBigId,
  companyId: integer,
  /** An `ExternalIdKind`: external ids are unique per company and kind. */
  kind: text,
  externalId: text,
  recordId: bigInteger,
  /** Digest of the source row, by which an unchanged one is recognised; '' where no import has brought the record. */
  digest: text,
};

/**
 * Which of our records is which in the product that embeds us, or in an imported source. A record has one key at most.
 * Never in the API.
 */
type ExternalIdRow = RowOf<typeof columns>;

export const externalIdTable: Table<ExternalIdRow> = defineTable<ExternalIdRow>({
  name: 'shaon_external_id',
  entity: 'ShaonExternalId',
  columns,
  uniques: [['companyId', 'kind', 'externalId']],
  indices: [{ columns: ['companyId', 'kind', 'recordId'] }],
  owner: { companyId: 'ShaonCompany' },
});
