import type { AuditRow } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { addressWith } from '../../components/pager.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html, NOTHING } from '../../html.ts';
import type { Page } from '../../page.ts';
import { actText, callerCell, durationText, statusCell } from './audit-cells.ts';
import { type NamesInAudit, namesInAudit } from './audit-facts.ts';
import { meaningOf } from './audit-words.ts';

/** One row with everything that the audit contains about it. */
export async function showAuditRow(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const row = await core.auditReads.get(actor, page.id());
  const names = await namesInAudit(page, [row]);
  return page.show({
    title: t.audit.row.title,
    heading: html`<bdi dir="ltr">${actText(row)}</bdi>`,
    navigation: '/audit',
    crumbs: [{ href: addressWith(page, {}, '/audit'), label: t.audit.title }],
    main: html`<dl class="pairs">${pairsOf(page, row, names).map(
      ([label, content]) => html`<dt>${label}</dt>
      <dd class="wrap-any">${content}</dd>`,
    )}</dl>${detailOf(page, row)}`,
  });
}

function pairsOf(page: Page, row: AuditRow, names: NamesInAudit): (readonly [string, Html])[] {
  const { t, format } = page;
  const texts = t.audit.row;
  const meaning = meaningOf(page, row, names);
  const given = (text: string | null): Html | null => (text === null ? null : code(text));
  const pairs: (readonly [string, Html | null])[] = [
    [
      texts.at,
      html`${value(format.longDate(row.at))}, ${value(format.seconds(row.at))} <span class="muted">${format.zoneName()}</span>`,
    ],
    [texts.who, callerCell(page, row)],
    [texts.meaning, meaning === null ? null : html`${meaning}`],
    [texts.action, given(row.action)],
    [texts.call, row.method === null ? null : code(`${row.method} ${row.route ?? ''}`.trim())],
    [texts.path, given(row.path)],
    [texts.query, given(row.query)],
    [texts.ignored, given(row.ignored)],
    [texts.status, row.status === null ? null : statusCell(page, row)],
    [texts.duration, row.durationUs === null ? null : value(durationText(page, row.durationUs))],
    [texts.ip, given(row.ip)],
    [texts.requestId, given(row.requestId)],
    [texts.id, value(row.id)],
  ];
  return pairs.filter((pair): pair is readonly [string, Html] => pair[1] !== null);
}

/** The facts as they were stored, for readers who need all of them. */
function detailOf({ t }: Page, { detail }: AuditRow): Html {
  if (detail === null) return NOTHING;
  return html`<section class="section"><h2 class="mb-2">${t.audit.row.detail}</h2><pre class="code code-wrap" tabindex="0">${pretty(detail)}</pre></section>`;
}

function pretty(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), null, 2);
  } catch {
    return detail;
  }
}
