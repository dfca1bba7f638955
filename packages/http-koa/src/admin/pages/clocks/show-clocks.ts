import type { WallClock } from '@shaon/core';
import { HOUR_MS, MINUTE_MS } from '@shaon/core/time';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { submitButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { type Filter, filters } from '../../components/filters.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { askedAnswer, countNotRecorded, firstShown, reportsOf } from './clock-query.ts';
import { reportTable } from './report-table.ts';

const PER_PAGE = 50;
/** More ranges of missing numbers of one clock are not named. */
const MOST_RANGES = 3;

/** The clocks, and what they reported: first what was not recorded. */
export async function showClocks(page: Page): Promise<Answer> {
  const { core, actor, t, query, format } = page;
  const texts = t.clocks;
  const number = pageNumber(query);
  const answer = askedAnswer(page);
  const filter = { ...reportsOf(page, (field) => query.get(field)), answer: answer === 'all' ? null : answer };
  const clocks = await core.attendance.clocks(actor);
  const { items, total } = await core.attendance.clockReports(actor, filter, { page: number, per_page: PER_PAGE });
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  const people = new Set(items.flatMap(({ employeeName, employeeId }) => (employeeName === null ? [] : [employeeId])));
  if (people.size > 0) {
    const dates = items.map(({ at }) => format.calendarDate(at)).sort();
    const range = [dates[0] ?? '', dates.at(-1) ?? ''] as const;
    page.disclosed({ what: 'attendance', people: people.size, dates: range, locations: false });
  }
  const waiting = await countNotRecorded(page);
  const isNew = clocks.length === 0 && total === 0 && query.size === 0;
  const main = isNew
    ? emptyState('clock', texts.none, texts.noneText)
    : html`${clocks.length > 0 && (await clockTable(page, clocks))}${filterBar(page, clocks)}${
        total === 0
          ? nothing(page, answer)
          : html`${await reportTable(page, items)}
${pager(page, { page: number, perPage: PER_PAGE, total })}`
      }`;
  return page.show({
    title: texts.title,
    ...(!isNew && { lead: waiting === 0 ? texts.allRecorded : texts.notRecorded(waiting, format.number(waiting)) }),
    actions: answer === 'refused' && total > 0 ? [againAll(page)] : [],
    crumbs: [{ href: '/attendance', label: t.attendance.title }],
    navigation: '/attendance',
    main,
  });
}

function nothing({ t, query }: Page, answer: string): Html {
  const { nothing: title, nothingText } = t.clocks;
  return answer === 'refused' && query.size === 0
    ? emptyState('check', title, nothingText)
    : emptyState('search', t.common.nothingFound, t.common.nothingFoundHelp);
}

/** The reports of the filter, on all pages. */
function againAll(page: Page): Html {
  const hidden = [...page.query]
    .filter(([field]) => field !== 'page' && field !== 'id')
    .map(([field, text]) => html`<input type="hidden" name="${field}" value="${text}">`);
  const button = submitButton(page.t.clocks.againAll, { look: 'quiet', icon: 'retry' });
  return postForm(page, '/attendance/clocks/again', html`${hidden}${button}`);
}

function filterBar(page: Page, clocks: readonly WallClock[]): Html {
  const { filter, choices } = page.t.clocks;
  const devices = [...new Set([...clocks.map(({ device }) => device), page.query.get('device') ?? ''])];
  const given: Filter[] = [
    {
      ...{ kind: 'select', name: 'device', label: filter.clock },
      choices: [
        { value: '', label: filter.allClocks },
        ...devices.filter((device) => device !== '').map((device) => ({ value: device, label: device })),
      ],
    },
    {
      ...{ kind: 'select', name: 'answer', label: filter.answer },
      choices: Object.entries(choices).map(([word, label]) => ({ value: word === 'refused' ? '' : word, label })),
    },
    { kind: 'date', name: 'from', label: filter.from, initial: firstShown(page) },
    { kind: 'search', name: 'card', label: filter.card, ltr: true },
  ];
  return filters(page, given);
}

function clockTable(page: Page, clocks: readonly WallClock[]): Promise<Html> {
  const { clocks: caption, columns } = page.t.clocks;
  const { format } = page;
  return recordTable<WallClock>(
    caption,
    [
      {
        head: columns.clock,
        cell: ({ device }) => html`<span class="strong">${name(device)}</span>`,
        className: 'wrap-any',
      },
      { head: columns.last, cell: ({ receivedAt }) => format.ago(receivedAt) },
      { head: columns.number, cell: ({ number }) => value(number), from: 'md' },
      { head: columns.today, cell: ({ recorded }) => value(format.number(recorded)), from: 'md' },
      { head: columns.refused, cell: ({ refused }) => value(format.number(refused)), from: 'sm' },
      { head: columns.state, cell: (clock) => stateCell(page, clock) },
    ],
    clocks,
    { className: 'mid tight mb-4' },
  );
}

function stateCell(page: Page, { isSilent, receivedAt, aheadMs, missing }: WallClock): Html {
  const { t, format } = page;
  const silentHours = Math.floor((page.now.getTime() - receivedAt.getTime()) / HOUR_MS);
  const aheadMinutes = Math.floor(aheadMs / MINUTE_MS);
  const shownIn = (whole: number, most: number, unit: number) =>
    format.number(whole < most ? whole : Math.floor(whole / unit));
  const states = [
    isSilent && badge('bad', 'alert', t.clocks.silent(silentHours, shownIn(silentHours, 48, 24))),
    aheadMs > 0 && badge('wait', 'clock', t.clocks.ahead(aheadMinutes, shownIn(aheadMinutes, 120, 60))),
    missing.length > 0 && badge('wait', 'alert', t.clocks.missing(ranges(page, missing))),
  ].filter((state) => state !== false);
  if (states.length === 0) return html`<span class="muted">${t.clocks.reporting}</span>`;
  return html`<span class="acts">${states}</span>`;
}

/** Running numbers are names, so they have no comma. */
function ranges({ t }: Page, missing: WallClock['missing']): Html {
  const named = missing.slice(0, MOST_RANGES).map(({ from, to }, index) => {
    const range = from === to ? value(from) : html`${value(from)}–${value(to)}`;
    return html`${index > 0 && ', '}${range}`;
  });
  return html`${named}${missing.length > MOST_RANGES && html` ${t.clocks.andMore}`}`;
}
