import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the page of a manager’s people', (test) => {
  let admin: HtmlBrowser;
  let path: string;
  let ovens: number;
  let shop: number;
  let haifa: number;

  before(async () => {
    const { core, company } = test;
    ovens = (await core.organization.createDepartment(company, { name: 'Ovens' })).id;
    shop = (await core.organization.createDepartment(company, { name: 'Shop' })).id;
    haifa = (await core.organization.createBranch(company, { name: 'Haifa' })).id;
    await core.employees.create(company, newEmployee({ name: 'Ofer', department_id: ovens, branch_id: haifa }));
    const { id } = await core.employees.create(company, newEmployee({ name: 'Shani', department_id: shop }));
    await core.leave.submit(company, { employee_id: id, dates: ['2026-06-10'], type: 'חופש' });
    path = `/accounts/${test.manager.actor.loginId}/people`;
    admin = await test.signedIn(test.admin);
  });

  const open = () => admin.get(`/admin${path}`);
  const limit = () => test.core.managers.limit(test.company, test.manager.actor.loginId);

  it('is reached from the list of accounts, and begins with the whole company', async () => {
    const list = await admin.get('/admin/accounts');
    expect(list.document.querySelector(`a[href="/admin${path}"]`)?.textContent).to.include('Their people');
    const page = await open();
    expect(page.document.querySelector('input[name=scope][checked]')?.getAttribute('value')).to.equal('all');
    expect(page.main).to.include('everybody.').and.include('Nothing changes.').and.include('Ovens');
  });

  it('tells what a choice means before it is saved, and saves nothing by that', async () => {
    await open();
    const page = await admin.submit('/people', { scope: 'some', department_ids: [String(ovens)], show: '1' });
    expect(page.status).to.equal(200);
    expect(page.main)
      .to.match(/People: 1 of \d,/)
      .and.include('who now belong to');
    expect(page.main).to.match(/\d people will no longer be shown to them/);
    expect(page.main).to.include('One waiting request').and.include('the admins');
    expect(page.main).to.include('without a manager').and.include('Shani');
    expect(await limit()).to.include({ departments: null, branches: null });
  });

  it('refuses an empty choice beside its field', async () => {
    await open();
    const page = await admin.submit('/people', { scope: 'some' });
    expect(page.status).to.equal(422);
    expect(page.document.querySelector('#f-department_ids-error')?.textContent).to.include(
      'Choose at least a department or a branch.',
    );
    expect(await limit()).to.include({ departments: null, branches: null });
  });

  it('saves departments and branches, which hold at once in an open session, and keeps the history', async () => {
    const manager = await test.signedIn(test.manager);
    expect((await manager.get('/admin/people')).main).to.include('Shani');
    await open();
    const fields = { scope: 'some', department_ids: [String(ovens)], branch_ids: [String(haifa)] };
    const saved = await admin.submit('/people', fields);
    expect(saved.main).to.include('were saved');
    const people = await manager.get('/admin/people');
    expect(people.main).to.include('Ofer').and.not.include('Shani');
    const page = await open();
    const listed = async () => {
      const rows = (await admin.get('/admin/accounts')).document.querySelectorAll('tbody tr');
      const limited = rows.filter((row) => row.text.includes('Only some departments or branches'));
      return limited.map((row) => row.querySelector('.name')?.text);
    };
    expect(await listed()).to.deep.equal([test.manager.name]);
    expect(page.main).to.include('and to the branch').and.include('Nothing changes.');
    expect(page.main).to.include(test.admin.name).and.include('Branches: Haifa');
    await open();
    await admin.submit('/people', { scope: 'all' });
    expect(await listed()).to.deep.equal([]);
    expect(await limit()).to.include({ departments: null, branches: null });
    expect((await manager.get('/admin/people')).main).to.include('Shani');
  });

  it('tells of a limit that somebody else has set meanwhile', async () => {
    await open();
    await test.core.managers.setLimit(test.company, test.manager.actor.loginId, { department_ids: [shop] });
    const page = await admin.submit('/people', { scope: 'some', branch_ids: [String(haifa)] });
    expect(page.status).to.equal(409);
    expect((await limit()).departments?.map(({ id }) => id)).to.deep.equal([shop]);
    await test.core.managers.setLimit(test.company, test.manager.actor.loginId, {});
  });

  it('is of managers alone', async () => {
    for (const { actor } of [test.admin, test.employee]) {
      expect((await admin.get(`/admin/accounts/${actor.loginId}/people`)).status).to.equal(404);
    }
  });
});
