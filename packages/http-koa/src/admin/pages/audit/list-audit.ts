import type { AuditPage, AuditRow } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { type Filter, filters } from '../../components/filters.ts';
import { remark } from '../../components/flash.ts';
import { hereWith, pagerBar } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, value } from '../../components/texts.ts';
import { type Html, html, NOTHING } from '../../html.ts';
import type { Page } from '../../page.ts';
import { actText, callerCell, durationText, statusCell } from './audit-cells.ts';
import { type NamesInAudit, namesInAudit } from './audit-facts.ts';
import { askedAudit, DATE_PRESETS, KINDS, STATUS_CLASSES } from './audit-query.ts';
import { meaningOf } from './audit-words.ts';

const ROWS = 50;

export async function listAudit(page: Page): Promise<Answer> {
  const { core, actor, t, query } = page;
  const { auditMonths } = page.options;
  const { filter, hasBadDate } = askedAudit(page);
  const cursor = { before: cursorOf(query.get('before')), after: cursorOf(query.get('after')), limit: ROWS };
  const [found, choices, figures] = await Promise.all([
    core.auditReads.list(actor, filter, cursor),
    filtersOf(page),
    todayOf(page),
  ]);
  return page.show({
    title: t.audit.title,
    lead: [
      t.audit.lead,
      ...(auditMonths === null ? [] : [t.audit.kept(auditMonths, page.format.number(auditMonths))]),
      ...(core.hasReplica ? [t.audit.mayBeOld] : []),
    ].join(' '),
    navigation: '/audit',
    actions: [exportLink(page, 'csv'), exportLink(page, 'jsonl')],
    main: html`${filters(page, choices)}${hasBadDate && remark('wait', t.audit.badDate)}${figures}${
      found.items.length === 0 ? emptyList(page, found) : await table(page, found.items)
    }${ways(page, found)}`,
  });
}

/** A position in the list as the pages write it; any other text means the beginning. */
const cursorOf = (text: string | null): string | null =>
  text !== null && /^\d{1,15}-\d{1,15}$/.test(text) ? text : null;

/** A link to the file of the present filter. */
function exportLink(page: Page, format: 'csv' | 'jsonl'): Html {
  const { t } = page;
  const query = new URLSearchParams(page.query);
  for (const name of ['before', 'after']) query.delete(name);
  query.set('format', format);
  return linkButton(page, `/audit/export?${query}`, format === 'csv' ? t.audit.exportCsv : t.audit.exportLines, {
    icon: 'download',
  });
}

async function filtersOf(page: Page): Promise<Filter[]> {
  const { core, actor, t, query, format } = page;
  const { filters: labels, presets, kinds, statusClasses } = t.audit;
  const [tokens, people] = await Promise.all([core.tokens.list(actor), core.accounts.list(actor)]);
  const isRange = query.get('dates') === 'range';
  const who = [
    { value: '', label: t.audit.everybody },
    ...format.byName(tokens).map(({ id, name }) => ({ value: `t${id}`, label: t.audit.token(name) })),
    ...format.byName(people).map(({ id, name }) => ({ value: `p${id}`, label: t.audit.person(name) })),
  ];
  const dates = [
    { value: '', label: presets.all },
    ...DATE_PRESETS.map((preset) => ({ value: preset, label: presets[preset] })),
  ];
  return [
    { kind: 'select', name: 'dates', label: labels.dates, choices: dates },
    ...(isRange
      ? ([
          { kind: 'date', name: 'from', label: labels.from },
          { kind: 'date', name: 'to', label: labels.to },
        ] as const)
      : []),
    {
      kind: 'select',
      name: 'kind',
      label: labels.kind,
      choices: [{ value: '', label: kinds.all }, ...KINDS.map((kind) => ({ value: kind, label: kinds[kind] }))],
    },
    {
      kind: 'select',
      name: 'views',
      label: labels.views,
      choices: [
        { value: '', label: t.audit.views.shown },
        { value: 'hidden', label: t.audit.views.hidden },
      ],
    },
    { kind: 'select', name: 'who', label: labels.who, choices: who },
    { kind: 'text', name: 'what', label: labels.what, ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: labels.status,
      choices: [
        { value: '', label: t.audit.allStatuses },
        ...STATUS_CLASSES.map((one) => ({ value: one, label: statusClasses[one] })),
      ],
    },
    { kind: 'text', name: 'search', label: labels.search, ltr: true, grows: true },
  ];
}

