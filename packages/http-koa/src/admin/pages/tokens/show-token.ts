import type { Ability, TokenDay, TokenReport, TokenSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { columnChart, type Series } from '../../components/chart.ts';
import { icon } from '../../components/icon.ts';
import { author, code, isolated, name, value } from '../../components/texts.ts';
import { type Html, html, NOTHING } from '../../html.ts';
import type { Page } from '../../page.ts';
import { columnsOf, lastFourteenDays, notAccepted, sumOfDays } from './token-days.ts';
import { disclosedSection } from './token-disclosed.ts';
import { conflictsOf, hintsOf } from './token-hints.ts';
import { exactExpiry, idleDays, stateBadge, stateOf, UNUSED_DAYS } from './token-state.ts';
import { abilityTags, canAndCannot, shownToken } from './token-words.ts';

/** One token: its abilities, its calls, the data it disclosed, and its end. */
export async function showToken(page: Page): Promise<Answer> {
  const { core, actor, t, now } = page;
  const token = await core.tokens.get(actor, page.id());
  const { dates, from, to } = lastFourteenDays(page);
  const [report, days, unused] = await Promise.all([
    core.tokenUse.report(actor, token.id),
    core.tokenUse.daily(actor, { from, to }),
    core.tokenUse.unused(actor, { days: UNUSED_DAYS }),
  ]);
  const own = days.filter(({ tokenId }) => tokenId === token.id);
  const idle = unused.find(({ tokenId }) => tokenId === token.id)?.abilities ?? [];
  const conflicts = (await conflictsOf(page, own)).get(token.id) ?? 0;
  return page.show({
    title: isolated(token.name),
    heading: html`${name(token.name)} ${stateBadge(page, token)}`,
    navigation: '/tokens',
    crumbs: [{ href: '/tokens', label: t.tokens.title }],
    actions: actionsOf(page, token, stateOf(token, now) !== 'revoked'),
    main: html`${hintsSection(page, token, idle, conflicts)}
<div class="two"><div>${figures(page, report, own, to)}${chart(page, dates, own)}</div>${about(page, token, report)}</div>
${await disclosedSection(page, token, report)}`,
  });
}

function actionsOf(page: Page, { id }: TokenSummary, isOpen: boolean): Html[] {
  const { t } = page;
  const duplicate = linkButton(page, `/tokens/new?like=${id}`, t.tokens.duplicate, { icon: 'copy' });
  if (!isOpen) return [duplicate];
  return [
    linkButton(page, `/tokens/${id}/edit`, t.common.edit, { icon: 'edit' }),
    duplicate,
    linkButton(page, `/tokens/${id}/revoke`, t.tokens.revoke.verb, { look: 'danger-quiet' }),
  ];
}

function hintsSection(page: Page, token: TokenSummary, unused: readonly Ability[], conflicts: number): Html {
  const hints = hintsOf(page, token, { unused, refusedSince: 0, conflicts });
  if (hints.length === 0) return NOTHING;
  const { t, format } = page;
  // If the whole token is unused, the hint is about the token instead of its abilities.
  const advice =
    unused.length > 0 &&
    idleDays(token, page.now) === null &&
    html`<p class="small muted">${t.tokens.page.unusedText(format.number(UNUSED_DAYS))}</p>`;
  return html`<div class="flash s-off"><div>${hints.map(
    ([shape, text]) => html`<span class="note">${icon(shape)}<span>${text}</span></span>`,
  )}${advice}</div></div>`;
}

/** Today's use of the limit, and two weeks in numbers. */
function figures(page: Page, report: TokenReport, days: readonly TokenDay[], today: string): Html {
  const { t, format, options } = page;
  const texts = t.tokens.page;
  const sum = sumOfDays(days);
  const ofToday = sumOfDays(days.filter(({ date }) => date === today));
  const number = (count: number): Html => html`<span class="num">${format.number(count)}</span>`;
  return html`<dl class="figures mb-4">
<div><dt>${texts.minute}</dt><dd>${number(report.lastMinute)} <small>${texts.ofLimit(format.number(options.limitPerMinute))}</small></dd></div>
<div><dt>${texts.today}</dt><dd>${number(ofToday.calls)} <small>${t.tokens.refused(format.number(notAccepted(ofToday)))}</small></dd></div>
<div><dt>${texts.fortnight}</dt><dd>${number(sum.calls)}</dd></div>
<div><dt>${texts.refusals}</dt><dd>${number(notAccepted(sum))} <small>${texts.refusalsSub(format.number(sum.limited), format.number(sum.failed))}</small></dd>
  </div></dl>`;
}

function chart(page: Page, dates: readonly string[], days: readonly TokenDay[]): Html {
  const { t, format } = page;
  const texts = t.tokens.page;
  const sum = sumOfDays(days);
  const series: Series[] = [
    { key: 'accepted', label: texts.series.accepted, colour: 'ink' },
    { key: 'refused', label: texts.series.refused, colour: 'bad' },
    { key: 'limited', label: texts.series.limited, colour: 'wait' },
    { key: 'failed', label: texts.series.failed, colour: 'absent' },
  ];
  const [first = '', last = ''] = [dates[0], dates.at(-1)].map((date) => format.shortDate(date ?? ''));
  return html`<section><div class="section-head d-flex justify-content-between align-items-baseline mb-2">
    <h2>${texts.perDay}</h2><span class="small muted">${texts.asOf(format.zoneName())}</span></div>${columnChart(t, {
      sentence: texts.sentence(format.number(sum.calls), format.number(notAccepted(sum)), first, last),
      caption: texts.perDay,
      columnTitle: texts.day,
      columns: columnsOf(page, dates, days),
      series,
      format: (count) => format.number(count),
    })}</section>`;
}

/** The token's author, creation and expiry, its abilities in words, and the calls after its revocation. */
function about(page: Page, token: TokenSummary, { total }: TokenReport): Html {
  const { t, format } = page;
  const texts = t.tokens.page;
  const moment = (at: Date): Html => html`${value(format.shortDate(at))}, ${value(format.time(at))}`;
  const used =
    token.lastUsedAt === null
      ? t.tokens.neverUsed
      : html`${moment(token.lastUsedAt)}${token.lastUsedIp !== null && html` <span class="d-block">${code(token.lastUsedIp)}</span>`}`;
  const refused = format.number(total.revoked);
  const proof =
    total.lastAcceptedAt === null ? texts.proofNever(refused) : texts.proofText(moment(total.lastAcceptedAt), refused);
  return html`<div class="aside"><section><dl class="pairs">
<dt>${texts.token}</dt><dd>${shownToken(token)}</dd>
<dt>${texts.created}</dt><dd>${texts.by(value(format.shortDate(token.createdAt)), author(t, token.createdBy))}</dd>
<dt>${texts.expiry}</dt><dd>${token.expiresAt === null ? t.tokens.noExpiry : exactExpiry(page, token.expiresAt)}</dd>
<dt>${texts.lastUsed}</dt><dd>${used}</dd>
${
  token.revokedAt !== null &&
  html`<dt>${texts.revoked}</dt><dd>${moment(token.revokedAt)}${
    token.revokedBy !== null && html`, ${author(t, token.revokedBy)}`
  }</dd><dt>${texts.proof}</dt><dd>${proof}</dd>`
}
</dl></section>
<section><h2>${t.tokens.can.title}</h2><dl class="pairs">${canAndCannot(page, token.abilities)}</dl>
  <div class="mt-2">${abilityTags(page, token.abilities)}</div></section></div>`;
}
