import type { TokenDay, TokenSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { copyable } from '../../components/copy.ts';
import { emptyState } from '../../components/empty.ts';
import { icon } from '../../components/icon.ts';
import { hereWith } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { author, code, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { callsCell, lastFourteenDays } from './token-days.ts';
import { conflictsOf, hintsOf } from './token-hints.ts';
import { stateBadge, stateOf, type TokenState, UNUSED_DAYS, validity } from './token-state.ts';
import { abilityTags, shownToken, tokenLink } from './token-words.ts';

const STATES: readonly TokenState[] = ['active', 'expired', 'revoked'];

export async function listTokens(page: Page): Promise<Answer> {
  const { core, actor, t, query } = page;
  const tokens = await core.tokens.list(actor);
  const add = linkButton(page, '/tokens/new', t.tokens.new, { look: 'primary', icon: 'plus' });
  const state = STATES.find((one) => one === query.get('state')) ?? null;
  return page.show({
    title: t.tokens.title,
    lead: t.tokens.lead,
    actions: [add],
    navigation: '/tokens',
    main: html`${facts(page)}${
      tokens.length === 0
        ? emptyState('key', t.tokens.none, t.tokens.noneText)
        : html`${tabs(page, tokens, state)}${await table(page, tokens, state)}`
    }`,
  });
}

/** The facts that a programmer needs first: the address, the limit, the documentation. */
export function facts(page: Page): Html {
  const { t, options, format } = page;
  const { docsUrl, openApiUrl } = options;
  const links = [
    docsUrl !== null && html`<a href="${docsUrl}">${t.tokens.docs}</a>`,
    openApiUrl !== null && html`<a href="${openApiUrl}">${t.tokens.openApi}</a>`,
  ].filter((link) => link !== false);
  return html`<div class="facts"><span class="mw-100"><span class="nowrap">${t.tokens.baseUrl}</span> ${copyable(
    t,
    'base-url',
    options.apiUrl,
    t.tokens.baseUrl,
  )}</span><span>${t.tokens.limit(options.limitPerMinute, format.number(options.limitPerMinute))}</span>${
    links.length > 0 &&
    html`<span class="ms-auto">${links.map((link, index) => html`${index > 0 && ' · '}${link}`)}</span>`
  }</div>`;
}

function tabs(page: Page, tokens: readonly TokenSummary[], chosen: TokenState | null): Html {
  const { t, format, now } = page;
  const tab = (state: TokenState | null): Html => {
    const count = tokens.filter((token) => state === null || stateOf(token, now) === state).length;
    return html`<li><a href="${hereWith(page, { state })}"${
      state === chosen && html` aria-current="page"`
    }>${t.tokens.tabs[state ?? 'all']} <span>${format.number(count)}</span></a></li>`;
  };
  return html`<ul class="tabs">${[null, ...STATES].map(tab)}</ul>`;
}

async function table(page: Page, tokens: readonly TokenSummary[], state: TokenState | null): Promise<Html> {
  const { t, core, actor, now } = page;
  const shown = STATES.filter((one) => state === null || one === state).flatMap((one) =>
    tokens.filter((token) => stateOf(token, now) === one),
  );
  if (shown.length === 0) return emptyState('key', t.tokens.noneOfState, t.tokens.noneOfStateText);
  const { dates, from, to } = lastFourteenDays(page);
  const [days, unused, refused] = await Promise.all([
    core.tokenUse.daily(actor, { from, to }),
    core.tokenUse.unused(actor, { days: UNUSED_DAYS }),
    core.tokenUse.refusedSinceRevocation(actor),
  ]);
  const daysOf = ({ id }: TokenSummary): TokenDay[] => days.filter(({ tokenId }) => tokenId === id);
  const conflicts = await conflictsOf(page, days);
  const unusedOf = new Map(unused.map(({ tokenId, abilities }) => [tokenId, abilities]));
  const hints = (token: TokenSummary) =>
    hintsOf(page, token, {
      unused: unusedOf.get(token.id) ?? [],
      refusedSince: refused.get(token.id) ?? 0,
      conflicts: conflicts.get(token.id) ?? 0,
    });
  const { caption, columns } = t.tokens;
  return recordTable<TokenSummary>(
    caption,
    [
      { head: columns.name, cell: (token) => nameCell(page, token, hints(token)) },
      { head: columns.state, cell: (token) => stateCell(page, token) },
      { head: columns.calls, cell: (token) => callsCell(page, dates, daysOf(token)), from: 'xl' },
      { head: columns.lastUsed, cell: (token) => usedCell(page, token), from: 'md' },
      { head: columns.created, cell: (token) => createdCell(page, token), from: 'xl' },
    ],
    shown,
    { isPast: (token) => stateOf(token, now) !== 'active' },
  );
}

function nameCell(page: Page, token: TokenSummary, hints: ReturnType<typeof hintsOf>): Html {
  const notes = hints.map(([shape, text]) => html`<span class="note mt-1">${icon(shape)}<span>${text}</span></span>`);
  return html`<span class="d-flex flex-wrap align-items-baseline column-gap-3">
${tokenLink(page, token)}<span class="faint nowrap">${shownToken(token)}</span></span>${abilityTags(page, token.abilities)}${notes}`;
}

function stateCell(page: Page, token: TokenSummary): Html {
  const by = token.revokedBy !== null && html`, ${author(page.t, token.revokedBy)}`;
  return html`${stateBadge(page, token)}<span class="sub mt-1">${validity(page, token)}${by}</span>`;
}

function usedCell({ t, format }: Page, { lastUsedAt, lastUsedIp }: TokenSummary): Html | string {
  if (lastUsedAt === null) return t.tokens.neverUsed;
  return html`${format.ago(lastUsedAt)}${lastUsedIp !== null && html`<span class="sub">${code(lastUsedIp)}</span>`}`;
}

const createdCell = ({ t, format }: Page, { createdAt, createdBy }: TokenSummary): Html =>
  html`${value(format.shortDate(createdAt))}<span class="sub">${author(t, createdBy)}</span>`;