/** Today's calls, independent of the filter. */
async function todayOf(page: Page): Promise<Html> {
  const { core, actor, t, format } = page;
  const today = format.calendarDate(page.now);
  const sum = { calls: 0, accepted: 0, refused: 0, failed: 0 };
  for (const day of await core.tokenUse.daily(actor, { from: today, to: today })) {
    sum.calls += day.calls;
    sum.accepted += day.accepted;
    sum.refused += day.refused + day.limited;
    sum.failed += day.failed;
  }
  const count = (number: number, tone: string): Html =>
    html`<span class="strong${number > 0 && tone !== '' && ` fg-${tone}`}">${format.number(number)}</span>`;
  const { today: texts } = t.audit;
  return html`<div class="facts"><span><span>${texts.calls(count(sum.calls, ''))}</span></span><span><span>${texts.accepted(
    count(sum.accepted, ''),
  )}</span></span><span><span>${texts.refused(count(sum.refused, 'wait'))}</span></span><span><span>${texts.failed(
    count(sum.failed, 'bad'),
  )}</span></span><span class="ms-auto">${t.audit.times(format.zoneName())}</span></div>`;
}

async function table(page: Page, rows: readonly AuditRow[]): Promise<Html> {
  const names = await namesInAudit(page, rows);
  const { columns, caption } = page.t.audit;
  const duration = ({ durationUs }: AuditRow) => durationUs !== null && value(durationText(page, durationUs));
  return recordTable<AuditRow>(
    caption,
    [
      { head: columns.time, cell: ({ at }) => timeCell(page, at) },
      { head: columns.who, cell: (row) => callerCell(page, row), from: 'sm' },
      { head: columns.what, cell: (row) => actCell(page, row, names), isName: true },
      { head: columns.status, cell: (row) => statusCell(page, row) },
      { head: columns.duration, cell: duration, from: 'lg' },
      { head: columns.ip, cell: ({ ip }) => (ip === null ? html`<span class="faint">—</span>` : code(ip)), from: 'md' },
      { head: columns.requestId, cell: requestIdCell, from: 'xl' },
    ],
    rows,
    { className: 'tight' },
  );
}

/** The time, and the date unless it is today. */
function timeCell({ format, now }: Page, at: Date): Html {
  const isToday = format.calendarDate(at) === format.calendarDate(now);
  return html`${value(format.seconds(at))}${!isToday && html`<span class="sub">${value(format.shortDate(at))}</span>`}`;
}

/** What was done, and on narrow screens by whom. */
function actCell(page: Page, row: AuditRow, names: NamesInAudit): Html {
  const path = row.route !== null && row.path !== null && row.route.includes('{') ? row.path : null;
  const meaning = meaningOf(page, row, names);
  const below = [row.query === null ? null : `?${row.query}`, path].filter((text) => text !== null);
  return html`<a href="${hereWith(page, {}, `/audit/${row.id}`)}">${code(actText(row))}</a>${below.map(
    (text) => html`<span class="sub wrap-any">${code(text)}</span>`,
  )}${meaning !== null && html`<span class="sub">${meaning}</span>`}<span class="sub d-sm-none">${callerCell(page, row)}</span>`;
}

const requestIdCell = ({ requestId }: AuditRow): Html =>
  html`<span class="faint wrap-any">${requestId !== null && code(shortened(requestId))}</span>`;

/** The row's own page shows the whole id. */
const shortened = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id);

function emptyList(page: Page, { searchedTo }: AuditPage): Html {
  const { t } = page;
  return searchedTo === null ? emptyState('shield', t.common.nothingFound, t.common.nothingFoundHelp) : NOTHING;
}

/** Links to newer and older rows, and how far a search for rare rows got. */
function ways(page: Page, { items, newer, older, searchedTo }: AuditPage): Html {
  const { t, format } = page;
  const searched =
    searchedTo !== null &&
    remark('wait', t.audit.searchedTo(html`${value(format.shortDate(searchedTo))} ${value(format.time(searchedTo))}`));
  const previous = newer === null ? null : hereWith(page, { after: newer, before: null });
  const next = older === null ? null : hereWith(page, { before: older, after: null });
  const labels = { previous: t.audit.newer, next: t.audit.older };
  return html`${searched}${pagerBar(page, t.audit.shown(items.length, format.number(items.length)), { previous, next }, labels)}`;
}
