import type { TokenSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { remark } from '../../components/flash.ts';
import { author, code, name, value } from '../../components/texts.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { lastFourteenDays, sumOfDays } from './token-days.ts';
import { abilityTags, shownToken } from './token-words.ts';

/** Asks before a token is revoked, and shows its present use. */
export const revokeToken: ConfirmPage<TokenSummary> = {
  back: (_page, { id }) => `/tokens/${id}`,
  record: (page) => page.core.tokens.get(page.actor, page.id()),
  async ask(page, token) {
    if (token.revokedAt !== null) return alreadyRevoked(page, token);
    const { title, revoke } = page.t.tokens;
    return {
      title: revoke.title,
      question: revoke.question(name(token.name)),
      consequence: revoke.consequence(code('401')),
      facts: html`${await lastUse(page, token)}${factsOf(page, token)}`,
      verb: revoke.verb,
      keep: revoke.keep,
      navigation: '/tokens',
      crumbs: [
        { href: '/tokens', label: title },
        { href: `/tokens/${token.id}`, label: name(token.name) },
      ],
    };
  },
  /** Takes effect with the next call (SPEC 1); revoking a token twice changes nothing. */
  async save(page, token) {
    if (token.revokedAt !== null) return alreadyRevoked(page, token);
    await page.core.tokens.revoke(page.actor, token.id);
    return page.t.tokens.revoke.done;
  },
};

const alreadyRevoked = (page: Page, { id }: TokenSummary): Answer =>
  page.redirect(`/tokens/${id}`, { tone: 'wait', text: page.t.tokens.revoke.already });

async function lastUse(page: Page, token: TokenSummary): Promise<Html> {
  const { core, actor, t, format } = page;
  const { revoke } = t.tokens;
  if (token.lastUsedAt === null) return remark('ok', revoke.notInUse);
  const { to } = lastFourteenDays(page);
  const days = await core.tokenUse.daily(actor, { from: to, to });
  const today = sumOfDays(days.filter(({ tokenId }) => tokenId === token.id)).calls;
  const last = revoke.lastCall(format.ago(token.lastUsedAt), code(token.lastUsedIp ?? t.common.unknown));
  return remark(
    'wait',
    html`<span class="strong">${revoke.inUse}</span> ${last} ${revoke.today(format.number(today))}`,
  );
}

function factsOf(page: Page, token: TokenSummary): Html {
  const { t, format } = page;
  const texts = t.tokens.page;
  const created = texts.by(value(format.shortDate(token.createdAt)), author(t, token.createdBy));
  return html`<dl class="pairs mb-4"><dt>${texts.token}</dt><dd>${shownToken(token)}</dd>
<dt>${texts.created}</dt><dd>${created}</dd>
<dt>${texts.abilities}</dt><dd>${abilityTags(page, token.abilities)}</dd></dl>`;
}
