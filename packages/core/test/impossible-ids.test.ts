import { Readable } from 'node:stream';
import type { AccountActor, Core } from '@shaon/core';
import { InvalidInputError } from '@shaon/core';
import { serviceMethods } from '@shaon/testing';
import { expect } from 'chai';
import { GOOD_PASSWORD, newAdmin } from './accounts/people.ts';
import { newEmployee, refusal, withCore } from './support.ts';

/** What no record can have as its id, whatever its column holds; 1 is somebody's, and its text nobody's. */
const IMPOSSIBLE_IDS: readonly unknown[] = [
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0,
  -1,
  1e20,
  2 ** 31,
  2 ** 53,
  '1',
  'x',
  '',
  null,
  undefined,
  true,
  {},
  [1],
];

const PAGE = { page: 1, per_page: 50 };

const IMPOSSIBLE_PAGES: readonly (readonly [name: string, page: unknown])[] = [
  ['page', { page: 0, per_page: 50 }],
  ['page', { page: -1, per_page: 50 }],
  ['page', { page: 1.5, per_page: 50 }],
  ['page', { page: Number.NaN, per_page: 50 }],
  ['page', { page: 1e20, per_page: 50 }],
  ['page', { page: 'x', per_page: 50 }],
  ['page', { per_page: 50 }],
  ['per_page', { page: 1, per_page: 0 }],
  ['per_page', { page: 1, per_page: 201 }],
  ['per_page', { page: 1, per_page: 1e20 }],
  ['per_page', { page: 1, per_page: 2.5 }],
  ['per_page', { page: 1 }],
];

const NO_DATES: readonly unknown[] = [
  '2026-02-30',
  '2026-6-1',
  'x',
  '',
  20260601,
  ['2026-06-01'],
  '2026-06-01T00:00:00Z',
];

/** Methods that take no id of a record: their inputs are checked by yup, in tests of their own. */
const WITHOUT_ID: readonly string[] = [
  'absenceDays.calendar',
  'absenceTypes.create',
  'absenceTypes.createDefaults',
  'absenceTypes.list',
  'accounts.authenticate',
  'accounts.beginSecondFactor',
  'accounts.changePassword',
  'accounts.confirmSecondFactor',
  'accounts.create',
  'accounts.list',
  'accounts.listSessions',
  'accounts.openLink',
  'accounts.own',
  'accounts.pendingSecondFactor',
  'accounts.proveSecondFactor',
  'accounts.removeSecondFactor',
  'accounts.renewRecoveryCodes',
  'accounts.secondFactor',
  'accounts.setLocale',
  'accounts.forgotPassword',
  'accounts.setRole',
  'accounts.signIn',
  'accounts.isFormUsed',
  'accounts.markFormUsed',
  'accounts.useLink',
  'accounts.verify',
  'attendance.approveMonth',
  'attendance.clockReports',
  'attendance.clocks',
  'attendance.daySheet',
  'attendance.monthSheet',
  'attendance.recordAbsence',
  'attendance.recordAgain',
  'attendance.recordPunches',
  'attendance.waitingDays',
  'companies.create',
  'companies.get',
  'companies.requireSecondFactor',
  'companies.update',
  'correctionRequests.ask',
  'correctionRequests.count',
  'employees.create',
  'externalIds.find',
  'externalIds.findAll',
  'externalIds.list',
  'hours.ofCompany',
  'leave.submit',
  'messages.drainOnce',
  'messages.sendDue',
  'messages.start',
  'messages.stop',
  'notices.choose',
  'notices.own',
  'notices.tellMorning',
  'organization.branches',
  'organization.peopleByBranch',
  'organization.peopleByDepartment',
  'personnel.counts',
  'organization.createBranch',
  'peopleFiles.judge',
  'payroll.columns',
  'payroll.file',
  'payroll.saveColumns',
  'payroll.sheet',
  'months.adjustments',
  'months.close',
  'months.get',
  'months.reopen',
  'organization.createDepartment',
  'organization.departments',
  'shifts.create',
  'shifts.list',
  'tokenUse.daily',
  'tokenUse.refusedSinceRevocation',
  'tokenUse.unused',
  'tokens.authenticate',
  'tokens.issue',
  'tokens.list',
  'tokens.noteUse',
];

