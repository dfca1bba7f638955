import type { LeaveGroupDetail } from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { checkbox, checklist, textArea } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { recordTable } from '../../components/record-table.ts';
import { author, code, name, value } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { groupBadge, groupDates, leaveBadge, requestWords } from './leave-badges.ts';
import { groupPath } from './leave-query.ts';
import { whoElseIsAway } from './who-else-is-away.ts';

/** One leave in full, the other people who are away then, and the decision; with the name of the person who asked. */
export async function groupItem(
  page: Page,
  id: number,
  next: number | null,
  refused: FormState | undefined,
): Promise<{ readonly asker: string; readonly item: Html }> {
  const { core, actor, t, format } = page;
  const group = await core.leave.group(actor, id);
  const { employee } = group;
  page.disclosed({ what: 'leave', employee_id: employee.id, dates: [group.first_date, group.last_date] });
  const unit = [employee.department?.name, employee.branch?.name].filter((part) => part !== undefined);
  const days = t.leave.days(group.dates, format.number(group.dates));
  const facts = html`<dl class="pairs mb-4"><dt>${t.leave.submitted}</dt>
    <dd>${value(format.shortDate(group.created_at))}, ${value(format.time(group.created_at))}</dd><dt>${t.leave.unit}</dt>
    <dd>${unit.length === 0 ? html`<span class="faint">${t.leave.noUnit}</span>` : unit.map((part, index) => html`${index > 0 && ', '}${name(part)}`)}</dd>
    <dt>${t.leave.document}</dt><dd>${documentLink(page, group)}</dd><dt>${t.leave.earlier}</dt><dd>${await byYear(page, group)}</dd></dl>`;
  const item = html`<section class="queue-item" aria-labelledby="request"><div class="head mb-3"><div><h2 id="request" class="fs-5">${name(employee.name)}</h2>
    <p>${groupDates(page, group)} · ${days}${
      page.has('people') &&
      html` · <a class="nowrap" href="${page.path(`/people/${employee.id}`)}">${t.people.person.contact}</a>`
    }</p></div>${groupBadge(page, group)}</div>${facts}${await whoElseIsAway(page, id)}${await decidedDays(page, group)}${overlaps(page, group)}${
      group.waits_for === 'others' ? remark('wait', t.leave.waitsForOthers) : await decisionForm(page, group, refused)
    }${
      next !== null &&
      html`<p class="small mt-3"><a href="${page.path(groupPath(page, next))}">${t.leave.next} ${icon('next', { turns: true })}</a></p>`
    }</section>`;
  return { asker: employee.name, item };
}

function documentLink(page: Page, { id, document }: LeaveGroupDetail): Html {
  const { t } = page;
  if (document === null) return html`<span class="faint">${t.leave.noDocument}</span>`;
  return html`<a href="${page.path(`/leave/${id}/document`)}">${icon('file')} ${t.leave.openDocument(
    name(document.name),
  )}</a><p class="small muted">${t.leave.openHelp}</p>`;
}

/** The numbers of days approved and rejected in each year of the request, and in the present one. */
async function byYear({ core, actor, t, format, now }: Page, { employee, requests }: LeaveGroupDetail): Promise<Html> {
  const years = new Set(
    [format.calendarDate(now), ...requests.map(({ date }) => date)].map((date) => date.slice(0, 4)),
  );
  const lines: Html[] = [];
  for (const year of [...years].sort()) {
    const of = { employee_id: employee.id, date_from: `${year}-01-01`, date_to: `${year}-12-31` };
    const count = async (status: 'approved' | 'rejected') =>
      format.number((await core.leave.list(actor, { ...of, status }, { page: 1, per_page: 1 })).total);
    lines.push(
      html`<span class="d-block">${t.leave.earlierText(year, await count('approved'), await count('rejected'))}</span>`,
    );
  }
  return html`${lines}`;
}

