import type { AbilityUse, TokenReport, TokenSummary } from '@shaon/core';
import { code, dateRange, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** Everything that a token did and disclosed, according to the audit. */
export function disclosedSection(page: Page, token: TokenSummary, { abilities, total }: TokenReport): Html {
  const { t, format } = page;
  const texts = t.tokens.page;
  const audit = page.has('audit') && html`<a href="${page.path(`/audit?who=t${token.id}`)}">${texts.audit}</a>`;
  const { didColumns: columns } = texts;
  const table = html`<div class="scroll-x" tabindex="0" role="region" aria-label="${texts.did}"><table class="list tight"><caption class="visually-hidden">${texts.did}</caption>
<thead><tr><th scope="col">${columns.ability}</th><th scope="col">${columns.calls}</th><th scope="col">${columns.records}</th><th scope="col">${columns.people}</th><th scope="col">${columns.dates}</th><th scope="col">${columns.located}</th><th scope="col">${columns.last}</th></tr></thead>
<tbody>${abilities.map((use) => row(page, use))}</tbody></table></div>
<p class="help mt-2">${texts.peopleHelp}${total.untold > 0 && html` ${texts.untold(total.untold, format.number(total.untold))}`}</p>`;
  return html`<section class="section"><div class="section-head"><div><h2>${texts.did}</h2><p class="small muted">${texts.didLead}</p></div>${audit}</div>
${abilities.length === 0 ? html`<p class="muted">${texts.nothingDone}</p>` : table}</section>`;
}

function row(page: Page, use: AbilityUse): Html {
  const { t, format } = page;
  const number = (count: number): Html => value(format.number(count));
  const nothing = html`<span class="faint">—</span>`;
  const people =
    use.peopleMost === 0
      ? nothing
      : use.peopleLeast === use.peopleMost
        ? number(use.peopleMost)
        : t.tokens.page.range(number(use.peopleLeast), number(use.peopleMost));
  const dates = use.dateFrom === null || use.dateTo === null ? nothing : dateRange(format, use.dateFrom, use.dateTo);
  return html`<tr><th scope="row"><span class="nowrap">${code(use.ability)}</span></th><td>${number(use.calls)}</td><td>${number(use.records)}</td><td class="nowrap">${people}</td><td class="nowrap">${dates}</td><td>${use.located === 0 ? nothing : number(use.located)}</td><td class="nowrap">${use.lastAcceptedAt === null ? nothing : html`${value(format.shortDate(use.lastAcceptedAt))}, ${value(format.time(use.lastAcceptedAt))}`}</td></tr>`;
}
