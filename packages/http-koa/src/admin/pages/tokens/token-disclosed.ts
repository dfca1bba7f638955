import type { AbilityUse, TokenReport, TokenSummary } from '@shaon/core';
import { recordTable } from '../../components/record-table.ts';
import { code, dateRange, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** Everything that a token did and disclosed, according to the audit. */
export async function disclosedSection(page: Page, token: TokenSummary, report: TokenReport): Promise<Html> {
  const { t } = page;
  const { did, didLead, nothingDone, audit } = t.tokens.page;
  const link = page.has('audit') && html`<a href="${page.path(`/audit?who=t${token.id}`)}">${audit}</a>`;
  const head = html`<div class="section-head"><div><h2>${did}</h2><p class="small muted">${didLead}</p></div>${link}</div>`;
  const isIdle = report.abilities.length === 0;
  return html`<section class="section">${head}
${isIdle ? html`<p class="muted">${nothingDone}</p>` : await table(page, report)}</section>`;
}

async function table(page: Page, { abilities, total }: TokenReport): Promise<Html> {
  const { t, format } = page;
  const { did, didColumns: columns, peopleHelp, untold } = t.tokens.page;
  const number = (count: number): Html => value(format.number(count));
  const rows = await recordTable<AbilityUse>(
    did,
    [
      { head: columns.ability, cell: ({ ability }) => html`<span class="nowrap">${code(ability)}</span>` },
      { head: columns.calls, cell: ({ calls }) => number(calls) },
      { head: columns.records, cell: ({ records }) => number(records) },
      { head: columns.people, cell: (use) => peopleCell(page, use), className: 'nowrap' },
      { head: columns.dates, cell: (use) => datesCell(page, use), className: 'nowrap' },
      { head: columns.located, cell: ({ located }) => (located === 0 ? NONE : number(located)) },
      { head: columns.last, cell: (use) => lastCell(page, use), className: 'nowrap' },
    ],
    abilities,
    { className: 'tight', region: did },
  );
  const more = total.untold > 0 && html` ${untold(total.untold, format.number(total.untold))}`;
  return html`${rows}
<p class="help mt-2">${peopleHelp}${more}</p>`;
}

const NONE = html`<span class="faint">—</span>`;

function peopleCell({ t, format }: Page, { peopleLeast, peopleMost }: AbilityUse): Html {
  const number = (count: number): Html => value(format.number(count));
  if (peopleMost === 0) return NONE;
  return peopleLeast === peopleMost ? number(peopleMost) : t.tokens.page.range(number(peopleLeast), number(peopleMost));
}

const datesCell = ({ format }: Page, { dateFrom, dateTo }: AbilityUse): Html =>
  dateFrom === null || dateTo === null ? NONE : dateRange(format, dateFrom, dateTo);

const lastCell = ({ format }: Page, { lastAcceptedAt: at }: AbilityUse): Html =>
  at === null ? NONE : html`${value(format.shortDate(at))}, ${value(format.time(at))}`;
