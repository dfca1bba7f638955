import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { lockCompanyForShare } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import type { ExternalIdKind } from './external-id.ts';
import { kindAndKeyInput, kindInput } from './external-id-input.ts';
import { removeExternalId, storeExternalId } from './external-id-queries.ts';
import { retryOnTakenExternalId } from './external-id-rules.ts';

/** Setting and removing records' keys. */
export interface ExternalIdWrites {
  /**
   * Sets a record's key, replacing the one it has; setting the same changes nothing. Throws `not_found`, and
   * `state_conflict` with `details.record_id` if another record has the key.
   */
  set(actor: Actor, kind: ExternalIdKind, id: number, externalId: string, options?: WriteOptions): Promise<void>;
  /** Removes a record's key, if it has one. Throws `not_found`. */
  remove(actor: Actor, kind: ExternalIdKind, id: number, options?: WriteOptions): Promise<void>;
}

/** Locks a record of a kind; null if the company has no such record. */
export type LockRecord = (company: CompanyTransaction, id: number) => Promise<object | null>;

export interface ExternalIdWriteParts extends Omit<WriteParts, 'clock'> {
  readonly records: Readonly<Record<ExternalIdKind, LockRecord>>;
}

export function createExternalIdWrites({ database, audit, records }: ExternalIdWriteParts): ExternalIdWrites {
  /** One transaction over a locked record; no import into the company runs at the same time. */
  function change(
    actor: Actor,
    what: 'set' | 'remove',
    { kind, id }: { readonly kind: ExternalIdKind; readonly id: number },
    options: WriteOptions,
    write: (company: CompanyTransaction) => Promise<boolean>,
  ): Promise<void> {
    return database.write(actor, `externalIds.${what}`, options, async (company) => {
      await lockCompanyForShare(company);
      orNotFound(await records[kind](company, id), kind);
      if (await write(company)) await auditAct(audit, company, actor, `external_id.${what}`, { kind, record_id: id });
    });
  }

  return {
    async set(actor, kind, id, externalId, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindAndKeyInput, { kind, external_id: externalId });
      await retryOnTakenExternalId(asked.kind, () =>
        change(actor, 'set', { kind: asked.kind, id }, options, (company) =>
          storeExternalId(company, asked.kind, id, asked.external_id),
        ),
      );
    },

    async remove(actor, kind, id, options = {}) {
      authorize(actor, 'external_ids.manage');
      const asked = validate(kindInput, { kind });
      await change(actor, 'remove', { kind: asked.kind, id }, options, (company) =>
        removeExternalId(company, asked.kind, id),
      );
    },
  };
}
