import type { Origin } from '../actor.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { LoginRow } from './login.ts';

/** The audit's entry for a session that was started or refused; `login` is null for an unknown address. */
export function sessionEntry(
  action: 'session.start' | 'session.refused',
  login: LoginRow | null,
  origin: Origin,
  facts: object,
): AuditEntry {
  return {
    kind: 'admin',
    action,
    companyId: login?.companyId ?? null,
    loginId: login?.id ?? null,
    caller: login?.name ?? null,
    ip: origin.ip ?? null,
    requestId: origin.requestId ?? null,
    detail: JSON.stringify(facts),
  };
}