/** The same person's other requests for these days, of which only one can be approved. */
function overlaps(page: Page, { overlapping }: LeaveGroupDetail): Html | false {
  if (overlapping.length === 0) return false;
  const others = overlapping.map(
    (request) => html`<br><a href="${page.path(groupPath(page, request.id))}">${requestWords(page, request)}</a>`,
  );
  return remark('wait', html`${page.t.leave.overlaps}${others}`);
}

/** The decision about each date, its author and note. */
async function decidedDays(page: Page, { requests }: LeaveGroupDetail): Promise<Html | false> {
  const { t, format } = page;
  if (requests.every(({ decided_at }) => decided_at === null)) return false;
  const { columns } = t.leave;
  const decision = ({ decided_by, decided_at, manager_note }: LeaveGroupDetail['requests'][number]) =>
    html`${decided_at !== null && t.leave.decidedBy(author(t, decided_by ?? ''), value(format.shortDate(decided_at)))}${
      manager_note !== null && html`<span class="sub">”${name(manager_note)}”</span>`
    }`;
  return recordTable(
    t.leave.dates,
    [
      { head: columns.date, cell: ({ date }) => html`${format.weekday(date)} ${value(format.shortDate(date))}` },
      { head: columns.status, cell: ({ status }) => leaveBadge(page, status) },
      { head: columns.decided, cell: decision },
    ],
    requests,
    { className: 'tight mb-4' },
  );
}

async function decisionForm(page: Page, group: LeaveGroupDetail, refused: FormState | undefined): Promise<Html> {
  const { t, format } = page;
  const pending = group.requests.filter(({ status }) => status === 'pending').map(({ id }) => String(id));
  const action = groupPath(page, group.id).replace(/(\?|$)/, '/decide$1');
  const form = refused ?? FormState.of({ request: pending, record: '1', take_off: '1' });
  const [first] = group.requests;
  const dates =
    group.requests.length === 1
      ? html`<input type="hidden" name="request" value="${first?.id ?? group.id}">`
      : checklist(form, {
          name: 'request',
          label: t.leave.dates,
          help: t.leave.datesHelp,
          choices: group.requests.map(({ id, date, status }) => ({
            value: String(id),
            label: html`${format.weekday(date)} ${value(format.shortDate(date))}${
              status !== 'pending' && html` <span class="small muted">${t.leave.statuses[status]}</span>`
            }`,
          })),
        });
  const { by_status: counts, dates: all } = group;
  const approve = counts.approved < all && submitButton(t.leave.approve, { name: 'verdict', value: 'approve' });
  const reject =
    counts.rejected < all && submitButton(t.leave.reject, { name: 'verdict', value: 'reject', look: 'danger-quiet' });
  const seen = Math.max(...group.requests.map(({ updated_at }) => updated_at.getTime()));
  const fields = html`<input type="hidden" name="seen" value="${seen}">${dates}${textArea(form, {
    name: 'manager_note',
    label: t.leave.note,
    optional: t.common.optional,
    help: t.leave.noteHelp(code('leave:read')),
    rows: 2,
    maxLength: 1000,
  })}${approve && checkbox(form, { name: 'record', label: t.leave.record })}${
    reject && (await takeOffField(page, group, form))
  }<div class="acts">${approve}${reject}</div>`;
  return postForm(page, action, fields, { once: true, keepsText: true });
}

/** Names the days that approved requests have put into attendance: a rejection leaves them there unless asked. */
async function takeOffField(
  { core, actor, t, format }: Page,
  { requests }: LeaveGroupDetail,
  form: FormState,
): Promise<Html | false> {
  const approved = requests.filter(({ status }) => status === 'approved').map(({ id }) => id);
  const recorded = approved.length === 0 ? [] : await core.absenceDays.recordedForLeave(actor, approved);
  if (recorded.length === 0) return false;
  const dates = recorded.map(
    ({ date, is_worked }, index) =>
      html`${index > 0 && ', '}${value(format.shortDate(date))}${is_worked && html` ${t.leave.worked}`}`,
  );
  return checkbox(form, { name: 'take_off', label: t.leave.takeOff, help: html`${dates}` });
}
