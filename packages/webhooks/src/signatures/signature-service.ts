import { type Actor, authorize, InvalidInputError, isShaonError, type WriteOptions } from '@shaon/core';
import { issue } from '@shaon/core/input';
import type { CompanyTransaction } from '@shaon/core/storage';
import { findDelivery } from '../deliveries/delivery-queries.ts';
import { auditedEndpointWrite, type EndpointWriteParts } from '../endpoints/audited-endpoint-write.ts';
import { secretTable } from '../endpoints/endpoint-secret.ts';
import { openSecret } from '../endpoints/secret-box.ts';
import { secretsAsOf } from '../endpoints/signing-secrets.ts';
import { pastedHeaders } from './pasted-headers.ts';
import {
  examineSignature,
  faultOf,
  firstDifference,
  type SentBody,
  type SignatureReport,
  type TriedSecret,
} from './signature-examination.ts';

/** A request as a receiver got it, or believes so. */
export interface PastedRequest {
  readonly body: string;
  /** Its headers, one per line in any common form; a signature alone is enough. */
  readonly headers: string;
}

/** Helps a receiver's programmer whose verification fails. Throws `not_permitted` except for admins and the product. */
export interface SignatureService {
  /**
   * Finds which of the endpoint's twenty newest secrets signed a pasted request, or whether its body, its time or the
   * form of a header is wrong. It opens the secrets, shows none, and is audited. Throws `not_found`, `invalid_input`.
   */
  examine(actor: Actor, endpointId: number, pasted: PastedRequest, options?: WriteOptions): Promise<SignatureReport>;
}

/** Characters of a pasted text; no event is nearly as long. */
const MAX_PASTED = 200_000;

/** Only the newest secrets are tried: each is tried on each form of the body, and an admin may create any number. */
const MAX_TRIED = 20;

export function createSignatureService(parts: EndpointWriteParts): SignatureService {
  const { clock, keys } = parts;
  const write = auditedEndpointWrite(parts);

  /** The newest secret first; null for one that cannot be read. */
  async function triedSecrets(company: CompanyTransaction, endpointId: number): Promise<(TriedSecret | null)[]> {
    const rows = secretsAsOf(await company.find(secretTable, { endpointId }), clock.now());
    const newest = rows.toReversed().slice(0, MAX_TRIED);
    return newest.map((row) => {
      try {
        return { state: row.state, createdAt: row.createdAt, secret: openSecret(keys, row) };
      } catch (error) {
        if (isShaonError(error)) return null;
        throw error;
      }
    });
  }

  return {
    async examine(actor, id, { body, headers }, options = {}) {
      authorize(actor, 'webhooks.manage');
      assertPasted({ body, headers });
      const pasted = { body, headers: pastedHeaders(headers) };
      return write(actor, 'signature.examine', id, options, async (company) => {
        const secrets = await triedSecrets(company, id);
        const tried = secrets.filter((secret) => secret !== null);
        const verdicts = examineSignature(pasted, tried, clock.now());
        const sent = await sentBody(company, id, pasted.headers.messageId, body);
        return {
          ...verdicts,
          fault: faultOf(verdicts, sent),
          sent,
          unreadableSecrets: secrets.length - tried.length,
        };
      });
    },
  };
}

function assertPasted(pasted: PastedRequest): void {
  for (const name of ['body', 'headers'] as const) {
    const text: unknown = pasted[name];
    if (typeof text !== 'string') throw new InvalidInputError({ [name]: [issue('string')] });
    if (text.length > MAX_PASTED) throw new InvalidInputError({ [name]: [issue('max_length', { max: MAX_PASTED })] });
  }
}

/** Compares the delivery that the headers name with the pasted body; null if they name none to this endpoint. */
async function sentBody(
  company: CompanyTransaction,
  endpointId: number,
  messageId: string | undefined,
  pasted: string,
): Promise<SentBody | null> {
  const deliveryId = Number(/^msg_(\d{1,15})$/.exec(messageId ?? '')?.[1]);
  const delivery = await findDelivery(company, deliveryId);
  if (delivery === null || delivery.endpointId !== endpointId) return null;
  return {
    deliveryId,
    differsAt: firstDifference(delivery.body, pasted),
    sentLength: [...delivery.body].length,
    pastedLength: [...pasted].length,
  };
}
