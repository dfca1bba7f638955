import { newEmployee } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

const NAME = '<script>Ovens</script>';

withPages('the pages of departments and branches', (test) => {
  let admin: HtmlBrowser;

  before(async () => {
    admin = await test.signedIn(test.admin);
  });

  const KINDS = [
    {
      path: 'departments',
      field: 'department_id',
      list: () => test.core.organization.departments(test.company),
      create: async (name: string) => (await test.core.organization.createDepartment(test.company, { name })).id,
    },
    {
      path: 'branches',
      field: 'branch_id',
      list: () => test.core.organization.branches(test.company),
      create: async (name: string) => (await test.core.organization.createBranch(test.company, { name })).id,
    },
  ] as const;

  it('mark a name inside a sentence, so that its signs keep their place', async () => {
    const { id } = await test.core.organization.createDepartment(test.company, { name: 'C++' });
    const page = await admin.get(`/admin/departments/${id}/edit`);
    expect(page.document.querySelector('h1')?.textContent).to.equal('Edit department: \u2068C++\u2069');
    const saved = await admin.submit('/edit');
    expect(saved.text).to.include('The department \u2068C++\u2069 was saved.');
    await test.core.organization.removeDepartment(test.company, id);
  });

  for (const { path, field, list, create } of KINDS) {
    const nameOf = async (id: number) => (await list()).find((unit) => unit.id === id)?.name;

    it(`${path}: adds one, shows its name as text and how many people are in it`, async () => {
      await admin.get(`/admin/${path}/new`);
      const page = await admin.submit(`/${path}/new`, { name: NAME });
      expect(page.path).to.equal('/admin/organization');
      expect(page.main).to.include(`${NAME} was added.`);
      expect(page.document.querySelectorAll('script:not([src])')).to.have.lengthOf(0);
      const id = (await list()).find(({ name }) => name === NAME)?.id ?? 0;
      await test.core.employees.create(test.company, newEmployee({ [field]: id }));
      const after = await admin.get('/admin/organization');
      const filter = path === 'departments' ? 'department' : 'branch';
      expect(after.document.querySelector(`a[href="/admin/people?${filter}=${id}"]`)?.textContent).to.equal('1');
    });

    it(`${path}: refuses a name that is none, and a form that was sent already`, async () => {
      const before = (await list()).length;
      for (const name of [' ', 'x'.repeat(256)]) {
        await admin.get(`/admin/${path}/new`);
        const page = await admin.submit(`/${path}/new`, { name });
        expect(page.status).to.equal(422);
        expect(page.document.querySelector('#f-name-error')).not.to.equal(null);
      }
      await admin.get(`/admin/${path}/new`);
      const form = admin.formOf(`/${path}/new`);
      const fields = new URLSearchParams({ name: 'Twice' });
      for (const input of form.querySelectorAll('input[type=hidden]')) {
        fields.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
      }
      await admin.request('POST', `/admin/${path}/new`, fields);
      const second = await admin.request('POST', `/admin/${path}/new`, fields);
      expect(second.main).to.include('This form was sent already.');
      expect((await list()).length).to.equal(before + 1);
    });

    it(`${path}: refuses a name that another has, whatever its case and spaces (D:O5)`, async () => {
      const id = await create('Night shift');
      const other = await create('Day shift');
      const taken = 'The “Name” has already been taken.';
      for (const name of ['Night shift', ' NIGHT  Shift']) {
        await admin.get(`/admin/${path}/new`);
        const added = await admin.submit(`/${path}/new`, { name });
        await admin.get(`/admin/${path}/${other}/edit`);
        const renamed = await admin.submit('/edit', { name });
        for (const page of [added, renamed]) {
          expect(page.status).to.equal(422);
          expect(page.document.querySelector('#f-name-error')?.textContent).to.equal(taken);
        }
      }
      await create('Night shift');
      await admin.get(`/admin/${path}/${id}/edit`);
      expect((await admin.submit('/edit', { name: 'NIGHT shift' })).main).to.include('NIGHT shift was saved.');
    });

    it(`${path}: lets one of two admins have a name that both save in the same moment (D:O5)`, async () => {
      const id = await create('Old name');
      const second = await test.signedIn(test.admin);
      await Promise.all([admin.get(`/admin/${path}/new`), second.get(`/admin/${path}/${id}/edit`)]);
      const pages = await Promise.all([
        admin.submit(`/${path}/new`, { name: 'Same moment' }),
        second.submit('/edit', { name: 'same moment' }),
      ]);
      expect(pages.map(({ status }) => status)).to.have.members([200, 422]);
      expect((await list()).filter(({ name }) => name.toLowerCase() === 'same moment')).to.have.lengthOf(1);
    });

    it(`${path}: renames one, and tells the second of two who do`, async () => {
      const id = await create('Before');
      const second = await test.signedIn(test.admin);
      await second.get(`/admin/${path}/${id}/edit`);
      await admin.get(`/admin/${path}/${id}/edit`);
      expect((await admin.submit('/edit', { name: 'After' })).main).to.include('After was saved.');
      const page = await second.submit('/edit', { name: 'Too late' });
      expect(page.main).to.include('Somebody else changed this.');
      expect(page.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Too late');
      expect(page.document.querySelector('#f-name-saved')?.textContent).to.equal('Saved now: After');
      expect(await nameOf(id)).to.equal('After');
      await admin.get(`/admin/${path}/${id}/edit`);
      for (const name of ['', ' ']) {
        const blank = await admin.submit('/edit', { name });
        expect(blank.status).to.equal(422);
        expect(blank.document.querySelector('#f-name-error')?.textContent).to.equal('The “Name” field is required.');
      }
    });

    it(`${path}: removes one, its people only when it is told to`, async () => {
      const id = await create('To be removed');
      const { id: employee } = await test.core.employees.create(test.company, newEmployee({ [field]: id }));
      const asked = await admin.get(`/admin/${path}/${id}/remove`);
      expect(asked.main).to.include('One person is in it');
      const refused = await admin.submit('/remove', { clear: [] });
      expect(refused.status).to.equal(422);
      expect(await nameOf(id)).to.equal('To be removed');
      const done = await admin.submit('/remove', { clear: '1' });
      expect(done.main).to.include('To be removed was deleted.');
      expect(await nameOf(id)).to.equal(undefined);
      const { department, branch } = await test.core.employees.get(test.company, employee);
      expect([department, branch]).to.deep.equal([null, null]);
      expect((await admin.get(`/admin/${path}/${id}/remove`)).status).to.equal(404);
    });

    it(`${path}: removes an empty one without a question about people`, async () => {
      const id = await create('Empty');
      const asked = await admin.get(`/admin/${path}/${id}/remove`);
      expect(asked.document.querySelector('#f-clear')).to.equal(null);
      expect((await admin.submit('/remove')).main).to.include('Empty was deleted.');
    });
  }

  it('keeps the address of a branch until it is emptied', async () => {
    const { id } = await test.core.organization.createBranch(test.company, { name: 'Haifa', address: 'Herzl 1' });
    const addressOf = async () =>
      (await test.core.organization.branches(test.company)).find((branch) => branch.id === id)?.address;
    await admin.get(`/admin/branches/${id}/edit`);
    await admin.submit('/edit', { name: 'Haifa port' });
    expect(await addressOf()).to.equal('Herzl 1');
    await admin.get(`/admin/branches/${id}/edit`);
    await admin.submit('/edit', { address: '' });
    expect(await addressOf()).to.equal(null);
  });

  it('shows managers the lists without ways to change them', async () => {
    const manager = await test.signedIn(test.manager);
    const page = await manager.get('/admin/organization');
    expect(page.status).to.equal(200);
    expect(page.document.querySelectorAll('a[href$="/edit"], a[href$="/remove"], a[href$="/new"]')).to.have.lengthOf(0);
  });
});
