import { newEmployee, rawSql, validIdNumber } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser, ShownPage } from './html-browser.ts';
import { PASSWORD, type PagesTest, withPages } from './support.ts';

/** Names that a page must show as they are. */
const HOSTILE = ['<script>alert(1)</script>', '=HYPERLINK("https://evil.example")', 'a\u202Egnp.exe', '"><img src=x>'];

const EVERYBODY = { page: 1, per_page: 200 };

withPages('the pages of people', (test) => {
  let admin: HtmlBrowser;

  before(async () => {
    admin = await test.signedIn(test.admin);
  });

  const hire = (overrides: object = {}) => test.core.employees.create(test.company, newEmployee(overrides));
  const namesIn = (page: ShownPage) =>
    page.document.querySelectorAll('table.list .name').map((name) => name.textContent);
  const totalOf = async () => (await test.core.employees.list(test.company, {}, EVERYBODY)).total;

  describe('the list', () => {
    it('counts, finds by every column, and narrows', async () => {
      const { id: department_id } = await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
      const { id: branch_id } = await test.core.organization.createBranch(test.company, { name: 'Lod' });
      const phone = '052-7654321';
      await hire({ name: 'Zoë Needle', email: 'zoe.needle@bakery.example', phone, department_id, branch_id });
      const frozen = await hire({ name: 'Zoë Frozen', department_id });
      await test.core.employees.freeze(test.company, frozen.id);
      const all = await admin.get('/admin/people');
      const { active, frozen: frozenCount, notSignedIn } = await test.core.personnel.counts(test.company);
      expect(all.main).to.include(`${active} active · ${frozenCount} frozen · ${notSignedIn} not signed in yet`);
      expect(namesIn(all)).to.include.members(['Zoë Needle', 'Zoë Frozen', test.manager.name]);
      for (const query of ['text=ZOË+needle', 'text=0527654321', 'text=zoe.needle%40', `branch=${branch_id}`]) {
        expect(namesIn(await admin.get(`/admin/people?${query}`)), query).to.deep.equal(['Zoë Needle']);
      }
      expect(namesIn(await admin.get(`/admin/people?department=${department_id}&status=frozen`))).to.deep.equal([
        'Zoë Frozen',
      ]);
      expect(namesIn(await admin.get('/admin/people?role=manager'))).to.deep.equal([test.manager.name]);
      const waiting = await admin.get('/admin/people?status=waiting&text=Zo%C3%AB');
      expect(namesIn(waiting)).to.deep.equal(['Zoë Needle']);
      expect(waiting.main).to.include('Not signed in yet');
      expect(waiting.document.querySelector('#q-text')?.getAttribute('value')).to.equal('Zoë');
    });

    it('begins with Hebrew names in Hebrew, as the choices of units do (D:A63)', async () => {
      const [latin, hebrew] = [
        await test.core.organization.createDepartment(test.company, { name: 'Zero' }),
        await test.core.organization.createDepartment(test.company, { name: 'אפייה' }),
      ];
      for (const name of ['Sorted Aa', 'אא sorted']) await hire({ name });
      const reader = await test.signedIn(await test.hire('Reader', 'admin'));
      for (const [locale, names, units] of [
        ['en', ['Sorted Aa', 'אא sorted'], [latin, hebrew]],
        ['he', ['אא sorted', 'Sorted Aa'], [hebrew, latin]],
      ] as const) {
        await reader.get('/admin/account');
        await reader.submit('/account/display', { locale, theme: 'auto' });
        const page = await reader.get('/admin/people?text=sorted');
        expect(namesIn(page)).to.deep.equal(names);
        const ids = units.map(({ id }) => String(id));
        const choices = page.document.querySelectorAll('#q-department option').map((one) => one.getAttribute('value'));
        expect(choices.filter((id) => ids.includes(id ?? ''))).to.deep.equal(ids);
      }
    });

    it('says that nothing matches, also for what nobody can have', async () => {
      for (const query of [
        'text=nobody+is+called+so',
        'text=%00',
        'branch=x',
        'department=-1',
        'status=gone',
        `text=${'x'.repeat(300)}`,
      ]) {
        const page = await admin.get(`/admin/people?${query}`);
        expect(page.status, query).to.equal(200);
        expect(page.main, query).to.include('Nothing matches this filter');
      }
    });

    it('goes on to further pages and keeps the filter', async () => {
      for (let count = 0; count < 51; count++) await hire({ name: `Paged ${100 + count}` });
      const first = await admin.get('/admin/people?text=paged');
      expect(first.main).to.include('Showing 1–50 of 51');
      expect(namesIn(first)).to.have.lengthOf(50);
      const next = first.document.querySelector('.paging a')?.getAttribute('href') ?? '';
      expect(next).to.equal('/admin/people?text=paged&page=2');
      expect(namesIn(await admin.get(next))).to.deep.equal(['Paged 150']);
      const shown = await admin.get(admin.page?.document.querySelector('.list .name')?.getAttribute('href') ?? '');
      expect(shown.main).to.include('Paged 150');
      expect(shown.document.querySelector('.crumbs a')?.getAttribute('href'), 'the way back').to.equal(next);
      const beyond = await admin.get('/admin/people?text=paged&page=7');
      expect(beyond.path, 'a list that has become shorter').to.equal(next);
      expect((await admin.get('/admin/people?text=Paged+100&page=2')).path).to.equal('/admin/people?text=Paged+100');
    });

    it('shows hostile names as text', async () => {
      for (const name of HOSTILE) {
        const { id } = await hire({ name: name.replace('\u202E', '') });
        for (const path of [
          '/admin/people?text=',
          '/admin/people/:id',
          '/admin/people/:id/edit',
          '/admin/people/:id/freeze',
        ]) {
          const page = await admin.get(
            path.replace(':id', String(id)) + (path.endsWith('=') ? encodeURIComponent(name.slice(0, 4)) : ''),
          );
          expect(page.document.querySelectorAll('script:not([src]), img'), page.path).to.have.lengthOf(0);
        }
      }
    });

    it('gives managers the list without what admins alone may do', async () => {
      const manager = await test.signedIn(test.manager);
      const page = await manager.get('/admin/people');
      expect(page.status).to.equal(200);
      expect(page.document.querySelector('a[href="/admin/people/new"]')).to.equal(null);
    });
  });

  describe('adding a person', () => {
    const FIELDS = { name: 'Dana Cohen', phone: '0501234567', salary_type: 'hourly', hourly_rate: '45.50' };
    const valid = (overrides: object = {}) => ({
      ...FIELDS,
      ...pick(newEmployee(), ['id_number', 'email']),
      ...overrides,
    });

    it('makes them with a welcome message, by the rules of POST /employees', async () => {
      await admin.get('/admin/people/new');
      const page = await admin.submit('/people/new', valid({ name: 'Dana New' }));
      expect(page.main).to.include('Dana New was added, and the SMS is on its way.');
      const id = Number(page.path.split('/').at(-1));
      expect(await test.core.personnel.file(test.company, id)).to.include({
        salary_type: 'hourly',
        hourly_rate: '45.5000',
      });
      expect((await test.core.messages.latest(test.company, [id])).get(id)).to.include({ state: 'waiting' });
      expect(page.main).to.include('The SMS waits to be sent').and.include('45.50 an hour');
    });

    it('are followed by an empty form for the next one, where that is asked for', async () => {
      await admin.get('/admin/people/new');
      const page = await admin.submit('/people/new', valid({ name: 'Next please', next: 'another' }));
      expect(page.path).to.equal('/admin/people/new');
      expect(page.main).to.include('Next please was added');
      expect(page.document.querySelector('[name=name]')?.getAttribute('value') ?? '').to.equal('');
    });

    it('comes back filled in, with each error beside its field, and changes nothing', async () => {
      const before = await totalOf();
      const taken = await hire({ email: 'taken@bakery.example', id_number: '123456782' });
      const wrong: readonly (readonly [fields: object, field: string, text: RegExp])[] = [
        [{ name: ' ' }, 'name', /required/],
        [{ id_number: '123456789' }, 'id_number', /check digit/],
        [{ id_number: '123456782' }, 'id_number', /registered already/],
        [{ email: taken.email.toUpperCase() }, 'email', /exists already/],
        [{ email: 'nobody' }, 'email', /not a whole e-mail address/],
        [{ phone: '1' }, 'phone', /phone/],
        [{ department_id: '999999' }, 'department_id', /invalid/],
        [{ department_id: 'x' }, 'department_id', /integer/],
        [{ hourly_rate: '' }, 'hourly_rate', /missing/],
        [{ hourly_rate: 'much' }, 'hourly_rate', /in digits/],
        [{ hourly_rate: '45,50' }, 'hourly_rate', /in digits/],
        [{ salary_type: 'global', hourly_rate: '' }, 'global_salary', /missing/],
        [{ salary_type: 'daily' }, 'salary_type', /invalid/],
      ];
      for (const [fields, field, text] of wrong) {
        await admin.get('/admin/people/new');
        const page = await admin.submit('/people/new', valid(fields));
        expect(page.status, field).to.equal(422);
        expect(page.document.querySelector(`#f-${field}-error`)?.textContent, `${field}: ${page.main}`).to.match(text);
        expect(page.document.querySelector(`[role=alert] a[href="#f-${field}"]`), field).not.to.equal(null);
        if (field !== 'name')
          expect(page.document.querySelector('#f-name')?.getAttribute('value')).to.equal('Dana Cohen');
      }
      expect(await totalOf()).to.equal(before + 1);
    });

    it('takes an amount as the pages show it, with commas', async () => {
      await admin.get('/admin/people/new');
      const fields = { salary_type: 'global', hourly_rate: '', global_salary: '1,019,500.50' };
      const page = await admin.submit('/people/new', valid(fields));
      expect(page.main).to.include('1,019,500.50 a month');
      const id = Number(page.path.split('/').at(-1));
      expect((await test.core.personnel.file(test.company, id)).global_salary).to.equal('1019500.5000');
    });

    it('takes no department of another company', async () => {
      const { id } = await test.core.organization.createDepartment(test.foreign, { name: 'Theirs' });
      await admin.get('/admin/people/new');
      const page = await admin.submit('/people/new', valid({ department_id: String(id) }));
      expect(page.status).to.equal(422);
      expect(page.document.querySelector('#f-department_id-error')).not.to.equal(null);
      expect(page.text).not.to.include('Theirs');
    });

    it('is done once, however often the form is sent; a refused form can be sent again', async () => {
      await admin.get('/admin/people/new');
      const refused = await admin.submit('/people/new', valid({ name: '' }));
      expect(refused.status).to.equal(422);
      const fields = formFields(refused, valid({ name: 'Sent Twice' }));
      const before = await totalOf();
      const [first, second] = [
        await admin.request('POST', '/admin/people/new', new URLSearchParams(fields)),
        await admin.request(
          'POST',
          '/admin/people/new',
          new URLSearchParams({ ...fields, ...pick(newEmployee(), ['id_number', 'email']) }),
        ),
      ];
      expect(first.main).to.include('Sent Twice was added');
      expect(second.main).to.include('This form was sent already.');
      expect(await totalOf()).to.equal(before + 1);
    });
  });

  describe('one person', () => {
    it('shows admins the file without the ID number, and managers what they need', async () => {
      const { id } = await hire({ name: 'Filed Person', id_number: '20000006', hourly_rate: '71.27' });
      const page = await admin.get(`/admin/people/${id}`);
      expect(page.main).to.include('ends in 006').and.include('71.27 an hour');
      expect(page.text).not.to.include('20000006');
      const manager = await test.signedIn(test.manager);
      const seen = await manager.get(`/admin/people/${id}`);
      expect(seen.main).to.include('Filed Person').and.not.include('71.27').and.not.include('ends in');
      expect(seen.text).not.to.include('20000006');
      expect(seen.document.querySelector('a[href$="/edit"]')).to.equal(null);
    });

    it('opens the ID number only to somebody who has just proved their password', async () => {
      const { id } = await hire({ name: 'Numbered Person', id_number: '050012343' });
      const browser = await test.signedIn(test.admin);
      test.clock.advance(11 * 60_000);
      const asked = await browser.get(`/admin/people/${id}/id-number`);
      expect(asked.path).to.match(/^\/admin\/confirm/);
      expect(asked.text).not.to.include('050012343');
      const opened = await browser.submit('/confirm', { password: PASSWORD });
      expect(opened.main).to.include('050012343');
      const acts = (await test.core.auditReads.list(test.company, {})).items.map(({ action }) => action);
      expect(acts).to.include('employee.id_number_open');
      admin = await test.signedIn(test.admin);
    });

    it('writes down who saw what (D:A16)', async () => {
      const { id } = await hire({ name: 'Seen Person' });
      await admin.get(`/admin/people/${id}`);
      const [row] = (await test.core.auditReads.list(test.company, { kind: 'admin' })).items.filter(
        ({ action }) => action === 'page.view',
      );
      expect(JSON.parse(row?.detail ?? '{}')).to.deep.equal({
        disclosed: [{ what: 'employee.file', employee_id: id, salary: true }],
      });
      expect(row).to.include({ loginId: test.admin.actor.loginId, route: '/people/:id' });
      await admin.get('/admin/people?text=Seen+Person');
      const [list] = (await test.core.auditReads.list(test.company, { kind: 'admin' })).items.filter(
        ({ action }) => action === 'page.view',
      );
      expect(JSON.parse(list?.detail ?? '{}')).to.deep.equal({ disclosed: [{ what: 'employees.search', people: 1 }] });
    });
  });

  describe('editing a person', () => {
    it('saves what the form says and keeps the ID number of an empty field', async () => {
      const { id } = await hire({ name: 'Before Edit', id_number: '00000018' });
      await admin.get(`/admin/people/${id}/edit`);
      const page = await admin.submit('/edit', {
        name: 'After Edit',
        address: 'Herzl 1',
        phone: '',
        salary_type: 'global',
        global_salary: '9500',
      });
      expect(page.main).to.include('The details of After Edit were saved.');
      expect(await test.core.personnel.file(test.company, id)).to.deep.include({
        ...{
          address: 'Herzl 1',
          id_number_end: '018',
          salary_type: 'global',
          hourly_rate: null,
          global_salary: '9500.0000',
        },
      });
      expect((await test.core.employees.get(test.company, id)).phone).to.equal(null);
    });

    it('refuses wrong values beside their fields', async () => {
      const { id } = await hire({ name: 'Wrong Edit' });
      const other = await hire({ id_number: '01234566' });
      for (const [fields, field] of [
        [{ id_number: '12345678' }, 'id_number'],
        [{ id_number: '001234566' }, 'id_number'],
        [{ email: other.email }, 'email'],
        [{ name: '' }, 'name'],
        [{ hourly_rate: '-1' }, 'hourly_rate'],
      ] as const) {
        await admin.get(`/admin/people/${id}/edit`);
        const page = await admin.submit('/edit', { ...fields, address: 'Kept in the form' });
        expect(page.status, field).to.equal(422);
        expect(page.document.querySelector(`#f-${field}-error`), field).not.to.equal(null);
        expect(page.document.querySelector('#f-address')?.getAttribute('value')).to.equal('Kept in the form');
      }
      expect((await test.core.personnel.file(test.company, id)).address).to.equal(null);
    });

    it('tells the second of two admins who edit one person', async () => {
      const { id } = await hire({ name: 'Edited Twice' });
      const second = await test.signedIn(test.admin);
      await second.get(`/admin/people/${id}/edit`);
      await admin.get(`/admin/people/${id}/edit`);
      await admin.submit('/edit', { address: 'The first' });
      const page = await second.submit('/edit', { address: 'The second' });
      expect(page.status).to.equal(409);
      expect(page.main).to.include('Somebody else changed this.');
      const field = page.document.querySelector('#f-address');
      expect(field?.getAttribute('value')).to.equal('The second');
      expect(field?.getAttribute('aria-describedby')).to.equal('f-address-saved');
      expect(page.document.querySelector('#f-address-saved')?.textContent).to.equal('Saved now: The first');
      expect(page.document.querySelectorAll('[id$=-saved]')).to.have.lengthOf(1);
      await second.submit('/edit');
      expect((await test.core.personnel.file(test.company, id)).address).to.equal('The second');
    });

    it('keeps what another saved in the fields that the second left alone', async () => {
      const { id: department_id } = await test.core.organization.createDepartment(test.company, {
        name: 'Night ovens',
      });
      const { id } = await hire({ name: 'Moved Meanwhile' });
      const second = await test.signedIn(test.admin);
      await second.get(`/admin/people/${id}/edit`);
      await admin.get(`/admin/people/${id}/edit`);
      await admin.submit('/edit', {
        department_id: String(department_id),
        salary_type: 'global',
        global_salary: '9000',
      });
      const id_number = validIdNumber(55_555_555);
      const page = await second.submit('/edit', { id_number, name: 'Moved and renamed' });
      expect(page.status).to.equal(409);
      const saved = page.document.querySelectorAll('[id$=-saved]').map((note) => note.textContent);
      expect(saved).to.deep.equal(['Saved now: Moved Meanwhile']);
      expect(page.document.querySelector('#f-department_id option[selected]')?.textContent).to.equal('Night ovens');
      expect(page.document.querySelector('#f-global_salary')?.getAttribute('value')).to.equal('9000.00');
      expect(page.document.querySelector('#f-id_number')?.getAttribute('value')).to.equal(id_number);
      await second.submit('/edit');
      const file = await test.core.personnel.file(test.company, id);
      expect(file).to.include({
        salary_type: 'global',
        global_salary: '9000.0000',
        id_number_end: id_number.slice(-3),
      });
      expect(file.employee).to.deep.include({
        name: 'Moved and renamed',
        department: { id: department_id, name: 'Night ovens' },
      });
    });

    it('shows what another chose by its name, and takes a form that is sent twice for one', async () => {
      const { id: department_id } = await test.core.organization.createDepartment(test.company, { name: 'Day ovens' });
      const { id: other } = await test.core.organization.createDepartment(test.company, { name: 'Shop' });
      const { id } = await hire({ name: 'Moved Twice' });
      const second = await test.signedIn(test.admin);
      await second.get(`/admin/people/${id}/edit`);
      await admin.get(`/admin/people/${id}/edit`);
      await admin.submit('/edit', { department_id: String(department_id) });
      const page = await second.submit('/edit', { department_id: String(other) });
      const saved = page.document.querySelectorAll('[id$=-saved]').map((note) => note.textContent);
      expect(saved).to.deep.equal(['Saved now: Day ovens']);
      await admin.get(`/admin/people/${id}/edit`);
      const form = admin.page;
      await admin.submit('/edit', { address: 'Once' });
      admin.page = form;
      const again = await admin.submit('/edit', { address: 'Once' });
      expect(again).to.include({ status: 200, path: `/admin/people/${id}` });
    });

    it('takes a form that is sent twice at once for one, also with numbers written in another way', async () => {
      const { id } = await hire({ name: 'Pasted Twice' });
      for (const fields of [
        { phone: '\u202A+972521112233\u202C' },
        { hourly_rate: '\u200E81.75' },
        { hourly_rate: '1,081.5' },
        { salary_type: 'global', global_salary: '9,500' },
        { address: 'Once', id_number: '\u200F' },
      ]) {
        await admin.get(`/admin/people/${id}/edit`);
        for (const page of await Promise.all([admin.submit('/edit', fields), admin.submit('/edit', fields)])) {
          expect(page, JSON.stringify(fields)).to.include({ status: 200, path: `/admin/people/${id}` });
        }
      }
    });
  });

  it('add one person by a form that is sent twice, and say so', async () => {
    const admin = await test.signedIn(test.admin);
    const form = await admin.get('/admin/people/new');
    const fields = {
      name: 'Sent Twice',
      id_number: validIdNumber(77_777_777),
      email: 'sent-twice@bakery.example',
      phone: '050-1234567',
      hourly_rate: '50',
    };
    expect((await admin.submit('/people/new', fields)).main).to.include('Sent Twice');
    admin.page = form;
    const again = await admin.submit('/people/new', fields);
    expect(again).to.include({ status: 200, path: '/admin/people' });
    expect(again.main).to.include('was sent already').and.not.include('exists already');
    await admin.get('/admin/people/new');
    expect((await admin.submit('/people/new', fields)).main, 'another form').to.include('exists already');
  });

  it('understand numbers and names that were copied with the marks of a right-to-left text', async () => {
    await admin.get('/admin/people/new');
    const { id_number, email } = newEmployee();
    const added = await admin.submit('/people/new', {
      ...{ name: 'Pia Pasted', email, salary_type: 'hourly' },
      ...{ id_number: `\u200F${id_number}`, phone: '\u202A+972501234567\u202C', hourly_rate: '\u200E45.5\u200E' },
    });
    expect(added.main).to.include('Pia Pasted was added').and.include('+972501234567').and.include('45.50');
    const half = `x${'😀'.repeat(200)}`;
    for (const [path, name] of [
      ['/people', 'text'],
      ['/attendance', 'name'],
      ['/attendance/day', 'name'],
      ['/leave/calendar', 'name'],
    ]) {
      for (const text of ['\u200FPia Pasted\u200F', 'Pia\u0000Pasted', half]) {
        const page = await admin.get(`/admin${path}?${new URLSearchParams({ [name ?? '']: text })}`);
        expect(page.status, `${path} ${text}`).to.equal(200);
        const isFound = path !== '/leave/calendar' && text.startsWith('\u200F');
        expect(page.main.includes('Pia Pasted'), `${path} ${text}`).to.equal(isFound);
      }
    }
    for (const phone of ['\u202A+972501234567\u202C', '\u200E+972501234567\u200E']) {
      expect(namesIn(await admin.get(`/admin/people?${new URLSearchParams({ text: phone })}`))).to.include(
        'Pia Pasted',
      );
    }
  });

  it('find a name that has marks, as it is copied from a page', async () => {
    await hire({ name: 'Levi\u200E-Cohen' });
    for (const query of ['people?text', 'attendance?name', 'attendance/day?name']) {
      const page = await admin.get(`/admin/${query}=${encodeURIComponent('\u2068Levi\u200E-Cohen\u2069')}`);
      expect(page.main, query).to.include('Levi\u200E-Cohen');
    }
  });

  describe('freezing and roles', () => {
    it('asks first, ends the open session at once, and lets them in again', async () => {
      const who = await test.hire('Freda Frozen');
      const theirs = await test.signedIn(who);
      const path = `/admin/people/${who.actor.employeeId}`;
      const asked = await admin.get(`${path}/freeze`);
      expect(asked.document.querySelector('h1')?.textContent).to.equal('Freeze Freda Frozen? Sign-in ends at once');
      const done = await admin.submit('/freeze');
      expect(done.main).to.include('Freda Frozen is frozen.').and.include('Frozen');
      expect((await theirs.get('/admin/account')).path).to.match(/^\/admin\/sign-in/);
      admin.page = asked;
      expect((await admin.submit('/freeze')).main).to.include('was frozen already');
      await admin.get(`${path}/reactivate`);
      expect((await admin.submit('/reactivate')).main).to.include('Freda Frozen is active.');
      expect((await (await test.signedIn(who)).get('/admin/account')).status).to.equal(200);
    });

    it('gives another role, which holds in the open session', async () => {
      const who = await test.hire('Rolf Role');
      const theirs = await test.signedIn(who);
      expect((await theirs.get('/admin/people')).status).to.equal(403);
      await admin.get(`/admin/people/${who.actor.employeeId}/role`);
      const page = await admin.submit('/role', { role: 'manager' });
      expect(page.main).to.include('The role of Rolf Role was saved.');
      expect((await theirs.get('/admin/people')).status).to.equal(200);
      await admin.get(`/admin/people/${who.actor.employeeId}/role`);
      expect((await admin.submit('/role', { role: 'owner' })).status).to.equal(422);
    });

    it('asks for the password before the role that was chosen, and leads back', async () => {
      const who = await test.hire('Rhea Role');
      const browser = await test.signedIn(test.admin);
      const path = `/people/${who.actor.employeeId}/role`;
      await browser.get(`/admin${path}`);
      test.clock.advance(61 * 60_000);
      expect((await browser.submit('/role', { role: 'admin' })).path).to.match(/^\/admin\/confirm/);
      const page = await browser.submit('/confirm', { password: PASSWORD });
      expect(page.path).to.equal(`/admin${path}#unsent`);
      expect(await test.core.employees.get(test.company, who.actor.employeeId as number)).to.include({
        role: 'employee',
      });
      expect((await browser.submit('/role', { role: 'admin' })).main).to.include('The role of Rhea Role was saved.');
      admin = await test.signedIn(test.admin);
    });

    it('never freezes or demotes the last active admin', async () => {
      const last = await lastAdminOfTheStaff(test);
      const browser = await test.signedIn(last);
      const path = `/admin/people/${last.actor.employeeId}`;
      await browser.get(`${path}/freeze`);
      const frozen = await browser.submit('/freeze');
      expect(frozen.status).to.equal(422);
      expect(frozen.main).to.include('This is the last active admin');
      await browser.get(`${path}/role`);
      const demoted = await browser.submit('/role', { role: 'employee' });
      expect(demoted.status).to.equal(422);
      expect(demoted.main).to.include('This is the last active admin');
      expect((await browser.get(path)).status).to.equal(200);
    });
  });

  describe('letting people in', () => {
    it('sends a new welcome message once, and says when it cannot', async () => {
      const { id } = await hire({ name: 'Wendy Welcome' });
      await admin.get(`/admin/people/${id}/welcome`);
      const fields = formFields(admin.page as ShownPage, {});
      expect((await admin.submit('/welcome')).main).to.include('The SMS is on its way.');
      const again = await admin.request('POST', `/admin/people/${id}/welcome`, new URLSearchParams(fields));
      expect(again.main).to.include('This form was sent already.');
      const [sent] = await test.core.extension.database
        .scope(test.company)
        .rows(rawSql('SELECT COUNT(*) AS total FROM "shaon_message" WHERE company_id = $1 AND employee_id = $2'), [id]);
      expect(Number(sent?.total)).to.equal(2);
      await test.core.employees.update(test.company, id, { phone: null });
      await admin.get(`/admin/people/${id}/welcome`);
      expect((await admin.submit('/welcome')).main).to.include('There is no phone number.');
      const own = await test.hire('Olga Own');
      await admin.get(`/admin/people/${own.actor.employeeId}/welcome`);
      const refused = await admin.submit('/welcome');
      expect(refused.status).to.equal(422);
      expect(refused.main).to.include('already chosen their own password');
    });

    it('makes a link that is shown once and opens the page for a new password', async () => {
      const who = await test.hire('Lena Link');
      await admin.get(`/admin/people/${who.actor.employeeId}/link`);
      const fields = formFields(admin.page as ShownPage, {});
      const page = await admin.submit('/link');
      const link = page.document.querySelector('#link')?.textContent ?? '';
      expect(link).to.match(new RegExp(`^${test.origin}/admin/set-up/`));
      expect(page.headers.get('cache-control')).to.equal('no-store');
      const visitor = test.visitor();
      // The visitor has no zone of their own here: the company's is named.
      expect((await visitor.get(link.slice(test.origin.length))).main)
        .to.include('Lena Link')
        .and.include('Israel Time');
      const again = await admin.request(
        'POST',
        `/admin/people/${who.actor.employeeId}/link`,
        new URLSearchParams(fields),
      );
      expect(again.main).to.include('The link was shown and will not be again.');
      expect(again.text).not.to.include('/set-up/');
    });
  });
});

