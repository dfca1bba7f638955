import { type Actor, authorize, type WriteOptions } from '@shaon/core';
import { validate } from '@shaon/core/input';
import { auditedEndpointWrite, type EndpointWriteParts } from './audited-endpoint-write.ts';
import { rotationInput } from './endpoint-input.ts';
import { beginRotation, DEFAULT_OVERLAP_HOURS, finishRotation, lockSecrets } from './secret-rotation.ts';

/** The part of EndpointService that writes signing secrets. */
export interface SecretWrites {
  /**
   * Creates the next secret and returns it in clear, only here; it takes over at `switchSecret` or after 24 h (D:V15).
   * Throws `invalid_input` on `overlap_hours`, `not_found`, `state_conflict` if one is waiting already.
   *
   * @param overlapHours how long the old one then still verifies in `webhook-signature`, 0 to 168, default 24
   */
  rotateSecret(actor: Actor, id: number, overlapHours?: number, options?: WriteOptions): Promise<string>;
  /** Makes the waiting secret take over now. Throws `state_conflict` if none is waiting, `not_found`. */
  switchSecret(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** For a leak: a waiting secret takes over, or a new one is created and returned; all older ones are revoked. */
  revokeOldSecrets(actor: Actor, id: number, options?: WriteOptions): Promise<string | null>;
}

export function createSecretWrites(parts: EndpointWriteParts): SecretWrites {
  const { clock, keys } = parts;
  const write = auditedEndpointWrite(parts);
  return {
    async rotateSecret(actor, id, overlapHours = DEFAULT_OVERLAP_HOURS, options = {}) {
      authorize(actor, 'webhooks.manage');
      const { overlap_hours = DEFAULT_OVERLAP_HOURS } = validate(rotationInput, { overlap_hours: overlapHours });
      return write(actor, 'secret.rotate', id, options, (company) =>
        beginRotation(company, keys, clock, id, overlap_hours),
      );
    },

    async switchSecret(actor, id, options = {}) {
      await write(actor, 'secret.switch', id, options, (company) => finishRotation(company, clock, id, 'overlap'));
    },

    async revokeOldSecrets(actor, id, options = {}) {
      return write(actor, 'secret.revoke', id, options, async (company) => {
        const rows = await lockSecrets(company, clock, id);
        const isWaiting = rows.some((row) => row.state === 'pending');
        const secret = isWaiting ? null : await beginRotation(company, keys, clock, id, 0);
        await finishRotation(company, clock, id, 'revoke');
        return secret;
      });
    },
  };
}
