import type { Actor } from '../actor.ts';
import { lockCompanyForShare } from '../companies/company-queries.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { validate } from '../input/validate.ts';
import type { ExternalIdKind } from './external-id.ts';
import { externalIdInput } from './external-id-input.ts';
import { storeExternalId } from './external-id-queries.ts';
import { retryOnTakenExternalId } from './external-id-rules.ts';

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