const pick = (record: object, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** What the page's form would send, with some of it changed. */
function formFields(page: ShownPage, changes: Record<string, unknown>): Record<string, string> {
  const inputs = page.document.querySelectorAll('form[method=post] input[type=hidden]');
  const hidden = inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']);
  return { ...Object.fromEntries(hidden), ...(changes as Record<string, string>) };
}

/** A company whose one active admin is one of the staff. */
async function lastAdminOfTheStaff(test: PagesTest) {
  const company = {
    ...test.foreign,
    companyId: (await test.core.companies.create({ name: 'Small', locale: 'en' })).id,
  };
  return test.hire('Lara Last', 'admin', company);
}

withPages('a company without people', (test) => {
  it('says what to do first', async () => {
    const browser = await test.signedIn(test.foreignAdmin);
    for (const path of ['/admin/people', '/admin/attendance', '/admin/attendance/day']) {
      const page = await browser.get(path);
      expect(page.main).to.include('No people yet');
      expect(page.document.querySelectorAll('a[href="/admin/people/new"]'), path).to.have.lengthOf(1);
      expect(page.document.querySelector('table')).to.equal(null);
    }
  });

  it('has its rows searchable by what its pages wrote', async () => {
    const browser = await test.signedIn(test.foreignAdmin);
    await browser.get('/admin/people/new');
    const { id_number, email } = newEmployee();
    await browser.submit('/people/new', {
      name: 'First Person',
      id_number,
      email,
      phone: '0521112223',
      salary_type: 'hourly',
      hourly_rate: '1',
    });
    const rows = await test.core.extension.database
      .scope(test.foreign)
      .rows(rawSql('SELECT searched FROM "shaon_employee" WHERE company_id = $1'));
    expect(rows.map(({ searched }) => String(searched).split('\n', 1)[0])).to.deep.equal(['first person']);
  });
});

withPages(
  'the pages of people in a product that welcomes them itself',
  (test) => {
    it('promise no SMS, and have no page to send one', async () => {
      const admin = await test.signedIn(test.admin);
      const { id } = await test.core.employees.create(test.company, newEmployee({ name: 'Noa New' }));
      const frozen = await test.core.employees.create(test.company, newEmployee({ name: 'Frida' }));
      await test.core.employees.freeze(test.company, frozen.id);
      for (const path of ['/admin/people/new', `/admin/people/${id}`, `/admin/people/${frozen.id}/reactivate`]) {
        expect((await admin.get(path)).main, path).to.not.include('SMS');
      }
      const page = await admin.get(`/admin/people/${id}`);
      expect(page.main).to.include('Link to choose a password');
      expect((await admin.get(`/admin/people/${id}/welcome`)).status).to.equal(404);
    });
  },
  { core: { welcomeMessages: false } },
);
