import type { Employee, LoginState, MessageSummary, PersonnelFile } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { remark } from '../../components/flash.ts';
import { addressWith } from '../../components/pager.ts';
import { code, isolated, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { amountText } from './amount.ts';
import { roleText, smsText, stateBadge } from './person-state.ts';

/** One person: managers see the contact data, admins the whole file except the ID number. */
export async function showPerson(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const id = page.id();
  const file = page.isAdmin ? await core.personnel.file(actor, id) : null;
  const employee = file?.employee ?? (await core.employees.get(actor, id));
  const login = (await core.personnel.logins(actor, [id])).get(id);
  const message = page.isAdmin ? (await core.messages.latest(actor, [id])).get(id) : undefined;
  page.disclosed({ what: file === null ? 'employee' : 'employee.file', employee_id: id, salary: file !== null });
  const state = { status: employee.status, login, message };
  return page.show({
    title: isolated(employee.name),
    heading: html`${name(employee.name)} ${stateBadge(page, state)}`,
    ...(employee.role !== 'employee' && { lead: roleText(t, employee.role) }),
    crumbs: [{ href: addressWith(page, {}, '/people'), label: t.people.title }],
    navigation: '/people',
    actions: [
      ...(page.has('attendance') ? [attendanceLink(page, employee)] : []),
      ...(page.isAdmin ? actions(page, employee) : []),
    ],
    main: html`${employee.status === 'frozen' && remark('wait', t.people.person.frozenNote)}<div class="two mt-3">
      <div>${contact(page, employee, file)}${work(page, employee)}</div>
      <div class="aside">${page.has('account') && access(page, employee, login, message)}${file !== null && personal(page, employee, file)}</div></div>`,
  });
}

/** To the present month of the person, found by name. */
function attendanceLink(page: Page, employee: Employee): Html {
  return linkButton(page, `/attendance?${new URLSearchParams({ name: employee.name })}`, page.t.attendance.title);
}

function actions(page: Page, { id, status }: Employee): Html[] {
  const { person } = page.t.people;
  const other =
    status === 'active'
      ? linkButton(page, `/people/${id}/freeze`, person.freeze, { look: 'danger-quiet', icon: 'pause' })
      : linkButton(page, `/people/${id}/reactivate`, person.reactivate);
  return [other, linkButton(page, `/people/${id}/edit`, person.edit, { look: 'primary', icon: 'edit' })];
}

type Pair = readonly [label: string, content: Html | string | null];

/** Facts with their labels; an unknown one has a dash. */
function pairs(facts: readonly Pair[]): Html {
  return html`<dl class="pairs">${facts.map(([label, content]) => html`<dt>${label}</dt><dd>${content ?? html`<span class="muted">–</span>`}</dd>`)}</dl>`;
}

function contact({ t }: Page, { email, phone }: Employee, file: PersonnelFile | null): Html {
  const { person } = t.people;
  const facts: Pair[] = [
    [person.email, html`<a href="mailto:${email}">${code(email)}</a>`],
    [person.phone, phone === null ? null : html`<a href="tel:${phone.replace(/[^+\d]/g, '')}">${value(phone)}</a>`],
    ...(file === null ? [] : ([[person.address, file.address === null ? null : name(file.address)]] as const)),
  ];
  return html`<section aria-labelledby="contact"><h2 id="contact" class="mb-2">${person.contact}</h2>${pairs(facts)}</section>`;
}

function work(page: Page, { id, department, branch, role }: Employee): Html {
  const { t } = page;
  const { person } = t.people;
  const change = page.isAdmin && linkButton(page, `/people/${id}/role`, person.changeRole, { isSmall: true });
  const facts: Pair[] = [
    [person.department, department === null ? null : name(department.name)],
    [person.branch, branch === null ? null : name(branch.name)],
    [person.role, roleText(t, role)],
  ];
  return html`<section class="section" aria-labelledby="work"><div class="section-head">
    <h2 id="work">${person.work}</h2>${change}</div>${pairs(facts)}</section>`;
}

function access(
  page: Page,
  { id, status }: Employee,
  login: LoginState | undefined,
  message: MessageSummary | undefined,
): Html | false {
  if (login === undefined) return false;
  const { t, format } = page;
  const { person } = t.people;
  const facts: Pair[] = [
    [person.lastSignIn, login.lastSignInAt === null ? person.neverSignedIn : format.ago(login.lastSignInAt)],
    [person.password, passwordText(page, login)],
    ...(page.isAdmin && (page.core.messages.isWelcoming || message !== undefined)
      ? ([[person.message, smsText(page, message)]] as const)
      : []),
  ];
  const isBlocked = login.blockedUntil !== null && login.blockedUntil > page.now;
  const hasOwn = login.hasPassword && !login.mustChangePassword;
  const buttons =
    page.isAdmin &&
    status === 'active' &&
    html`<div class="acts mt-3">${
      !hasOwn &&
      page.core.messages.isWelcoming &&
      linkButton(page, `/people/${id}/welcome`, person.resend, { isSmall: true })
    }${linkButton(page, `/people/${id}/link`, person.newLink, { isSmall: true })}</div>`;
  return html`<section aria-labelledby="access"><h2 id="access">${person.access}</h2>${pairs(facts)}${
    isBlocked &&
    html`<p class="small muted mt-2">${person.blocked(value(format.time(login.blockedUntil ?? page.now)))}</p>`
  }${buttons}</section>`;
}

function passwordText({ t }: Page, { hasPassword, mustChangePassword }: LoginState): string {
  const { person } = t.people;
  if (!hasPassword) return person.passwordNone;
  return mustChangePassword ? person.passwordOfMessage : person.passwordOwn;
}

function personal(page: Page, { id }: Employee, file: PersonnelFile): Html {
  const { person } = page.t.people;
  const salary =
    file.salary_type === 'hourly'
      ? person.hourly(amountText(page.format, file.hourly_rate))
      : person.global(amountText(page.format, file.global_salary));
  const facts: Pair[] = [
    [person.idNumber, person.idNumberHidden(code(file.id_number_end))],
    [person.salary, salary],
  ];
  return html`<section aria-labelledby="personal"><h2 id="personal">${person.personal}</h2>${pairs(facts)}<p class="small muted mt-2">${person.confidential}</p>
    <div class="acts mt-2">${linkButton(page, `/people/${id}/id-number`, person.openIdNumber, { isSmall: true })}</div></section>`;
}
