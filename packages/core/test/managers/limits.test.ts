import { InvalidInputError, type NewManagerLimit } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newAdmin, newPerson } from '../accounts/people.ts';
import { newEmployee, personOf, refusal, withCore } from '../support.ts';
import { LABEL, manager } from './staff.ts';

withCore('a manager’s limit (D:A110)', (test) => {
  let ovens: number;
  let shop: number;
  let haifa: number;

  before(async () => {
    const { core, company } = test;
    const department = async (name: string) => (await core.organization.createDepartment(company, { name })).id;
    [ovens, shop] = [await department('Ovens'), await department('Shop')];
    haifa = (await core.organization.createBranch(company, { name: 'Haifa' })).id;
    await core.absenceTypes.create(company, { label: LABEL });
  });

  const audited = async () => {
    const rows = await test.core.extension.database
      .scope(test.company)
      .rows(rawSql('SELECT detail FROM "shaon_audit" WHERE company_id = $1 AND action = $2 ORDER BY id DESC'), [
        'account.set_limit',
      ]);
    return rows.map(({ detail }) => JSON.parse(String(detail)));
  };
  const names = ({ departments, branches }: Awaited<ReturnType<typeof test.core.managers.limit>>) => [
    departments?.map(({ name }) => name) ?? null,
    branches?.map(({ name }) => name) ?? null,
  ];

  it('is nothing at first, holds from the next call on, is audited with before and after, and may be ended', async () => {
    const { core, company } = test;
    const actor = await manager(test, company);
    const { id } = await core.employees.create(company, newEmployee({ department_id: shop }));
    expect(names(await core.managers.limit(company, actor.loginId))).to.deep.equal([null, null]);
    expect(await core.employees.exists(actor, id)).to.equal(true);
    const set = (limit: NewManagerLimit) => core.managers.setLimit(company, actor.loginId, limit);
    expect(names(await set({ department_ids: [shop, ovens, shop] }))).to.deep.equal([['Ovens', 'Shop'], null]);
    expect(await core.employees.exists(actor, id)).to.equal(true);
    await set({ department_ids: [shop], branch_ids: [haifa] });
    expect(await core.employees.exists(actor, id)).to.equal(false);
    expect((await audited())[0]).to.deep.equal({
      login_id: actor.loginId,
      changes: { departments: ['Ovens, Shop', 'Shop'], branches: [null, 'Haifa'] },
    });
    const told = (await audited()).length;
    await set({ branch_ids: [haifa], department_ids: [shop] });
    expect(await audited()).to.have.lengthOf(told);
    await core.employees.update(company, id, { branch_id: haifa });
    expect(await core.employees.exists(actor, id)).to.equal(true);
    expect(names(await set({}))).to.deep.equal([null, null]);
  });

  it('holds in a transaction of the caller’s too, as soon as it was set there', async () => {
    const { core, company } = test;
    const actor = await manager(test, company);
    const { id } = await core.employees.create(company, newEmployee());
    const absence = { employee_id: id, date: '2026-05-20', absence_type: LABEL };
    await core.transaction(async (transaction) => {
      await core.managers.setLimit(company, actor.loginId, { department_ids: [ovens] }, { manager: transaction });
      const error = await refusal(core.attendance.recordAbsence(actor, absence, { manager: transaction }));
      expect(error).to.have.nested.property('errors.employee_id[0].rule', 'in');
    });
    expect(names(await core.managers.limit(company, actor.loginId))).to.deep.equal([['Ovens'], null]);
  });

  it('needs at least a department or a branch, and only those of the company', async () => {
    const { core, company, foreign } = test;
    const { loginId } = await manager(test, company);
    const theirs = (await core.organization.createDepartment(foreign, { name: 'Casting' })).id;
    for (const [limit, field, rule] of [
      [{ department_ids: [] }, 'department_ids', 'required'],
      [{ department_ids: [ovens], branch_ids: [] }, 'branch_ids', 'required'],
      [{ department_ids: [ovens, theirs] }, 'department_ids', 'in'],
      [{ branch_ids: [999_999] }, 'branch_ids', 'in'],
      [{ department_ids: ['x'] }, 'department_ids.0', 'integer'],
      [{ departments: [ovens] }, 'departments', 'prohibited'],
    ] as const) {
      const error = await refusal(core.managers.setLimit(company, loginId, limit as never));
      expect(error, JSON.stringify(limit)).to.be.instanceOf(InvalidInputError);
      expect((error as InvalidInputError).errors[field]?.[0]).to.have.property('rule', rule);
    }
    expect(names(await core.managers.limit(company, loginId))).to.deep.equal([null, null]);
  });

  it('is for managers’ log-ins, and admins set it', async () => {
    const { core, company, foreign } = test;
    const { loginId } = await manager(test, company);
    const limit = { department_ids: [ovens] };
    const { actor: noa } = await newPerson(core, company);
    const error = await refusal(core.managers.setLimit(company, noa.loginId, limit));
    expect(error).to.deep.include({ code: 'state_conflict', details: { role: 'employee' } });
    for (const role of ['manager', 'employee'] as const) {
      const actor = personOf(company, role);
      for (const call of [
        core.managers.limit(actor, loginId),
        core.managers.preview(actor, loginId, limit),
        core.managers.setLimit(actor, loginId, limit),
      ]) {
        expect(await refusal(call)).to.have.property('code', 'not_permitted');
      }
    }
    for (const call of [core.managers.limit(foreign, loginId), core.managers.setLimit(foreign, loginId, {})]) {
      expect(await refusal(call)).to.have.property('code', 'not_found');
    }
  });

  it('that somebody else has set meanwhile is not overwritten', async () => {
    const { core, company } = test;
    const { loginId } = await manager(test, company);
    const { version } = await core.managers.limit(company, loginId);
    await core.managers.setLimit(company, loginId, { department_ids: [ovens] }, { expectedVersion: version });
    const late = core.managers.setLimit(company, loginId, { branch_ids: [haifa] }, { expectedVersion: version });
    expect(await refusal(late)).to.deep.include({ code: 'state_conflict', details: { changed: 'limit' } });
  });

  it('stays when its units are removed, and then leaves nobody', async () => {
    const { core, company } = test;
    const cellar = (await core.organization.createDepartment(company, { name: 'Cellar' })).id;
    const pier = (await core.organization.createBranch(company, { name: 'Pier' })).id;
    const actors = [
      await manager(test, company, { department_ids: [cellar] }),
      await manager(test, company, { branch_ids: [pier] }),
      await manager(test, company, { department_ids: [cellar, ovens], branch_ids: [pier, haifa] }),
    ];
    const { id } = await core.employees.create(company, newEmployee({ department_id: ovens, branch_id: haifa }));
    await core.organization.removeDepartment(company, cellar);
    await core.organization.removeBranch(company, pier, { clearReferences: true });
    const limits = await Promise.all(actors.map(({ loginId }) => core.managers.limit(company, loginId)));
    expect(limits.map(names)).to.deep.equal([
      [[], null],
      [null, []],
      [['Ovens'], ['Haifa']],
    ]);
    const seen = await Promise.all(actors.map((actor) => core.employees.exists(actor, id)));
    expect(seen).to.deep.equal([false, false, true]);
  });

  it('stays with a log-in that is a manager’s no longer, and an admin has none', async () => {
    const { core, company } = test;
    await newAdmin(core, company);
    const { actor, employee } = await newPerson(core, company, 'manager');
    await core.managers.setLimit(company, actor.loginId, { department_ids: [ovens] });
    const { id } = await core.employees.create(company, newEmployee({ department_id: shop }));
    const as = async (role: 'admin' | 'manager') => {
      await core.accounts.setRole(company, { employee_id: employee.id, role });
      return core.employees.exists({ ...actor, role }, id);
    };
    expect([await as('manager'), await as('admin'), await as('manager')]).to.deep.equal([false, true, false]);
  });

  it('leaves a manager their own records, but not in the lists of their people', async () => {
    const { core, company } = test;
    const { actor, employee } = await newPerson(core, company, 'manager');
    const nobodys = (await core.organization.createDepartment(company, { name: 'Attic' })).id;
    await core.employees.update(company, employee.id, { department_id: shop });
    await core.managers.setLimit(company, actor.loginId, { department_ids: [nobodys] });
    const page = { page: 1, per_page: 50 };
    const day = await core.attendance.punchIn(actor, employee.id);
    const correction = { date: '2026-06-01', absence_type: LABEL, reason: 'I was ill' };
    const { id: correctionId } = await core.correctionRequests.ask(actor, correction);
    expect(await core.correctionRequests.get(actor, correctionId)).to.include({ waits_for: 'others' });
    expect((await core.correctionRequests.list(actor, { employee_id: employee.id }, page)).total).to.equal(1);
    expect((await core.correctionRequests.list(actor, {}, page)).total).to.equal(0);
    await core.correctionRequests.withdraw(actor, correctionId);
    const [request] = await core.leave.submit(actor, { dates: ['2026-07-01', '2026-07-02'], type: LABEL });
    const id = request?.id ?? 0;
    expect(await core.attendance.presence(actor, employee.id)).to.include({ state: 'in' });
    for (const own of [
      core.attendance.day(actor, day.id),
      core.attendance.today(actor, employee.id),
      core.attendance.dayOfDate(actor, employee.id, '2026-06-02'),
    ]) {
      expect((await own)?.record.id).to.equal(day.id);
    }
    expect(await core.attendance.month(actor, employee.id, '2026-06')).to.have.lengthOf(1);
    expect((await core.attendance.personMonth(actor, employee.id, '2026-06')).days).to.have.lengthOf(1);
    expect((await core.attendance.whoDecides(actor, employee.id)).waitsFor).to.equal('others');
    expect(await core.months.closingOf(actor, employee.id, '2026-06-02')).to.equal(null);
    expect((await core.hours.ofPerson(actor, employee.id, '2026-06')).employee.id).to.equal(employee.id);
    expect((await core.leave.listOwn(actor, page)).total).to.equal(2);
    expect((await core.leave.ownGroups(actor, page)).total).to.equal(1);
    expect((await core.leave.group(actor, id)).requests).to.have.lengthOf(2);
    expect(await core.leave.get(actor, id)).to.include({ id });
    await core.leave.cancelGroup(actor, id);
    expect((await core.accounts.own(actor)).id).to.equal(actor.loginId);
    expect(await core.accounts.listSessions(actor)).to.be.an('array');
    await core.accounts.setLocale(actor, 'en');
    for (const list of [core.employees.list(actor, {}, page), core.attendance.list(actor, {}, page)]) {
      expect((await list).items).to.deep.equal([]);
    }
    expect(await core.employees.exists(actor, employee.id)).to.equal(false);
  });

  it('tells people the names of those who see them, and an admin decides alone where no manager does', async () => {
    const { core } = test;
    const company = { ...test.company, companyId: (await core.companies.create({ name: 'Stand' })).id };
    await core.absenceTypes.create(company, { label: LABEL });
    const grill = (await core.organization.createDepartment(company, { name: 'Grill' })).id;
    const { actor: admin, employee } = await newPerson(core, company, 'admin');
    const cook = await core.employees.create(company, newEmployee({ department_id: grill }));
    const chief = await manager(test, company, { department_ids: [grill] });
    const namesFor = async (id: number) => (await core.attendance.whoDecides(company, id)).names;
    expect(await namesFor(cook.id)).to.deep.equal([chief.name, admin.name]);
    expect(await namesFor(employee.id)).to.deep.equal([]);
    const [request] = await core.leave.submit(admin, { dates: ['2026-07-01'], type: LABEL });
    expect((await core.leave.approve(admin, request?.id ?? 0)).isChanged).to.equal(true);
    await core.employees.update(company, employee.id, { department_id: grill });
    expect(await namesFor(employee.id)).to.deep.equal([chief.name]);
    expect(await refusal(core.leave.reject(admin, request?.id ?? 0))).to.have.property('code', 'not_permitted');
  });

  it('is told before it is set: who disappears, whose requests move to whom, and who is left without a manager', async () => {
    const { core } = test;
    const company = { ...test.company, companyId: (await core.companies.create({ name: 'Mill' })).id };
    await core.absenceTypes.create(company, { label: LABEL });
    const [north, south] = [
      (await core.organization.createDepartment(company, { name: 'North' })).id,
      (await core.organization.createDepartment(company, { name: 'South' })).id,
    ];
    const pier = (await core.organization.createBranch(company, { name: 'Pier' })).id;
    const add = async (name: string, department_id: number | null, branch_id: number | null = null) =>
      (await core.employees.create(company, newEmployee({ name, department_id, branch_id }))).id;
    const kept = await add('Kept', north, pier);
    const taken = await add('Taken', south);
    const lost = await add('Lost', null);
    const frozen = await add('Frozen', south);
    for (const employee_id of [taken, lost, kept]) {
      await core.leave.submit(company, { employee_id, dates: ['2026-07-01', '2026-07-02'], type: LABEL });
    }
    await core.correctionRequests.ask(company, {
      ...{ employee_id: lost, date: '2026-06-01', absence_type: LABEL, reason: 'ill' },
    });
    await core.employees.freeze(company, frozen);
    const { loginId } = await manager(test, company);
    const other = await manager(test, company, { department_ids: [south] });
    const preview = await core.managers.preview(company, loginId, { department_ids: [north], branch_ids: [pier] });
    expect(preview).to.deep.include({ company: 3, people: 1, hidden: 2, shown: 0, waiting: 3, takers: [other.name] });
    expect([...preview.departments]).to.deep.equal([
      [north, { people: 1, seen: 1 }],
      [south, { people: 1, seen: 0 }],
    ]);
    expect([...preview.branches]).to.deep.equal([[pier, { people: 1, seen: 1 }]]);
    expect(preview.unmanaged.total).to.equal(1);
    expect(preview.unmanaged.first.map(({ name }) => name)).to.deep.equal(['Lost']);
    await core.managers.setLimit(company, loginId, { department_ids: [north] });
    expect(await core.managers.preview(company, loginId, {})).to.include({
      people: 3,
      hidden: 0,
      shown: 2,
      waiting: 0,
    });
  });

  it('neither hides nor shows a manager’s own row, which others manage before and after', async () => {
    const { core } = test;
    const company = { ...test.company, companyId: (await core.companies.create({ name: 'Dairy' })).id };
    await core.absenceTypes.create(company, { label: LABEL });
    const barn = (await core.organization.createDepartment(company, { name: 'Barn' })).id;
    const { actor } = await newPerson(core, company, 'manager');
    await core.leave.submit(actor, { dates: ['2026-07-01'], type: LABEL });
    const limit = { department_ids: [barn] };
    const preview = await core.managers.preview(company, actor.loginId, limit);
    expect(preview).to.deep.include({ hidden: 0, waiting: 0, takers: [], unmanaged: { total: 0, first: [] } });
    await core.managers.setLimit(company, actor.loginId, limit);
    expect(await core.managers.preview(company, actor.loginId, {})).to.include({ shown: 0 });
  });
});
