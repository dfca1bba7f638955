import { InvalidInputError, type SessionActor } from '@shaon/core';
import type { BrowserRequest } from '../../browser-request.ts';
import { FormState } from '../../form-state.ts';
import { refusedPassword } from './refused-password.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

/**
 * The form of a known person who gave a wrong password or code: the error beside its field, or the waiting time after
 * too many wrong ones. Other errors are rethrown.
 */
export async function refusedProof(request: BrowserRequest, actor: SessionActor, error: unknown): Promise<FormState> {
  const { core, form, t, now } = request;
  const refused = refusedPassword(request, error);
  const given = error instanceof InvalidInputError ? error.errors : {};
  const isWrong = (field: string) => given[field]?.some(({ rule }) => rule === 'current_password') ?? false;
  const wrong = {
    ...(isWrong('current_password') && { current_password: [t.account.wrongPassword] }),
    ...(isWrong('password') && { password: [t.account.wrongPassword] }),
    ...(isWrong('code') && { code: [t.account.wrongCode] }),
  };
  if (Object.keys(wrong).length === 0) return refused;
  const { blockedUntil } = await core.accounts.own(actor);
  if (blockedUntil === null || blockedUntil <= now) {
    return FormState.refused(form, { ...refused.errors, ...wrong }, null);
  }
  return FormState.refused(form, {}, tooManyAttempts(request, blockedUntil));
}
