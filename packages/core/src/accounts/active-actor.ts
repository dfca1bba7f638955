import type { Actor } from '../actor.ts';
import { flag } from '../database/sql/columns.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { companySql } from '../database/sql/statement.ts';
import { ShaonError } from '../errors.ts';
import { signInFirst } from '../unfinished-sign-in.ts';
import { loginTable } from './login.ts';

const LOGIN_STATE = companySql`SELECT l.disabled_at IS NOT NULL AS is_disabled FROM ${loginTable} l WHERE l.id = $2`;

/**
 * An actor object may outlive its log-in: a page or a product may still hold it after the person was frozen or the
 * account disabled. Throws `not_authenticated` then, and `not_permitted` for a person whose sign-in is not complete
 * (D:F4, A15). `Database` calls it for each person before the first statement of a read and of a write, so that no
 * service can forget it. A log-in that the company does not have is the product's own and is not checked.
 */
export async function assertStillActive(scope: CompanyScope, actor: Actor): Promise<void> {
  if (actor.kind === 'token' || actor.kind === 'system') return;
  if (actor.kind !== 'account') throw signInFirst(actor);
  const [login] = await scope.rows(LOGIN_STATE, [actor.loginId]);
  if (login === undefined || !flag.fromDatabase(login.is_disabled)) return;
  throw new ShaonError('not_authenticated', 'This account was disabled.', { loginId: actor.loginId });
}
