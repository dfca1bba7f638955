import type { Ability, TokenSummary } from '@shaon/core';
import type { IconName } from '../../components/icon.ts';
import { code } from '../../components/texts.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { idleDays, UNUSED_DAYS } from './token-state.ts';

/** Hints for admins: an unused token, an unused ability, calls after the revocation. */
export function hintsOf(
  page: Page,
  token: TokenSummary,
  { unused, refusedSince }: { readonly unused: readonly Ability[]; readonly refusedSince: number },
): (readonly [IconName, Html | string])[] {
  const { t, format, now } = page;
  if (token.revokedAt !== null) {
    return refusedSince === 0 ? [] : [['slash', t.tokens.refusedSince(format.number(refusedSince))]];
  }
  const idle = idleDays(token, now);
  if (idle !== null) return [['info', t.tokens.idle(format.number(idle))]];
  return unused.map((ability) => ['info', t.tokens.unusedAbility(code(ability), format.number(UNUSED_DAYS))]);
}
