import { readFileSync } from 'node:fs';

export interface ServiceVector {
  name: string;
  secret: string;
  body: string;
  signature: string;
}

export interface StandardVector extends ServiceVector {
  id: string;
  timestamp: number;
}

/** The signatures that all packages and all documented languages must agree on. */
export const vectors: { serviceSignature: ServiceVector[]; standardWebhooks: StandardVector[] } = JSON.parse(
  readFileSync(new URL('../../../../test-vectors/signatures.json', import.meta.url), 'utf8'),
);

export const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const otherSecret = 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=';

export function standardHeaders(vector: StandardVector): Record<string, string> {
  return {
    'webhook-id': vector.id,
    'webhook-timestamp': String(vector.timestamp),
    'webhook-signature': vector.signature,
  };
}