/** Services of the operator and of extensions; the audit has its own test below. */
const NOT_SWEPT = new Set(['audit', 'auditReads', 'clock', 'events', 'extension', 'imports', 'operator']);

withCore('an impossible id', (test) => {
  let admin: AccountActor;
  let employeeId: number;

  before(async () => {
    admin = (await newAdmin(test.core, test.company)).actor;
    employeeId = (await test.core.employees.create(test.company, newEmployee())).id;
    await test.core.attendance.punchIn(test.company, employeeId);
  });

  type Call = (core: Core, id: never) => Promise<unknown>;
  const note = 'Forgotten';
  const punches = [{ kind: 'in', at: new Date('2026-06-01T06:00:00Z') }] as const;
  const document = () => ({ name: 'a.pdf', type: 'application/pdf', content: Readable.from(['x']) });

  const notFound: Readonly<Record<string, Call>> = {
    'absenceDays.away': (core, id) => core.absenceDays.away(test.company, id),
    'absenceDays.recordForLeave': (core, id) => core.absenceDays.recordForLeave(test.company, [id]),
    'absenceDays.removeForLeave': (core, id) => core.absenceDays.removeForLeave(test.company, [id]),
    'absenceTypes.rename': (core, id) => core.absenceTypes.rename(test.company, id, 'Away'),
    'absenceTypes.restore': (core, id) => core.absenceTypes.restore(test.company, id),
    'absenceTypes.retire': (core, id) => core.absenceTypes.retire(test.company, id),
    'accounts.confirmPassword': (core, id) => core.accounts.confirmPassword(admin, id, GOOD_PASSWORD),
    'accounts.disable': (core, id) => core.accounts.disable(test.company, id),
    'accounts.enable': (core, id) => core.accounts.enable(test.company, id),
    'accounts.endSession': (core, id) => core.accounts.endSession(admin, id),
    'accounts.get': (core, id) => core.accounts.get(test.company, id),
    'accounts.inviteAdmin': (core, id) => core.accounts.inviteAdmin(id, { name: 'A', email: 'a@example.test' }),
    'accounts.makeLink': (core, id) => core.accounts.makeLink(test.company, id),
    'accounts.resetSecondFactor': (core, id) => core.accounts.resetSecondFactor(test.company, id),
    'accounts.update': (core, id) => core.accounts.update(test.company, id, { name: 'B' }),
    'attendance.approve': (core, id) => core.attendance.approve(test.company, [id]),
    'attendance.breakEnd': (core, id) => core.attendance.breakEnd(test.company, id),
    'attendance.breakStart': (core, id) => core.attendance.breakStart(test.company, id),
    'attendance.closeDay': (core, id) => core.attendance.closeDay(test.company, id, new Date(), note),
    'attendance.correct': (core, id) => core.attendance.correct(test.company, id, '2026-06-01', { punches, note }),
    'attendance.day': (core, id) => core.attendance.day(test.company, id),
    'attendance.presence': (core, id) => core.attendance.presence(test.company, id),
    'attendance.punchIn': (core, id) => core.attendance.punchIn(test.company, id),
    'attendance.punchOut': (core, id) => core.attendance.punchOut(test.company, id),
    'attendance.reject': (core, id) => core.attendance.reject(test.company, [id]),
    'attendance.setStatus': (core, id) => core.attendance.setStatus(test.company, id, 'pending', { approved: false }),
    'attendance.voidDay': (core, id) => core.attendance.voidDay(test.company, id),
    'correctionRequests.apply': (core, id) => core.correctionRequests.apply(test.company, id),
    'correctionRequests.get': (core, id) => core.correctionRequests.get(test.company, id),
    'correctionRequests.refuse': (core, id) => core.correctionRequests.refuse(test.company, id, { note }),
    'correctionRequests.withdraw': (core, id) => core.correctionRequests.withdraw(test.company, id),
    'peopleFiles.confirm': (core, id) => core.peopleFiles.confirm(test.company, id, {}),
    'peopleFiles.get': (core, id) => core.peopleFiles.get(test.company, id),
    'employees.freeze': (core, id) => core.employees.freeze(test.company, id),
    'employees.get': (core, id) => core.employees.get(test.company, id),
    'employees.reactivate': (core, id) => core.employees.reactivate(test.company, id),
    'employees.update': (core, id) => core.employees.update(test.company, id, { name: 'B' }),
    'exports.run': (core, id) => core.exports.run({ companyId: id, keepDocument: null }, async () => undefined),
    'externalIds.remove': (core, id) => core.externalIds.remove(test.company, 'employee', id),
    'externalIds.remove of a day': (core, id) => core.externalIds.remove(test.company, 'attendance', id),
    'externalIds.set': (core, id) => core.externalIds.set(test.company, 'leave', id, 'K-1'),
    'hours.ofPerson': (core, id) => core.hours.ofPerson(test.company, id, '2026-06'),
    'leave.approve': (core, id) => core.leave.approve(test.company, id),
    'leave.approveGroup': (core, id) => core.leave.approveGroup(test.company, id),
    'leave.attachDocument': (core, id) => core.leave.attachDocument(test.company, id, document()),
    'leave.cancel': (core, id) => core.leave.cancel(test.company, id),
    'leave.cancelGroup': (core, id) => core.leave.cancelGroup(test.company, id),
    'leave.get': (core, id) => core.leave.get(test.company, id),
    'leave.group': (core, id) => core.leave.group(test.company, id),
    'leave.openDocument': (core, id) => core.leave.openDocument(test.company, id),
    'leave.reject': (core, id) => core.leave.reject(test.company, id),
    'leave.rejectGroup': (core, id) => core.leave.rejectGroup(test.company, id),
    'leave.removeDocument': (core, id) => core.leave.removeDocument(test.company, id),
    'managers.limit': (core, id) => core.managers.limit(test.company, id),
    'managers.preview': (core, id) => core.managers.preview(test.company, id, {}),
    'managers.setLimit': (core, id) => core.managers.setLimit(test.company, id, {}),
    'messages.resend': (core, id) => core.messages.resend(test.company, id),
    'personnel.amend': (core, id) => core.personnel.amend(test.company, id, { name: 'B' }),
    'personnel.file': (core, id) => core.personnel.file(test.company, id),
    'personnel.openIdNumber': (core, id) => core.personnel.openIdNumber(test.company, id),
    'organization.removeBranch': (core, id) => core.organization.removeBranch(test.company, id),
    'organization.removeDepartment': (core, id) =>
      core.organization.removeDepartment(test.company, id, { clearReferences: true }),
    'organization.updateBranch': (core, id) => core.organization.updateBranch(test.company, id, { name: 'B' }),
    'organization.updateDepartment': (core, id) => core.organization.updateDepartment(test.company, id, { name: 'B' }),
    'shifts.remove': (core, id) => core.shifts.remove(test.company, id),
    'shifts.update': (core, id) => core.shifts.update(test.company, id, { name: 'B' }),
    'tokenUse.report': (core, id) => core.tokenUse.report(test.company, id),
    'tokens.get': (core, id) => core.tokens.get(test.company, id),
    'tokens.revoke': (core, id) => core.tokens.revoke(test.company, id),
    'tokens.update': (core, id) => core.tokens.update(test.company, id, { name: 'B' }),
  };

  /** What finds nothing without a refusal: exactly as for an id that was never given. */
  const nothing: Readonly<Record<string, Call>> = {
    'accounts.endAllSessions': (core, id) => core.accounts.endAllSessions(admin, { exceptSessionId: id }),
    'absenceDays.recordedForLeave': (core, id) => core.absenceDays.recordedForLeave(test.company, [id]),
    'attendance.dayOfDate': (core, id) => core.attendance.dayOfDate(test.company, id, '2026-06-02'),
    'attendance.month': (core, id) => core.attendance.month(test.company, id, '2026-06'),
    'attendance.personMonth': (core, id) => core.attendance.personMonth(test.company, id, '2026-06'),
    'attendance.today': (core, id) => core.attendance.today(test.company, id),
    'attendance.whoDecides': (core, id) => core.attendance.whoDecides(test.company, id),
    'months.closingOf': (core, id) => core.months.closingOf(test.company, id, '2026-06-02'),
    'employees.exists': (core, id) => core.employees.exists(test.company, id),
    'externalIds.of': (core, id) => core.externalIds.of(test.company, 'employee', id),
    'leave.countGroups': (core, id) => core.leave.countGroups(test.company, { employee_id: id ?? 0 }),
    'messages.latest': (core, id) => core.messages.latest(test.company, [id]),
    'accounts.names': (core, id) => core.accounts.names(test.company, { ids: [id], employeeIds: [id] }),
    'personnel.logins': (core, id) => core.personnel.logins(test.company, [id]),
  };

  /** Filters by an id, where null and undefined ask for everything. */
  const lists: Readonly<Record<string, Call>> = {
    'attendance.list': (core, id) => core.attendance.list(test.company, { employee_id: id }, PAGE),
    'attendance.list of a department': (core, id) => core.attendance.list(test.company, { department_id: id }, PAGE),
    'correctionRequests.list': (core, id) => core.correctionRequests.list(test.company, { employee_id: id }, PAGE),
    'employees.list': (core, id) => core.employees.list(test.company, { branch_id: id }, PAGE),
    'leave.groups': (core, id) => core.leave.groups(test.company, { department_id: id }, PAGE),
    'leave.list': (core, id) => core.leave.list(test.company, { employee_id: id }, PAGE),
    'personnel.search': (core, id) => core.personnel.search(test.company, { text: 'x', department_id: id }, PAGE),
  };

  const paged: Readonly<Record<string, Call>> = {
    'absenceDays.calendar': (core, page) => core.absenceDays.calendar(test.company, '2026-06', {}, page),
    'attendance.daySheet': (core, page) => core.attendance.daySheet(test.company, '2026-06-01', {}, page),
    'attendance.list': (core, page) => core.attendance.list(test.company, {}, page),
    'attendance.monthSheet': (core, page) => core.attendance.monthSheet(test.company, '2026-06', {}, page),
    'correctionRequests.list': (core, page) => core.correctionRequests.list(test.company, {}, page),
    'employees.list': (core, page) => core.employees.list(test.company, {}, page),
    'leave.list': (core, page) => core.leave.list(test.company, {}, page),
    'leave.groups': (core, page) => core.leave.groups(test.company, {}, page),
    'leave.ownGroups': (core, page) => core.leave.ownGroups(test.company, page),
    'leave.queue': (core, page) => core.leave.queue(test.company, page),
    'leave.listOwn': (core, page) => core.leave.listOwn(test.company, page),
    'personnel.search': (core, page) => core.personnel.search(test.company, { text: 'x' }, page),
  };

  it('is looked for in every method of every service', () => {
    const methods = serviceMethods(test.core).filter((name) => !NOT_SWEPT.has(name.split('.')[0] as string));
    const swept = [notFound, nothing, lists, paged].flatMap((calls) => Object.keys(calls));
    const asMethods = swept.map((name) => name.replace(/ .*/, ''));
    expect([...new Set([...asMethods, ...WITHOUT_ID])].sort()).to.deep.equal(methods.sort());
  });

  for (const [name, call] of Object.entries(notFound)) {
    it(`is as unknown as another to ${name}`, async () => {
      for (const id of IMPOSSIBLE_IDS) {
        expect(await refusal(call(test.core, id as never)), String(id)).to.have.property('code', 'not_found');
      }
    });
  }

  for (const [name, call] of Object.entries(nothing)) {
    it(`is as unknown as another to ${name}`, async () => {
      const unknown = await call(test.core, 999_999 as never);
      for (const id of IMPOSSIBLE_IDS) expect(await call(test.core, id as never), String(id)).to.deep.equal(unknown);
    });
  }

  for (const [name, call] of Object.entries(lists)) {
    it(`matches nothing in ${name}`, async () => {
      for (const id of IMPOSSIBLE_IDS.filter((value) => value != null)) {
        expect(await call(test.core, id as never), String(id)).to.deep.equal({ items: [], total: 0 });
      }
    });
  }

  for (const [name, call] of Object.entries(paged)) {
    it(`and an impossible page: refused by ${name}`, async () => {
      for (const [field, page] of IMPOSSIBLE_PAGES) {
        const refused = await refusal(call(test.core, page as never));
        expect(refused, JSON.stringify(page)).to.be.instanceOf(InvalidInputError);
        expect((refused as InvalidInputError).errors).to.have.all.keys(field);
      }
    });
  }

  it('and what is no date: refused where a date is asked for', async () => {
    for (const date of NO_DATES as readonly string[]) {
      for (const [field, promise] of [
        ['date_from', test.core.attendance.list(test.company, { date_from: date }, PAGE)],
        ['date_to', test.core.attendance.list(test.company, { date_to: date }, PAGE)],
        ['date_from', test.core.leave.list(test.company, { date_from: date }, PAGE)],
        ['date', test.core.attendance.correct(test.company, employeeId, date, { punches, note })],
      ] as const) {
        expect(await refusal(promise), String(date)).to.have.nested.property(`errors.${field}[0].rule`, 'date');
      }
    }
  });

  it('is as unknown as another to an import', async () => {
    for (const id of IMPOSSIBLE_IDS) {
      const run = test.core.imports.run({ company: { id: id as number }, files: [] });
      expect(await refusal(run), String(id)).to.have.property('code', 'not_found');
    }
  });

  it('and a text that cannot be stored: matches nothing', async () => {
    for (const [name, list] of Object.entries({
      attendance: test.core.attendance.list(test.company, { status: 'open\0' }, PAGE),
      employees: test.core.employees.list(test.company, { status: 'active\0' }, PAGE),
      leave: test.core.leave.list(test.company, { type: 'x\0' }, PAGE),
      personnel: test.core.personnel.search(test.company, { status: 'active\0' }, PAGE),
    })) {
      expect(await list, name).to.deep.equal({ items: [], total: 0 });
    }
  });

  it('and the last month that there is: has days as any other', async () => {
    for (const month of ['9999-12', '0001-01', '2028-02']) {
      expect(await test.core.attendance.month(test.company, employeeId, month), month).to.deep.equal([]);
    }
    expect(await test.core.attendance.month(test.company, employeeId, '2026-06')).to.have.length(1);
  });
});

