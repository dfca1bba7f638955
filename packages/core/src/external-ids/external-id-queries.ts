import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql, deleteOf } from '../database/sql/statement.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';
import { takenExternalId } from './external-id-rules.ts';

/** A record with the other system's key for it. */
export interface ExternalId {
  readonly id: number;
  readonly externalId: string;
}

/** What is stored of a key. */
export interface KnownKey {
  /** The id of the row of `shaon_external_id`. */
  readonly id: number;
  readonly recordId: number;
  readonly digest: string;
}

const KNOWN = eachDialect(
  (dialect) => companySql`SELECT x.id, x.external_id, x.record_id, x.digest FROM ${externalIdTable} x
    WHERE x.kind = $2 AND x.external_id ${DIFFERENCES[dialect].inList('$3')}`,
);

/** Those of the keys that a record of the kind has. */
export async function findKeys(
  scope: CompanyScope,
  kind: ExternalIdKind,
  externalIds: readonly string[],
): Promise<Map<string, KnownKey>> {
  const rows = await scope.rows(KNOWN[scope.dialect], [kind, externalIds]);
  return new Map(
    rows.map((row) => [
      String(row.external_id),
      { id: Number(row.id), recordId: Number(row.record_id), digest: String(row.digest) },
    ]),
  );
}

const LIST = companySql`SELECT x.record_id, x.external_id FROM ${externalIdTable} x
  WHERE x.kind = $2 AND x.record_id > $3 ORDER BY x.record_id LIMIT $4`;

/** Records of the kind with a key, by id ascending, after the id `after`. */
export async function listExternalIds(
  scope: CompanyScope,
  kind: ExternalIdKind,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ExternalId[]> {
  const rows = await scope.rows(LIST, [kind, after, limit]);
  return rows.map((row) => ({ id: Number(row.record_id), externalId: String(row.external_id) }));
}

/**
 * Sets a record's key, replacing another one; false if it already has this one. The record is locked or new, so nobody
 * else sets its key. The digest is cleared, so an import that has the key updates the record.
 */
export async function storeExternalId(
  company: CompanyTransaction,
  kind: ExternalIdKind,
  recordId: number,
  externalId: string,
): Promise<boolean> {
  const [own] = await company.lockAll(externalIdTable, { kind, recordId });
  if (own?.externalId === externalId) return false;
  // The unique key decides; checking first only gives a better message.
  const holder = await company.findOne(externalIdTable, { kind, externalId });
  if (holder !== null) throw takenExternalId(kind, holder.recordId);
  if (own === undefined) await company.append(externalIdTable, { kind, externalId, recordId, digest: '' });
  else await company.update(externalIdTable, own, { externalId, digest: '' });
  return true;
}

const FORGET = deleteOf(externalIdTable, { where: 'kind = $2 AND record_id = $3', returning: 'id' });

/**
 * Removes a record's key, so that another record may have it and importing its source row again makes a new record;
 * false if it has none.
 */
export async function removeExternalId(
  company: CompanyTransaction,
  kind: ExternalIdKind,
  recordId: number,
): Promise<boolean> {
  return (await company.change(FORGET, [kind, recordId])).length > 0;
}
