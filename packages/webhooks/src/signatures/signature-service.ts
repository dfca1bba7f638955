import { examineSignature, type SignatureExamination } from '@shaon/client-sdk/webhooks';
import { type Actor, authorize, InvalidInputError, isShaonError, type KeyRing, type WriteOptions } from '@shaon/core';
import { issue } from '@shaon/core/input';
import type { CompanyTransaction } from '@shaon/core/storage';
import { findDelivery } from '../deliveries/delivery-queries.ts';
import { auditedEndpointWrite, type EndpointWriteParts } from '../endpoints/audited-endpoint-write.ts';
import { type SecretRow, secretTable } from '../endpoints/endpoint-secret.ts';
import { openSecret } from '../endpoints/secret-box.ts';
import { secretsAsOf } from '../endpoints/signing-secrets.ts';
import { newSecret } from '../signature.ts';
import { pastedHeaders } from './pasted-headers.ts';

/** A request as a receiver got it, or believes so. */
export interface PastedRequest {
  readonly body: string;
  /** Its headers, one per line in any common form; a signature alone is enough. */
  readonly headers: string;
}

/** How a pasted body differs from the sent one, if the headers name a delivery to this endpoint. */
export interface SentBody {
  readonly deliveryId: number;
  /** The first differing character, from 0; null if the bodies are equal. */
  readonly differsAt: number | null;
  readonly sentLength: number;
  readonly pastedLength: number;
}

/** The result for a pasted request. It contains no secret and nothing derived from one. */
export interface SignatureReport extends Omit<SignatureExamination, 'fault'> {
  /** The fault, as far as it can be determined; null if a receiver should accept the request. */
  readonly fault: SignatureExamination['fault'] | 'revoked_secret';
  /** The secrets that were tried, to which the verdicts' indexes point. */
  readonly tried: readonly { readonly state: SecretRow['state']; readonly createdAt: Date }[];
  readonly sent: SentBody | null;
  /** Secrets that could not be tried, because their key is missing or they are damaged. */
  readonly unreadableSecrets: number;
}

/** Helps a receiver's programmer whose verification fails. Throws `not_permitted` except for admins and the product. */
export interface SignatureService {
  /**
   * Finds which of the endpoint's twenty newest secrets signed a pasted request, or whether its body, its time or the
   * form of a header is wrong. It opens the secrets, shows none, and is audited. Throws `not_found`, `invalid_input`.
   */
  examine(actor: Actor, endpointId: number, pasted: PastedRequest, options?: WriteOptions): Promise<SignatureReport>;
}

type TriedSecret = SignatureReport['tried'][number] & { readonly secret: string };

/** Characters of a pasted text; no event is nearly as long. */
const MAX_PASTED = 200_000;

/** Only the newest secrets are tried: each is tried on each form of the body, and an admin may create any number. */
const MAX_TRIED = 20;

export function createSignatureService(parts: EndpointWriteParts): SignatureService {
  const { clock, keys } = parts;
  const write = auditedEndpointWrite(parts);

  return {
    async examine(actor, id, { body, headers }, options = {}) {
      authorize(actor, 'webhooks.manage');
      assertPasted({ body, headers });
      const pasted = pastedHeaders(headers);
      return write(actor, 'signature.examine', id, options, async (company) => {
        const rows = secretsAsOf(await company.find(secretTable, { endpointId: id }), clock.now());
        const newest = rows.toReversed().slice(0, MAX_TRIED);
        const tried = newest.flatMap((row) => readable(keys, row));
        // The examination needs a secret; nothing is signed with this one.
        const secrets = tried.length > 0 ? tried.map(({ secret }) => secret) : [newSecret()];
        const examination = await examineSignature(body, pasted, secrets, clock.now().getTime());
        const sent = await sentBody(company, id, pasted['webhook-id'], body);
        return {
          ...examination,
          fault: endpointFault(examination, tried, sent),
          tried: tried.map(({ state, createdAt }) => ({ state, createdAt })),
          sent,
          unreadableSecrets: newest.length - tried.length,
        };
      });
    },
  };
}

/** Nothing for a secret whose key is missing, or that is damaged. */
function readable(keys: KeyRing, row: SecretRow): TriedSecret[] {
  try {
    return [{ state: row.state, createdAt: row.createdAt, secret: openSecret(keys, row) }];
  } catch (error) {
    if (isShaonError(error)) return [];
    throw error;
  }
}

/** What the endpoint's own rows add: the sent body, and which secrets are revoked. */
function endpointFault(
  { fault, service, standard }: SignatureExamination,
  tried: readonly TriedSecret[],
  sent: SentBody | null,
): SignatureReport['fault'] {
  if (fault === 'body_or_secret' && sent !== null) return sent.differsAt === null ? 'other_secret' : 'body';
  if (fault !== null && fault !== 'time' && fault !== 'other_secret') return fault;
  const isRevoked = [service, standard].some((one) => one.is === 'match' && tried[one.secret]?.state === 'revoked');
  return isRevoked ? 'revoked_secret' : fault;
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

/** The position where two texts begin to differ, in characters; null if they are equal. */
function firstDifference(one: string, other: string): number | null {
  const [left, right] = [[...one], [...other]];
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index++) if (left[index] !== right[index]) return index;
  return null;
}