withCore('a query of the audit that cannot be', (test) => {
  const bad = new Date(Number.NaN);
  const filters: Readonly<Record<string, object>> = {
    from: { from: bad },
    until: { until: 'yesterday' },
    token_id: { token_id: 1.5 },
    login_id: { login_id: 'x' },
    status_class: { status_class: Number.NaN },
    kind: { kind: 'other' },
    route: { route: '/x\0' },
  };
  const read = (filter: object, cursor?: object) => test.core.auditReads.list(test.company, filter, cursor);

  it('is refused with an issue on its field', async () => {
    const { list } = test.core.auditReads.operator;
    const first = (pieces: AsyncGenerator<string>) => pieces.next();
    for (const [field, filter] of Object.entries(filters)) {
      for (const promise of [
        read(filter),
        list(filter),
        first(test.core.auditReads.export(test.company, filter, 'csv')),
        first(test.core.auditReads.operator.export(filter, 'csv')),
      ]) {
        const refused = await refusal(promise);
        expect(refused, field).to.be.instanceOf(InvalidInputError);
        expect((refused as InvalidInputError).errors).to.have.all.keys(field);
      }
    }
    for (const cursor of [
      { limit: 0 },
      { limit: 1.5 },
      { limit: 1001 },
      { before: Number.NaN },
      { before: 'x' },
      { after: '1-99999999999999999' },
      { before: '1-1 ' },
    ]) {
      expect(await refusal(read({}, cursor))).to.have.property('code', 'invalid_input');
    }
  });

  it('or asks for an id beyond all: matches nothing', async () => {
    for (const filter of [{ token_id: 1e20 }, { login_id: -1 }, { token_id: 2 ** 31 }]) {
      expect(await read(filter)).to.deep.equal({ items: [], older: null, newer: null, searchedTo: null });
    }
    expect((await test.core.auditReads.operator.list({ company_id: 2 ** 40 })).items).to.deep.equal([]);
    expect((await read({ from: null, token_id: null }, { before: null })).items).to.have.length(1);
  });
});
