import { Readable } from 'node:stream';
import { type AccountActor, type Core, isShaonError } from '@shaon/core';
import { serviceMethods } from '@shaon/testing';
import { expect } from 'chai';
import { GENERATORS, refusal, WITHOUT_ACTOR, withCore } from '../support.ts';
import { LABEL, MAY, manager, type Recorded, recorded } from './staff.ts';

const PAGE = { page: 1, per_page: 200 };
const NOTE = { note: 'Forgotten' };
const punches = [{ kind: 'in', at: new Date('2026-05-20T06:00:00Z') }] as const;
const document = () => ({ name: 'a.pdf', type: 'application/pdf', content: Readable.from(['x']) });
const ofMay = (id: number) => ({ employee_ids: [id], month: MAY.month });

type OfPerson = (core: Core, actor: AccountActor, person: Recorded) => Promise<unknown>;
type OfAll = (core: Core, actor: AccountActor) => Promise<unknown>;

/** Methods that are about somebody: outside a manager's limit they answer as for another company's person. */
const OF_PERSON: Readonly<Record<string, OfPerson>> = {
  'absenceDays.away': (core, actor, { leaveId }) => core.absenceDays.away(actor, leaveId),
  'absenceDays.recordForLeave': (core, actor, { leaveId }) => core.absenceDays.recordForLeave(actor, [leaveId]),
  'absenceDays.recordedForLeave': (core, actor, { leaveId }) => core.absenceDays.recordedForLeave(actor, [leaveId]),
  'absenceDays.removeForLeave': (core, actor, { leaveId }) => core.absenceDays.removeForLeave(actor, [leaveId]),
  'attendance.approve': (core, actor, { dayId }) => core.attendance.approve(actor, [dayId]),
  'attendance.approveMonth': (core, actor, { id }) => core.attendance.approveMonth(actor, ofMay(id)),
  'attendance.breakEnd': (core, actor, { id }) => core.attendance.breakEnd(actor, id),
  'attendance.breakStart': (core, actor, { id }) => core.attendance.breakStart(actor, id),
  'attendance.closeDay': (core, actor, { openId }) =>
    core.attendance.closeDay(actor, openId, new Date('2026-05-21T13:00:00Z'), NOTE.note),
  'attendance.correct': (core, actor, { id }) => core.attendance.correct(actor, id, MAY.date, { punches, ...NOTE }),
  'attendance.day': (core, actor, { dayId }) => core.attendance.day(actor, dayId),
  'attendance.dayOfDate': (core, actor, { id }) => core.attendance.dayOfDate(actor, id, MAY.date),
  'attendance.list': (core, actor, { id }) => core.attendance.list(actor, { employee_id: id }, PAGE),
  'attendance.month': (core, actor, { id }) => core.attendance.month(actor, id, MAY.month),
  'attendance.personMonth': (core, actor, { id }) => core.attendance.personMonth(actor, id, MAY.month),
  'attendance.presence': (core, actor, { id }) => core.attendance.presence(actor, id),
  'attendance.punchIn': (core, actor, { id }) => core.attendance.punchIn(actor, id),
  'attendance.punchOut': (core, actor, { id }) => core.attendance.punchOut(actor, id),
  'attendance.recordAbsence': (core, actor, { id }) =>
    core.attendance.recordAbsence(actor, { employee_id: id, date: MAY.date, absence_type: LABEL }),
  'attendance.reject': (core, actor, { dayId }) => core.attendance.reject(actor, [dayId]),
  'attendance.setStatus': (core, actor, { dayId }) =>
    core.attendance.setStatus(actor, dayId, 'pending', { approved: false }),
  'attendance.today': (core, actor, { id }) => core.attendance.today(actor, id),
  'attendance.voidDay': (core, actor, { dayId }) => core.attendance.voidDay(actor, dayId),
  'attendance.waitingDays': (core, actor, { id }) => core.attendance.waitingDays(actor, ofMay(id)),
  'attendance.whoDecides': (core, actor, { id }) => core.attendance.whoDecides(actor, id),
  'correctionRequests.apply': (core, actor, { correctionId }) => core.correctionRequests.apply(actor, correctionId),
  'correctionRequests.ask': (core, actor, { id }) =>
    core.correctionRequests.ask(actor, { employee_id: id, date: MAY.date, absence_type: LABEL, reason: NOTE.note }),
  'correctionRequests.get': (core, actor, { correctionId }) => core.correctionRequests.get(actor, correctionId),
  'correctionRequests.list': (core, actor, { id }) => core.correctionRequests.list(actor, { employee_id: id }, PAGE),
  'correctionRequests.refuse': (core, actor, { correctionId }) =>
    core.correctionRequests.refuse(actor, correctionId, NOTE),
  'correctionRequests.withdraw': (core, actor, { correctionId }) =>
    core.correctionRequests.withdraw(actor, correctionId),
  'employees.exists': (core, actor, { id }) => core.employees.exists(actor, id),
  'employees.get': (core, actor, { id }) => core.employees.get(actor, id),
  'hours.ofPerson': (core, actor, { id }) => core.hours.ofPerson(actor, id, MAY.month),
  'leave.approve': (core, actor, { leaveId }) => core.leave.approve(actor, leaveId),
  'leave.approveGroup': (core, actor, { documentId }) => core.leave.approveGroup(actor, documentId),
  'leave.attachDocument': (core, actor, { leaveId }) => core.leave.attachDocument(actor, leaveId, document()),
  'leave.cancel': (core, actor, { leaveId }) => core.leave.cancel(actor, leaveId),
  'leave.cancelGroup': (core, actor, { documentId }) => core.leave.cancelGroup(actor, documentId),
  'leave.countGroups': (core, actor, { id }) => core.leave.countGroups(actor, { employee_id: id }),
  'leave.get': (core, actor, { leaveId }) => core.leave.get(actor, leaveId),
  'leave.group': (core, actor, { documentId }) => core.leave.group(actor, documentId),
  'leave.groups': (core, actor, { id }) => core.leave.groups(actor, { employee_id: id }, PAGE),
  'leave.list': (core, actor, { id }) => core.leave.list(actor, { employee_id: id }, PAGE),
  'leave.openDocument': (core, actor, { documentId }) => core.leave.openDocument(actor, documentId),
  'leave.reject': (core, actor, { leaveId }) => core.leave.reject(actor, leaveId),
  'leave.rejectGroup': (core, actor, { documentId }) => core.leave.rejectGroup(actor, documentId),
  'leave.removeDocument': (core, actor, { documentId }) => core.leave.removeDocument(actor, documentId),
  'leave.submit': (core, actor, { id }) =>
    core.leave.submit(actor, { employee_id: id, dates: ['2026-07-01'], type: LABEL }),
  'months.closingOf': (core, actor, { id }) => core.months.closingOf(actor, id, '2026-04-20'),
  'personnel.logins': async (core, actor, { id }) => [...(await core.personnel.logins(actor, [id]))],
};

