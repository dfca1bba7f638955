import { type Actor, actorName } from '../actor.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Changes } from './audit-facts.ts';
import type { AuditEntry, AuditLog } from './audit-log.ts';

/** Ids and words, never values that must not be exposed (SPEC 1). */
type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[] | Changes>>;

/**
 * Audits an act of a person or the product, within the act's own transaction (D:U9). A token's act is a call and has
 * the call's row.
 */
export function auditAct(
  audit: AuditLog,
  company: CompanyTransaction,
  actor: Actor,
  action: string,
  facts: Facts,
): Promise<void> {
  if (actor.kind === 'token') return Promise.resolve();
  return audit.write(company.manager, actEntry(actor, action, facts));
}

/** The audit's entry for an act of a person or the product. */
export function actEntry(actor: Actor, action: string, facts: object): AuditEntry {
  return {
    kind: actor.kind === 'account' ? 'admin' : 'system',
    companyId: actor.companyId,
    action,
    caller: actorName(actor),
    loginId: actor.kind === 'account' ? actor.loginId : null,
    ip: (actor.kind === 'account' ? actor.origin?.ip : null) ?? null,
    requestId: (actor.kind === 'account' ? actor.origin?.requestId : null) ?? null,
    detail: JSON.stringify(facts),
  };
}

/** The audit's entry for an act of the operator, about all companies or one. */
export function operatorEntry(action: string, facts: object, companyId: number | null = null): AuditEntry {
  return { kind: 'system', action, caller: 'operator', companyId, detail: JSON.stringify(facts) };
}
