import type { Ability, TokenDay, TokenSummary } from '@shaon/core';
import type { IconName } from '../../components/icon.ts';
import { code } from '../../components/texts.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { idleDays, UNUSED_DAYS } from './token-state.ts';

/** Hints for admins: an unused token, an unused ability, calls after the revocation, many taken values (D:W10). */
export function hintsOf(
  page: Page,
  token: TokenSummary,
  known: { readonly unused: readonly Ability[]; readonly refusedSince: number; readonly conflicts: number },
): (readonly [IconName, Html | string])[] {
  const { t, format, now } = page;
  if (token.revokedAt !== null) {
    return known.refusedSince === 0 ? [] : [['slash', t.tokens.refusedSince(format.number(known.refusedSince))]];
  }
  const idle = idleDays(token, now);
  if (idle !== null) return [['info', t.tokens.idle(format.number(idle))]];
  const unused = known.unused.map(
    (ability) => ['info', t.tokens.unusedAbility(code(ability), format.number(UNUSED_DAYS))] as const,
  );
  return known.conflicts === 0 ? unused : [['alert', t.tokens.conflicts(format.number(known.conflicts))], ...unused];
}

/**
 * By token: the most calls in one of the last 24 hours that ran into taken values, if many did. The audit is searched
 * only where the last days' counts allow it.
 */
export async function conflictsOf(page: Page, days: readonly TokenDay[]): Promise<ReadonlyMap<number, number>> {
  const most = new Map<number, number>();
  if (days.every(({ refused }) => refused === 0)) return most;
  for (const { tokenId, conflicts } of await page.core.auditReads.bursts(page.actor)) {
    most.set(tokenId, Math.max(conflicts, most.get(tokenId) ?? 0));
  }
  return most;
}
