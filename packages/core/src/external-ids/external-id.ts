import { bigInteger, generatedBigId, integer, text } from '../database/sql/columns.ts';
import { defineTable } from '../database/sql/table.ts';

/** The kinds of records that can have an external key; a `shift` is a wage preset, `attendance` one working day. */
export const EXTERNAL_ID_KINDS = ['department', 'branch', 'shift', 'employee', 'leave', 'attendance'] as const;
/** The kind of record that a key belongs to. */
export type ExternalIdKind = (typeof EXTERNAL_ID_KINDS)[number];

/**
 * Maps our records to those of the embedding product or of an imported source. A record has at most one key. Never in
 * the API.
 */
export const externalIdTable = defineTable({
  name: 'shaon_external_id',
  columns: {
    id: generatedBigId,
    companyId: integer,
    /** An `ExternalIdKind`: external ids are unique per company and kind. */
    kind: text,
    externalId: text,
    recordId: bigInteger,
    /** Digest of the source row, by which the import recognises an unchanged row; '' if no import wrote the record. */
    digest: text,
  },
  uniques: [['companyId', 'kind', 'externalId']],
  indices: [{ columns: ['companyId', 'kind', 'recordId'] }],
  refersToCompany: true,
});
