import { expect } from 'chai';
import { EVERY_MOUNT, newEmployee, withApi } from '../support.ts';

withApi(
  'v1 employees',
  (test) => {
    it('creates, reads, changes, freezes and reactivates an employee', async () => {
      const input = newEmployee({ name: '  דנה  לוי ', email: 'Dana@Example.test' });
      const created = await test.call('POST', '/employees', { body: input });
      expect(created.status).to.equal(201);
      const { id } = created.body.data;
      expect(created.headers.get('location')).to.equal(`https://hr.example/api/v1/employees/${id}`);
      const employee = {
        id,
        name: 'דנה  לוי',
        email: 'Dana@Example.test',
        phone: '050-1234567',
        role: 'employee',
        status: 'active',
        department: null,
        branch: null,
      };
      expect(created.body).to.deep.equal({ data: employee });
      expect((await test.call('GET', `/employees/${id}`)).body).to.deep.equal({ data: employee });

      const changed = await test.call('PATCH', `/employees/${id}`, { body: { phone: null, address: 'הרצל 1' } });
      expect(changed.body).to.deep.equal({ data: { ...employee, phone: null } });

      const frozen = await test.call('POST', `/employees/${id}/deactivate`);
      expect(frozen.body).to.deep.equal({
        message: 'העובד הוקפא.',
        data: { ...employee, phone: null, status: 'frozen' },
      });
      const again = await test.call('POST', `/employees/${id}/deactivate`, {
        rawBody: '{"broken',
        headers: { 'Accept-Language': 'en' },
      });
      expect(again.status).to.equal(200);
      expect(again.body.message).to.equal('The employee is already frozen.');
      const active = await test.call('POST', `/employees/${id}/activate`);
      expect(active.body.data.status).to.equal('active');
    });

    it('pages with absolute links that keep the filters', async () => {
      for (let index = 0; index < 3; index++) await test.call('POST', '/employees', { body: newEmployee() });
      const first = await test.call('GET', '/employees?status=active&per_page=2&nonsense=1');
      expect(first.headers.get('x-ignored-parameters')).to.equal('nonsense');
      expect(first.body.data).to.have.lengthOf(2);
      const { total, last_page } = first.body.meta;
      expect(first.body.meta).to.deep.equal({ current_page: 1, last_page, per_page: 2, total });
      expect(first.body.links).to.deep.equal({
        first: 'https://hr.example/api/v1/employees?status=active&per_page=2&page=1',
        last: `https://hr.example/api/v1/employees?status=active&per_page=2&page=${last_page}`,
        prev: null,
        next: 'https://hr.example/api/v1/employees?status=active&per_page=2&page=2',
      });
      const beyond = await test.call('GET', '/employees?page=4000&per_page=2');
      expect(beyond.body.data).to.deep.equal([]);
      expect(beyond.body.links.prev).to.match(/per_page=2$/);
      expect(beyond.body.links.next).to.equal(null);
    });

    it('refuses what may not be set, and applies nothing of the request', async () => {
      const created = await test.call('POST', '/employees', { body: { ...newEmployee(), role: 'admin' } });
      expect(created.status).to.equal(422);
      expect(created.body).to.deep.equal({
        message: 'The role field is prohibited.',
        errors: { role: ['The role field is prohibited.'] },
      });
      const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
      const changed = await test.call('PATCH', `/employees/${id}`, { body: { name: 'New', status: 'frozen' } });
      expect(changed.status).to.equal(422);
      expect((await test.call('GET', `/employees/${id}`)).body.data.name).not.to.equal('New');
    });

    it('tells query and body errors together, after the record was found', async () => {
      const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
      const both = await test.call('PATCH', `/employees/${id}?company_id=1`, { body: { name: 5 } });
      expect(both.status).to.equal(422);
      expect(both.body.errors).to.have.all.keys('company_id', 'name');
      expect((await test.call('PATCH', '/employees/99999999?company_id=1', { rawBody: '{' })).status).to.equal(404);
    });

    it('treats ids that cannot exist and another company’s as not found', async () => {
      const foreign = await test.core.employees.create(test.foreign, newEmployee());
      const own = await test.core.employees.create(test.company, newEmployee());
      for (const id of [
        '0',
        '-1',
        `0${own.id}`,
        `+${own.id}`,
        `${own.id}e0`,
        `${own.id}.0`,
        'abc',
        '2147483648',
        '9'.repeat(20),
        '%31',
        String(foreign.id),
      ]) {
        for (const [method, path] of [
          ['GET', ''],
          ['PATCH', ''],
          ['POST', '/deactivate'],
          ['POST', '/activate'],
        ] as const) {
          const response = await test.call(method, `/employees/${id}${path}`);
          expect(response.status, `${method} ${id}${path}`).to.equal(404);
          expect(response.body).to.deep.equal({ message: 'Not found.' });
        }
      }
    });
  },
  { mounts: EVERY_MOUNT },
);