/** Methods that answer with everybody: with a limit they answer as if the company had only the people within it. */
const OF_EVERYBODY: Readonly<Record<string, OfAll>> = {
  'absenceDays.calendar': (core, actor) => core.absenceDays.calendar(actor, '2026-06', {}, PAGE),
  'attendance.daySheet': (core, actor) => core.attendance.daySheet(actor, MAY.date, {}, PAGE),
  'attendance.list': (core, actor) => core.attendance.list(actor, {}, PAGE),
  'attendance.list of a later page': (core, actor) => core.attendance.list(actor, {}, { page: 2, per_page: 2 }),
  'attendance.list of a part of a month': (core, actor) =>
    core.attendance.list(actor, { date_from: '2026-05-02', date_to: '2026-05-24', status: 'pending' }, PAGE),
  'attendance.monthSheet': (core, actor) => core.attendance.monthSheet(actor, MAY.month, {}, PAGE),
  'attendance.monthSheet of a state': (core, actor) =>
    core.attendance.monthSheet(actor, MAY.month, { state: 'no_check_out' }, PAGE),
  'correctionRequests.count': (core, actor) => core.correctionRequests.count(actor),
  'correctionRequests.list': (core, actor) => core.correctionRequests.list(actor, {}, PAGE),
  'employees.list': (core, actor) => core.employees.list(actor, {}, PAGE),
  'hours.ofCompany': async (core, actor) => {
    const people: unknown[] = [];
    for await (const person of core.hours.ofCompany(actor, MAY.month)) people.push(person);
    return people;
  },
  'leave.countGroups': (core, actor) => core.leave.countGroups(actor, { status: 'pending' }),
  'leave.groups': (core, actor) => core.leave.groups(actor, {}, PAGE),
  'leave.list': (core, actor) => core.leave.list(actor, {}, PAGE),
  'leave.queue': (core, actor) => core.leave.queue(actor, PAGE),
  'months.adjustments': (core, actor) => core.months.adjustments(actor, { month: '2026-04' }),
  'months.get': (core, actor) => core.months.get(actor, MAY.month),
  'organization.peopleByBranch': async (core, actor) => [...(await core.organization.peopleByBranch(actor))],
  'organization.peopleByDepartment': async (core, actor) => [...(await core.organization.peopleByDepartment(actor))],
  'payroll.file': async (core, actor) => {
    const pieces: unknown[] = [];
    for await (const piece of core.payroll.file(actor, { month: MAY.month, days: 'all' }, 'csv')) pieces.push(piece);
    return pieces;
  },
  'payroll.sheet': async (core, actor) => {
    const { rows, ...sheet } = await core.payroll.sheet(actor, { month: MAY.month, days: 'all' });
    return { ...sheet, rows: [...rows()] };
  },
  'personnel.counts': (core, actor) => core.personnel.counts(actor),
  'personnel.search': (core, actor) => core.personnel.search(actor, {}, PAGE),
  'personnel.search by text': (core, actor) => core.personnel.search(actor, { text: 'sider' }, PAGE),
};

