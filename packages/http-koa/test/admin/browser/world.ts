import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore, type LoginRole, migrateCore, type SystemActor, systemActor } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import { createAdminRoutes } from '@shaon/http-koa/admin';
import { listen, newEmployee, TestClock } from '@shaon/testing';
import { createWebhooks, migrateWebhooks, type Webhooks, webhookEntities } from '@shaon/webhooks';
import Koa from 'koa';
import mount from 'koa-mount';
import { makeDemo } from '../../../src/host/demo/demo.ts';
import { importShortDemo } from '../../host/short-demo.ts';
import { TEST_KEYS } from '../../support.ts';
import { PASSWORD } from '../support.ts';
import { webhookHistory } from './webhook-history.ts';

/** A Sunday noon in Israel. */
const NOW = '2026-11-22T09:47:00.000Z';

/** Where else the admin is signed in. */
const PHONE = {
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

/** The demo company with its pages, as a person with a browser meets it. */
export interface World {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly clock: TestClock;
  readonly company: SystemActor;
  readonly origin: string;
  /** The e-mail address of one person of each role; `PASSWORD` is everybody's. */
  readonly emails: Readonly<Record<LoginRole, string>>;
  /** One record of every kind that a path can name. */
  readonly ids: Readonly<Record<string, number>>;
  /** Of a link that nobody has used. */
  readonly setUpSecret: string;
  /** A date on which the person of `ids.people` punched. */
  readonly date: string;
  close(): Promise<void>;
}

/** Opens the pages over a demo company that has something to show on every one, in files that are removed at the end. */
export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'shaon-world-'));
  const database = { type: 'sqlite' as const, path: join(folder, 'shaon.sqlite') };
  await migrateCore(database);
  await migrateWebhooks(database);
  const clock = new TestClock(NOW);
  const core = await createCore({
    database,
    entities: webhookEntities(database.type),
    keys: TEST_KEYS,
    clock,
    // Some pages are there only where e-mails are sent.
    mailSender: { send: async () => undefined },
    pagesUrl: 'https://hr.example/admin',
  });
  const webhooks = await createWebhooks(core);
  await importShortDemo(core, 90);
  const { companyId } = await makeDemo(core, folder, { once: true });
  const company = systemActor(companyId);
  let handler: RequestListener = () => undefined;
  const listening = await listen((request, response) => handler(request, response));
  const { url } = listening;
  const app = new Koa();
  app.use(mount('/api/v1', createV1Routes(core, { baseUrl: `${url}/api/v1` })));
  app.use(mount('/admin', createAdminRoutes(core, webhooks, { baseUrl: `${url}/admin` })));
  handler = app.callback();
  const emails = await letPeopleIn(core, company);
  const ids = await somethingToShow({ core, webhooks, clock, company, url, adminEmail: emails.admin });
  const { date, punch } = await aPunchedDay(core, company, ids.people ?? 0);
  return {
    core,
    webhooks,
    clock,
    company,
    origin: url,
    emails,
    ids: {
      ...ids,
      register: ids.people ?? 0,
      corrections: await correctionsAsked(core, company, date, emails.employee),
      punches: punch,
      'my-leave': await ownRequest(core, company, emails.employee),
    },
    setUpSecret: await openSetUp(core, company),
    date,
    async close() {
      await listening.close();
      await webhooks.stop();
      await core.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function letPeopleIn(core: Core, company: SystemActor): Promise<Record<LoginRole, string>> {
  const admin = await core.accounts.inviteAdmin(company.companyId, {
    name: 'נועה לוי',
    email: 'noa.levi@gilboa-log.example',
  });
  await core.accounts.useLink(admin.link.secret, PASSWORD);
  const accounts = await core.accounts.list(company, { everybody: true });
  const emails: Record<LoginRole, string> = { admin: admin.account.email, manager: '', employee: '' };
  for (const role of ['manager', 'employee'] as const) {
    const account = accounts.find((one) => one.role === role && one.disabledAt === null && one.employeeId !== null);
    if (account === undefined) throw new Error(`The demo company has no ${role}.`);
    const { secret } = await core.accounts.makeLink(company, account.id);
    await core.accounts.useLink(secret, PASSWORD);
    emails[role] = account.email;
  }
  return emails;
}

/** Tokens in every state with their calls, an endpoint with deliveries, and one id of each kind. */
async function somethingToShow(parts: {
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly clock: TestClock;
  readonly company: SystemActor;
  readonly url: string;
  readonly adminEmail: string;
}): Promise<Record<string, number>> {
  const { core, webhooks, clock, company, url, adminEmail } = parts;
  const payroll = await core.tokens.issue(company, {
    name: 'ייצוא לשכר',
    abilities: ['attendance:read', 'employees:read'],
  });
  const expiring = new Date(clock.now().getTime() + 6 * 86_400_000);
  await core.tokens.issue(company, {
    name: 'Power BI dashboard',
    abilities: ['attendance:read', 'attendance:location:read', 'employees:write'],
    expires_at: expiring,
  });
  const zapier = await core.tokens.issue(company, { name: '<b>Zapier</b>', abilities: ['leave:read'] });
  const call = async (path: string, token: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await response.text();
  };
  for (const path of ['/attendance', '/employees', '/employees/3', '/shifts', '/leave', '/attendance?per_page=x']) {
    await call(path, payroll.token);
  }
  await call('/leave', zapier.token);
  await core.tokens.revoke(company, zapier.summary.id);
  await call('/leave', zapier.token);

  const { endpoint } = await webhooks.endpoints.register(company, {
    url: 'https://93.184.216.34/shaon/events',
    events: ['employee.updated', 'leave_request.approved', 'attendance.clocked_in'],
    description: 'מערכת השכר',
  });
  const off = await webhooks.endpoints.register(company, {
    url: 'https://93.184.216.35:8443/hooks/attendance/with/a/rather/long/path?company=gilboa&key=0123456789',
    events: ['attendance.clocked_in', 'attendance.clocked_out'],
  });
  await webhooks.endpoints.disable(company, off.endpoint.id);
  const delivery = await webhookHistory(core, company, endpoint.id);
  await webhooks.deliveries.sendTest(company, endpoint.id);
  const [refused] = (await core.auditReads.list(company, { status_class: 4 })).items;
  const phone = await core.accounts.signIn({ email: adminEmail, password: PASSWORD }, PHONE);
  const clocks = await clocksThatReport(core, clock, company);
  const [people, departments, branches, shifts, leave] = await Promise.all([
    core.employees.list(company, {}, { page: 1, per_page: 5 }),
    core.organization.departments(company),
    core.organization.branches(company),
    core.shifts.list(company),
    core.leave.list(company, { status: 'pending' }, { page: 1, per_page: 1 }),
  ]);
  return {
    tokens: payroll.summary.id,
    webhooks: endpoint.id,
    deliveries: delivery,
    people: people.items[2]?.id ?? 0,
    attendance: people.items[2]?.id ?? 0,
    clocks,
    import: await aJudgedFile(core, company),
    departments: departments[0]?.id ?? 0,
    branches: branches[0]?.id ?? 0,
    shifts: shifts[0]?.id ?? 0,
    'absence-types': (await core.absenceTypes.list(company))[0]?.id ?? 0,
    leave: leave.items[0]?.id ?? 0,
    accounts: await aLimitedManager(core, company),
    sessions: phone.sessionId,
    audit: refused?.id ?? 0,
  };
}

/** A manager without a staff row who sees one department; gives the log-in's id. */
async function aLimitedManager(core: Core, company: SystemActor): Promise<number> {
  const { account } = await core.accounts.create(company, {
    name: 'דנה בן־ארי',
    email: 'dana.benari@gilboa-log.example',
    role: 'manager',
  });
  const [department] = await core.organization.departments(company);
  await core.managers.setLimit(company, account.id, { department_ids: [department?.id ?? 0] });
  return account.id;
}

/** A file of people with a row of each outcome; gives its id. */
async function aJudgedFile(core: Core, company: SystemActor): Promise<number> {
  const [known] = (await core.externalIds.list(company, 'employee', { limit: 1 })).items;
  const person = newEmployee({ name: 'מיכל ברק', email: 'michal.b@gilboa-log.example' });
  const rows = [
    { ...person, external_id: 'G-1201' },
    { ...newEmployee({ name: 'Igor Weiss' }), external_id: 'G-1202', email: 'igor.w@gilboa', department: 'אין כזו' },
    { ...newEmployee({ name: 'أحمد مصاروة' }), external_id: known?.externalId ?? 'G-1077' },
    { ...newEmployee({ name: 'רון דקל' }), external_id: 'G-1204', id_number: '000000019' },
  ];
  const { id } = await core.peopleFiles.judge(company, {
    name: 'people-december.csv',
    rows: rows.map((values, index) => ({ line: index + 2, values })),
  });
  return id;
}

/** Clocks in every state, with reports that were not recorded; gives the id of one with an unknown card. */
async function clocksThatReport(core: Core, clock: TestClock, company: SystemActor): Promise<number> {
  const now = clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const [first, second] = (await core.employees.list(company, {}, { page: 1, per_page: 5 })).items;
  clock.set(ago(17 * 60));
  await core.attendance.recordPunches(company, [
    { device: 'מחסן קירור', number: 5512, employee_id: first?.id ?? null, at: ago(17 * 60) },
  ]);
  clock.set(now);
  await core.attendance.recordPunches(company, [
    { device: 'שער 2', number: 48_100, employee_external_id: '7731', at: ago(60) },
    { device: 'שער 2', number: 48_104, employee_external_id: '7731', at: ago(5) },
    { device: 'חניון', number: 9020, employee_id: first?.id ?? null, at: ago(-17) },
    { device: 'שער 1', number: 31_789, employee_id: second?.id ?? null, kind: 'break_end', at: ago(3 * 24 * 60) },
    { device: 'שער 1', number: 31_790, employee_id: second?.id ?? null, kind: 'break_end', at: ago(3 * 24 * 60 - 9) },
    { device: 'שער 1', number: 31_791, employee_id: 2_000_000_000, at: ago(2) },
  ]);
  const unknown = await core.attendance.clockReports(company, { card: '7731' }, { page: 1, per_page: 1 });
  return unknown.items[0]?.id ?? 0;
}

/** The last day of the month with punches in it. */
async function aPunchedDay(core: Core, company: SystemActor, employeeId: number) {
  for (let day = 19; day > 0; day--) {
    const date = `2026-11-${String(day).padStart(2, '0')}`;
    const found = await core.attendance.dayOfDate(company, employeeId, date);
    const [first] = found?.punches ?? [];
    if (first !== undefined) return { date, punch: first.id };
  }
  throw new Error('The demo person has not punched this month.');
}

/** A request that the employee who signs in has made. */
async function ownRequest(core: Core, company: SystemActor, email: string): Promise<number> {
  const account = (await core.accounts.list(company, { everybody: true })).find((one) => one.email === email);
  const [type] = await core.absenceTypes.list(company);
  const [request] = await core.leave.submit(company, {
    employee_id: account?.employeeId ?? 0,
    dates: ['2027-03-01', '2027-03-02'],
    type: type?.label ?? '',
  });
  return request?.id ?? 0;
}

/** Requests for corrections of a day, by the person who signs in too; gives the id of one that adds time. */
async function correctionsAsked(core: Core, company: SystemActor, date: string, email: string): Promise<number> {
  const account = (await core.accounts.list(company, { everybody: true })).find((one) => one.email === email);
  const { items } = await core.employees.list(company, {}, { page: 1, per_page: 12 });
  const [type] = await core.absenceTypes.list(company);
  let asked = 0;
  for (const id of [account?.employeeId ?? 0, ...items.map((employee) => employee.id)]) {
    const day = await core.attendance.dayOfDate(company, id, date);
    const live = day?.punches.filter(({ voidedAt }) => voidedAt === null) ?? [];
    const last = live.at(-1);
    if (last?.kind !== 'out') continue;
    const later = { kind: 'out', at: new Date(last.at.getTime() + 10 * 60_000) } as const;
    const punches = [...live.slice(0, -1).map(({ kind, at }) => ({ kind, at })), later];
    const proposal = asked === 0 ? { punches } : { absence_type: type?.label };
    const about = { employee_id: id, date, reason: 'השעון בשער לא קרא את הכרטיס' };
    const request = await core.correctionRequests.ask(company, { ...about, ...proposal }).catch(() => null);
    if (asked === 0) asked = request?.id ?? 0;
  }
  return asked;
}

async function openSetUp(core: Core, company: SystemActor): Promise<string> {
  const { link } = await core.accounts.create(company, {
    name: 'לינה חדאד',
    email: 'lina.haddad@gilboa-log.example',
    role: 'manager',
  });
  return link.secret;
}
