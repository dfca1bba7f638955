import { type Actor, actorName } from '../actor.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { AuditLog } from './audit-log.ts';

/**
 * Audits an act of a person or the product, within the act's own transaction (D:U9). A token's act is a call and has
 * the call's row. `facts` are ids and words, never values that `SPEC 1` forbids to expose.
 */
export function auditAct(
  audit: AuditLog,
  company: CompanyTransaction,
  actor: Actor,
  action: string,
  facts: Readonly<Record<string, string | number | boolean | null | readonly string[]>>,
): Promise<void> {
  if (actor.kind === 'token') return Promise.resolve();
  return audit.write(company.manager, {
    kind: actor.kind === 'account' ? 'admin' : 'system',
    companyId: company.companyId,
    action,
    caller: actorName(actor),
    loginId: actor.kind === 'account' ? actor.loginId : null,
    detail: JSON.stringify(facts),
  });
}