/** What managers may ask that is not about the staff, or about themselves alone: `own-records.test.ts`. */
const OF_NOBODY_ELSE = new RegExp(
  [
    '^accounts\\.(beginSecondFactor|changePassword|confirmPassword|confirmSecondFactor|endAllSessions|endSession)$',
    '^accounts\\.(isFormUsed|listSessions|markFormUsed|own|pendingSecondFactor|proveSecondFactor|removeSecondFactor)$',
    '^accounts\\.(renewRecoveryCodes|secondFactor|setLocale|authenticate)$',
    '^(leave\\.(listOwn|ownGroups)|notices\\.(choose|own))$',
    '^(absenceTypes\\.list|companies\\.get|payroll\\.columns|organization\\.(branches|departments)|shifts\\.list)$',
  ].join('|'),
);

withCore('the people outside a manager’s limit', (test) => {
  let limited: AccountActor;
  let outsider: Recorded;
  let stranger: Recorded;
  const answers = new Map<string, unknown>();

  before(async () => {
    const { core, company, foreign } = test;
    const department = async (name: string) => (await core.organization.createDepartment(company, { name })).id;
    const [inside, outside] = [await department('Ovens'), await department('Shop')];
    const branch = (await core.organization.createBranch(company, { name: 'Haifa' })).id;
    for (const owner of [company, foreign]) await core.absenceTypes.create(owner, { label: LABEL });
    const unlimited = await manager(test, company);
    limited = await manager(test, company, { department_ids: [inside], branch_ids: [branch] });
    const insider = await recorded(test, company, { name: 'Insider', department_id: inside, branch_id: branch });
    await core.months.close(company, { month: '2026-04' });
    await core.months.reopen(company, { month: '2026-04', reason: 'a day was missing' });
    const april = async ({ id }: Recorded) => {
      const both = (['in', 'out'] as const).map((kind, index) => ({
        ...{ kind, at: new Date(`2026-04-20T${index === 0 ? '08' : '15'}:00:00+03:00`) },
      }));
      await core.attendance.correct(company, id, '2026-04-20', { punches: both, ...NOTE });
    };
    await april(insider);
    for (const [name, call] of Object.entries(OF_EVERYBODY)) answers.set(name, await call(core, unlimited));
    outsider = await recorded(test, company, { name: 'Outsider', department_id: outside, branch_id: branch });
    const elsewhere = await recorded(test, company, { name: 'Onsider', department_id: inside });
    for (const person of [outsider, elsewhere]) await april(person);
    stranger = await recorded(test, foreign, { name: 'Stranger' });
  });

  it('are looked for by every method that a manager may call', async () => {
    const services = test.core as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>;
    const named = [...Object.keys(OF_PERSON), ...Object.keys(OF_EVERYBODY)].map((name) => name.replace(/ .*/, ''));
    const forgotten: string[] = [];
    for (const name of serviceMethods(test.core)) {
      if (WITHOUT_ACTOR.test(name) || OF_NOBODY_ELSE.test(name) || named.includes(name)) continue;
      const [service = '', method = ''] = name.split('.');
      const call = async () => {
        const answer = services[service]?.[method]?.(limited, {}, {}, {});
        if (GENERATORS.includes(name)) await (answer as AsyncGenerator).next();
        return answer;
      };
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!isShaonError(error, 'not_permitted')) forgotten.push(name);
    }
    expect(forgotten).to.deep.equal([]);
  });

  const outcome = async (call: Promise<unknown>) =>
    call.then(
      (answer) => ({ answer }),
      (error: unknown) =>
        isShaonError(error) ? { code: error.code, fields: Object.keys(Object(error.details)) } : error,
    );

  for (const [name, call] of Object.entries(OF_PERSON)) {
    it(`are as another company’s to ${name}`, async () => {
      const asked = await outcome(call(test.core, limited, outsider));
      expect(asked).to.deep.equal(await outcome(call(test.core, limited, stranger)));
      expect(JSON.stringify(asked)).not.to.include('Outsider');
    });
  }

  for (const [name, call] of Object.entries(OF_EVERYBODY)) {
    it(`are not in ${name}`, async () => {
      expect(await call(test.core, limited)).to.deep.equal(answers.get(name));
    });
  }

  it('are left as they were, whatever was tried', async () => {
    const { core, company } = test;
    expect(await core.leave.get(company, outsider.leaveId)).to.include({ status: 'pending' });
    expect(await core.leave.get(company, outsider.documentId)).to.include({ status: 'pending', has_document: true });
    expect((await core.attendance.day(company, outsider.dayId)).punches).to.have.lengthOf(2);
    expect((await core.attendance.day(company, outsider.openId)).record.status).to.equal('open');
  });

  it('are seen as soon as they belong to the manager’s units, with all their past, and no longer once they leave', async () => {
    const { core, company } = test;
    const [inside, outside] = (await core.organization.departments(company)).map(({ id }) => id);
    await core.employees.update(company, outsider.id, { department_id: inside ?? 0 });
    expect(await core.employees.get(limited, outsider.id)).to.include({ name: 'Outsider' });
    expect((await core.attendance.list(limited, { employee_id: outsider.id }, PAGE)).total).to.be.above(2);
    await core.employees.update(company, outsider.id, { department_id: outside ?? 0 });
    expect(await refusal(core.employees.get(limited, outsider.id))).to.have.property('code', 'not_found');
    expect((await core.attendance.list(limited, { employee_id: outsider.id }, PAGE)).total).to.equal(0);
  });
});
