import { defineTable, generatedId, instant, integer, type RowOf, text, word } from '@shaon/core/storage';

/** `pending` is shown but does not sign `X-Service-Signature`; `previous` still signs `webhook-signature` (D:V15). */
export type SecretState = 'pending' | 'current' | 'previous' | 'revoked';

export const secretTable = defineTable({
  name: 'shaon_webhook_secret',
  columns: {
    id: generatedId,
    companyId: integer,
    endpointId: integer,
    ciphertext: text,
    state: word<SecretState>(),
    createdAt: instant,
    /** When a pending secret takes over, or a previous one stops signing. */
    expiresAt: instant.nullable,
    /** How long the previous secret still signs after this one has taken over. */
    overlapHours: integer,
  },
  indices: [{ columns: ['companyId', 'endpointId', 'id'] }],
  references: { endpointId: 'shaon_webhook_endpoint' },
  checks: { state: `"state" IN ('pending', 'current', 'previous', 'revoked')` },
});

/** A signing secret of an endpoint, encrypted (D:V14). */
export type SecretRow = RowOf<typeof secretTable>;
