import type { Ability, TokenDay, TokenSummary } from '@shaon/core';
import { type IconName, icon } from '../../components/icon.ts';
import { author, code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { callsCell } from './token-days.ts';
import { idleDays, stateBadge, stateOf, UNUSED_DAYS, validity } from './token-state.ts';
import { abilityTags, shownToken, tokenLink } from './token-words.ts';

/** The list's data about a token's use. */
export interface TokenNews {
  readonly dates: readonly string[];
  readonly days: readonly TokenDay[];
  readonly unused: readonly Ability[];
  readonly refusedSince: number;
}

export function tokenRow(page: Page, token: TokenSummary, news: TokenNews): Html {
  const { t, format, now } = page;
  const isPast = stateOf(token, now) !== 'active';
  const used =
    token.lastUsedAt === null
      ? html`${t.tokens.neverUsed}`
      : html`${format.ago(token.lastUsedAt)}${token.lastUsedIp !== null && html`<span class="sub">${code(token.lastUsedIp)}</span>`}`;
  return html`<tr${isPast && html` class="past"`}>
<th scope="row"><span class="d-flex flex-wrap align-items-baseline column-gap-3">${tokenLink(page, token)}<span class="faint nowrap">${shownToken(token)}</span></span>${abilityTags(page, token.abilities)}${hintsOf(page, token, news).map(([shape, text]) => html`<span class="note mt-1">${icon(shape)}<span>${text}</span></span>`)}</th>
<td>${stateBadge(page, token)}<span class="sub mt-1">${validity(page, token)}${token.revokedBy !== null && html`, ${author(t, token.revokedBy)}`}</span></td>
<td class="d-none d-xl-table-cell">${callsCell(page, news.dates, news.days)}</td>
<td class="d-none d-md-table-cell">${used}</td>
<td class="d-none d-xl-table-cell">${value(format.shortDate(token.createdAt))}<span class="sub">${author(t, token.createdBy)}</span></td></tr>`;
}

/** Hints for admins: an unused token, an unused ability, calls after the revocation. */
export function hintsOf(
  page: Page,
  token: TokenSummary,
  { unused, refusedSince }: Pick<TokenNews, 'unused' | 'refusedSince'>,
): (readonly [IconName, Html | string])[] {
  const { t, format, now } = page;
  if (token.revokedAt !== null) {
    return refusedSince === 0 ? [] : [['slash', t.tokens.refusedSince(format.number(refusedSince))]];
  }
  const idle = idleDays(token, now);
  if (idle !== null) return [['info', t.tokens.idle(format.number(idle))]];
  return unused.map((ability) => ['info', t.tokens.unusedAbility(code(ability), format.number(UNUSED_DAYS))]);
}
