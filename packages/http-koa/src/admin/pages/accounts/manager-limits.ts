import type {
  AuditRow,
  Branch,
  Department,
  LimitPreview,
  ListedAccount,
  ManagerLimit,
  NewManagerLimit,
  UnitPeople,
} from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { checklist } from '../../components/fields.ts';
import { fieldId, remark } from '../../components/flash.ts';
import { author, isolated, name, value } from '../../components/texts.ts';
import type { EditForm } from '../../form-routes.ts';
import { FormState, type FormValues } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { refusedForm } from '../../refused-form.ts';
import { asFacts, factsOf } from '../audit/audit-facts.ts';
import { inSettings } from '../company/settings-tabs.ts';

interface LimitedManager {
  readonly account: ListedAccount;
  readonly limit: ManagerLimit;
  readonly departments: readonly Department[];
  readonly branches: readonly Branch[];
  /** What the chosen limit means; null where nothing is chosen. */
  readonly preview: LimitPreview | null;
  readonly chosen: NewManagerLimit | null;
}

async function readManager(page: Page): Promise<LimitedManager> {
  const { core, actor } = page;
  const account = await core.accounts.get(actor, page.id());
  if (account.role !== 'manager') throw new PageError('notFound');
  const limit = await core.managers.limit(actor, account.id);
  const departments = await core.organization.departments(actor);
  const branches = await core.organization.branches(actor);
  const values = page.state.method === 'POST' ? sentValues(page) : valuesOf(limit);
  const chosen = limitOf(values, { departments, branches });
  const preview = chosen === null ? null : await core.managers.preview(actor, account.id, chosen);
  const people = preview?.unmanaged.first.length ?? 0;
  if (people > 0) page.disclosed({ what: 'employees.search', people });
  return { account, limit, departments, branches, preview, chosen };
}

interface LimitValues {
  readonly scope: string;
  readonly department_ids: readonly string[];
  readonly branch_ids: readonly string[];
}

const valuesOf = ({ departments, branches }: ManagerLimit): LimitValues => ({
  scope: departments === null && branches === null ? 'all' : 'some',
  department_ids: (departments ?? []).map(({ id }) => String(id)),
  branch_ids: (branches ?? []).map(({ id }) => String(id)),
});

const sentValues = ({ form }: Page): LimitValues => ({
  scope: form.text('scope'),
  department_ids: form.all('department_ids'),
  branch_ids: form.all('branch_ids'),
});

/** Null where nothing is ticked, or something that the company does not have. */
function limitOf(values: LimitValues, all: Pick<LimitedManager, 'departments' | 'branches'>): NewManagerLimit | null {
  if (values.scope !== 'some') return {};
  const known = (ids: readonly string[], units: readonly { readonly id: number }[]) =>
    units.map(({ id }) => id).filter((id) => ids.includes(String(id)));
  const department_ids = known(values.department_ids, all.departments);
  const branch_ids = known(values.branch_ids, all.branches);
  if (department_ids.length + branch_ids.length === 0) return null;
  return {
    ...(department_ids.length > 0 && { department_ids }),
    ...(branch_ids.length > 0 && { branch_ids }),
  };
}

/** The limit as it was sent; without anything ticked the service refuses it. */
function sentLimit(page: Page): NewManagerLimit {
  const { scope, department_ids, branch_ids } = sentValues(page);
  if (scope !== 'some') return {};
  const ids = (list: readonly string[]) => (list.length === 0 ? null : list.map(Number));
  return { department_ids: ids(department_ids) ?? (branch_ids.length === 0 ? [] : null), branch_ids: ids(branch_ids) };
}

