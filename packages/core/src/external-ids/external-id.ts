import { bigInteger, generatedBigId, integer, text } from '../database/columns.ts';
import { defineTable, type Table } from '../database/table.ts';

/** Which of our records came from which row of an imported source, so that importing it again updates it. Never in the API. */
export interface ExternalIdRow {
  id: number;
  companyId: number;
  /** `employee`, `attendance`, …: external ids are unique per company and kind. */
  kind: string;
  externalId: string;
  recordId: number;
  /** Digest of the source row, by which an unchanged one is recognised. */
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
