import type { Actor } from '../actor.ts';
import { lockCompanyForShare } from '../companies/company-queries.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { violatesUnique } from '../database/sql/constraint-errors.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql, deleteOf } from '../database/sql/statement.ts';
import { type ShaonError, stateConflict } from '../errors.ts';
import { validate } from '../input/validate.ts';
import { retry } from '../retry.ts';
import { type ExternalIdKind, externalIdTable } from './external-id.ts';
import { externalIdInput } from './external-id-input.ts';

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

const OF_RECORDS = eachDialect(
  (dialect) => companySql`SELECT x.record_id, x.external_id FROM ${externalIdTable} x
    WHERE x.kind = $2 AND x.record_id ${DIFFERENCES[dialect].inList('$3')}`,
);

/** The keys of those records of the kind that have one. */
export async function externalIdsOf(
  scope: CompanyScope,
  kind: ExternalIdKind,
  recordIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await scope.rows(OF_RECORDS[scope.dialect], [kind, recordIds]);
  return new Map(rows.map((row) => [Number(row.record_id), String(row.external_id)]));
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

/** A key belongs to one record of its kind. The message names that record, never the key, which may be an ID number. */
export function takenExternalId(kind: ExternalIdKind, recordId: number | null): ShaonError {
  const holder = recordId === null ? `another ${kind}` : `${kind} ${recordId}`;
  return stateConflict(
    `This external id is that of ${holder} already. Give another one, or take it from there first: core.externalIds.remove.`,
    { kind, record_id: recordId },
  );
}

/** A try fails only if another write was committed meanwhile, so few tries are enough. */
const TRIES = 3;

/**
 * Writes again if another transaction took the key between check and write: the next check finds the record that has
 * it, and refuses with its id.
 */
export async function retryOnTakenExternalId<T>(kind: ExternalIdKind, lookAndWrite: () => Promise<T>): Promise<T> {
  return retry(TRIES, isTakenExternalId, lookAndWrite).catch((error: unknown) => {
    throw isTakenExternalId(error) ? takenExternalId(kind, null) : error;
  });
}

const isTakenExternalId = (error: unknown): boolean =>
  violatesUnique(error, externalIdTable.name, ['company_id', 'kind', 'external_id']);

/** The options of a service that creates a record. */
export interface CreateOptions extends WriteOptions {
  /**
   * The embedding product's own key for the new record, stored in the same transaction: at most 255 characters, unique
   * per company and kind (`state_conflict`). Null and absent mean none. The API cannot set it.
   */
  readonly externalId?: string | null | undefined;
}

/** A write that creates one record and stores the product's key for it, if given. */
export async function createWithExternalId<Made extends { readonly id: number }>(
  database: CompanyWrites,
  actor: Actor,
  transactionName: string,
  { externalId = null, ...options }: CreateOptions,
  kind: ExternalIdKind,
  create: (company: CompanyTransaction) => Promise<Made>,
): Promise<Made> {
  if (externalId === null) return database.write(actor, transactionName, options, create);
  const { external_id } = validate(externalIdInput, { external_id: externalId });
  const createWithId = async (company: CompanyTransaction): Promise<Made> => {
    await lockCompanyForShare(company);
    const made = await create(company);
    await storeExternalId(company, kind, made.id, external_id);
    return made;
  };
  return retryOnTakenExternalId(kind, () => database.write(actor, transactionName, options, createWithId));
}