function fields(page: Page, form: FormState, { departments, branches, preview }: LimitedManager): Html {
  const texts = page.t.accounts.limits;
  const { format } = page;
  const counted = (units: readonly { readonly id: number; readonly name: string }[], of: LimitPreview['departments']) =>
    units.map(({ id, name: called }) => ({
      value: String(id),
      label: html`${name(called)} <span class="muted small">(${value(format.number(of.get(id)?.people ?? 0))})</span>`,
    }));
  const none: ReadonlyMap<number, UnitPeople> = new Map();
  const scope = (which: 'all' | 'some', label: Html | string) => {
    const id = which === 'all' ? fieldId('scope') : `${fieldId('scope')}-some`;
    return html`<div class="check"><input class="form-check-input" type="radio" name="scope" id="${id}" value="${which}"${
      form.isChosen('scope', which) && html` checked`
    }><label for="${id}">${label}</label></div>`;
  };
  const company =
    preview === null ? null : html` <span class="muted small">(${value(format.number(preview.company))})</span>`;
  return html`<fieldset class="field"><legend>${texts.scope}</legend><div class="choices">
    <div class="option">${scope('all', html`${texts.all}${company}`)}</div>
<div class="option">${scope('some', texts.some)}<div class="when row">
  <div class="col-sm-6">${checklist(form, {
    name: 'department_ids',
    label: texts.departments,
    choices: counted(departments, preview?.departments ?? none),
  })}</div><div class="col-sm-6">${checklist(form, {
    name: 'branch_ids',
    label: texts.branches,
    help: texts.branchesHelp,
    choices: counted(branches, preview?.branches ?? none),
  })}</div></div></div></div></fieldset>`;
}

/** Whom the manager sees with what is chosen. */
function meaning(page: Page, shown: LimitedManager): Html {
  const texts = page.t.accounts.limits;
  const { preview, chosen, account, departments, branches } = shown;
  if (preview === null || chosen === null)
    return html`<section><h2>${texts.meaning}</h2><p class="small muted">${texts.nothingChosen}</p></section>`;
  const [people, company] = [preview.people, preview.company].map((count) => page.format.number(count));
  const named = (units: readonly (Department | Branch)[], ids: readonly number[] | null | undefined) =>
    ids == null
      ? null
      : either(
          page,
          units.filter(({ id }) => ids.includes(id)).map((unit) => name(unit.name)),
        );
  const within = texts.within(named(departments, chosen.department_ids), named(branches, chosen.branch_ids));
  return html`<section><h2>${texts.meaning}</h2><p><strong>${texts.people(people ?? '', company ?? '')}</strong> ${within}</p><ul class="marked small mt-2">
    <li>${texts.moves}</li><li>${texts.own(name(account.name))}</li><li>${texts.link}</li></ul></section>`;
}

const either = ({ t }: Page, names: readonly Html[]): Html =>
  html`${names.map((one, index) => html`${index > 0 && (index === names.length - 1 ? t.accounts.limits.or : ', ')}${one}`)}`;

function changes(page: Page, { preview }: LimitedManager): Html | false {
  if (preview === null) return false;
  const texts = page.t.accounts.limits;
  const { format } = page;
  const { hidden, shown, waiting, takers, unmanaged } = preview;
  const lines = [
    hidden > 0 && html`<span class="fg-wait strong">${texts.hidden(hidden, format.number(hidden))}</span>`,
    shown > 0 && html`<span class="strong">${texts.shown(shown, format.number(shown))}</span>`,
    waiting > 0 &&
      texts.waiting(waiting, format.number(waiting), takers.length === 0 ? null : either(page, takers.map(name))),
    unmanaged.total > 0 &&
      html`<span class="fg-bad strong">${texts.unmanaged(
        unmanaged.total,
        format.number(unmanaged.total),
      )}</span> ${texts.adminsDecide}${whoTheyAre(page, unmanaged)}`,
  ].filter((line) => line !== false);
  const said =
    lines.length === 0
      ? html`<p class="small muted">${texts.nothing}</p>`
      : html`<ul class="plain small">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<section><h2>${texts.changes}</h2>${said}</section>`;
}

