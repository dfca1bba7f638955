import type { Shift } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { settingsTabs } from '../company/settings-tabs.ts';

export async function listShifts(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const texts = t.company.shifts;
  const shifts = await core.shifts.list(actor);
  const add = linkButton(page, '/shifts/new', texts.add, { look: 'primary', icon: 'plus' });
  return page.show({
    title: texts.title,
    lead: texts.lead,
    crumbs: [{ href: '/company', label: t.company.title }],
    navigation: '/company',
    actions: shifts.length === 0 ? [] : [add],
    main: html`${settingsTabs(page, 'shifts')}${shifts.length === 0 ? emptyState('clock', texts.none, texts.noneText, add) : table(page, shifts)}`,
  });
}

function table(page: Page, shifts: readonly Shift[]): Html {
  const { columns, caption } = page.t.company.shifts;
  return html`<table class="list"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.name}</th><th scope="col">${columns.hours}</th><th scope="col">${columns.percentage}</th><th scope="col" class="end"><span class="visually-hidden">${columns.actions}</span></th></tr></thead>
<tbody>${shifts.map((shift) => row(page, shift))}</tbody></table>`;
}

function row(page: Page, shift: Shift): Html {
  const { edit, remove } = page.t.company.shifts;
  return html`<tr><th scope="row" class="wrap-any">${name(shift.name)}</th><td>${hours(page, shift)}</td><td>${value(`${page.format.number(shift.wage_percentage)}%`)}</td>
<td class="end"><div class="acts justify-content-end"><a class="btn btn-quiet btn-sm" href="${page.path(`/shifts/${shift.id}/edit`)}">${edit(name(shift.name))}</a><a class="btn btn-danger-quiet btn-sm" href="${page.path(`/shifts/${shift.id}/remove`)}">${remove(name(shift.name))}</a></div></td></tr>`;
}

/** Both ends are isolated separately, because a range follows the reading direction. */
function hours({ t }: Page, { start_time: start, end_time: end }: Shift): Html {
  const { allDay, overnight, wholeDay } = t.company.shifts;
  if (start === null && end === null) return html`<span class="muted">${allDay}</span>`;
  const range = html`<span class="nowrap">${start === null ? '…' : value(start)}–${end === null ? '…' : value(end)}</span>`;
  if (start === null || end === null || end > start) return range;
  return html`${range}<span class="sub">${end === start ? wholeDay : overnight}</span>`;
}