function whoTheyAre(page: Page, { total, first }: LimitPreview['unmanaged']): Html {
  const texts = page.t.accounts.limits;
  const people = first.map(({ id, name: called, department, branch }) => {
    const where = [department, branch].flatMap((unit) => (unit === null ? [] : [name(unit.name)]));
    const who = page.has('people') ? html`<a href="${page.path(`/people/${id}`)}">${name(called)}</a>` : name(called);
    return html`<li>${who}${where.length > 0 && html`<span class="sub">${where.map((unit, index) => html`${index > 0 && ', '}${unit}`)}</span>`}</li>`;
  });
  const more = total - first.length;
  return html`<details class="mt-1"><summary>${texts.who}</summary>
    <ul class="plain">${people}${more > 0 && html`<li>${texts.more(page.format.number(more))}</li>`}</ul></details>`;
}

/** How often the limits of all managers were set, of which those of this one are shown. */
const HISTORY = 200;

async function history(page: Page, { account }: LimitedManager): Promise<Html | false> {
  const texts = page.t.accounts.limits;
  const { items } = await page.core.auditReads.list(page.actor, { action: 'account.set_limit' }, { limit: HISTORY });
  const own = items.filter((row) => factsOf(row).login_id === account.id);
  if (own.length === 0) return false;
  const lines = own.map(
    (row) =>
      html`<li><span class="muted">${value(page.format.shortDate(row.at))}, ${value(page.format.time(row.at))}</span> ${author(
        page.t,
        row.caller ?? '',
      )}: ${setTo(page, row)}</li>`,
  );
  return html`<section><h2>${texts.history}</h2><ul class="plain small wrap-any">${lines}</ul></section>`;
}

/** What was set: the audit has the kinds that it changed, with their names before and after. */
function setTo(page: Page, row: AuditRow): Html {
  const texts = page.t.accounts.limits;
  const changed = Object.entries(asFacts(factsOf(row).changes)).map(([kind, change]) => {
    const after: unknown = Array.isArray(change) ? change[1] : null;
    const label = kind === 'branches' ? texts.branches : texts.departments;
    return html`${label}: ${typeof after === 'string' ? name(after) : texts.every}`;
  });
  return html`${changed.map((one, index) => html`${index > 0 && '; '}${one}`)}`;
}

/** Whom a manager's log-in sees. The change outlives the session, so the password is asked for. */
export const managerLimits: EditForm<LimitedManager> = {
  asksPassword: true,
  back: '/accounts',
  record: readManager,
  version: ({ limit }) => limit.version,
  values: ({ limit }): FormValues => ({ ...valuesOf(limit) }),
  async view(page, shown, form) {
    const texts = page.t.accounts.limits;
    const { limit, account } = shown;
    const isEmpty = [limit.departments, limit.branches].some((units) => units !== null && units.length === 0);
    return {
      layout: 'wide',
      title: texts.title(isolated(account.name)),
      heading: html`<span>${texts.heading(name(account.name))}</span>`,
      lead: texts.lead,
      ...inSettings(page, '/accounts'),
      main: html`${isEmpty && remark('wait', texts.removed)}<div class="two"><div>${form}</div>
        <div class="aside">${meaning(page, shown)}${changes(page, shown)}${await history(page, shown)}</div></div>`,
    };
  },
  fields,
  secondButton: ({ t }) => submitButton(t.accounts.limits.again, { look: 'quiet', name: 'show' }),
  async save(page, { account }, expected) {
    if (page.form.has('show')) return FormState.refused(page.form, {}, null);
    return page.core.managers.setLimit(page.actor, account.id, sentLimit(page), expected);
  },
  saved: (page, { account }) => page.t.accounts.limits.saved(isolated(account.name)),
  refused(page, error) {
    const { chooseSome, unitGone, noManager } = page.t.accounts.limits;
    const texts = { required: chooseSome, in: unitGone };
    return refusedForm(page, error, {
      texts: { department_ids: texts, branch_ids: texts },
      problems: { state_conflict: noManager },
    });
  },
};
