import type { DomainEvent } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, withApi } from '../support.ts';

withApi('v1 events', (test) => {
  const heard: DomainEvent[] = [];
  let id: number;
  let email: string;

  before(async () => {
    test.core.events.addSink({ name: 'test', publish: async (event) => void heard.push(event) });
  });
  beforeEach(() => {
    heard.length = 0;
  });

  const told = () => heard.map(({ type, companyId, data }) => ({ type, companyId, data }));
  const updated = (data: object) => ({
    type: 'employee.updated',
    companyId: test.company.companyId,
    data: { employee_id: id, email, department_id: null, branch_id: null, ...data },
  });

  it('POST /employees fires employee.created', async () => {
    const input = newEmployee({ name: 'דנה' });
    const created = await test.call('POST', '/employees', { body: input });
    ({ id, email } = created.body.data);
    expect(told()).to.deep.equal([
      {
        type: 'employee.created',
        companyId: test.company.companyId,
        data: { employee_id: id, name: 'דנה', email, department_id: null, branch_id: null },
      },
    ]);
  });

  it('PATCH fires employee.updated, once, and not for what changes nothing (D:W18)', async () => {
    const patch = async (body: object) => (await test.call('PATCH', `/employees/${id}`, { body })).status;
    expect(await patch({ name: 'דנה לוי', address: 'הרצל 1' })).to.equal(200);
    expect(told()).to.deep.equal([updated({ name: 'דנה לוי', status: 'active' })]);
    expect(await patch({ name: ' דנה לוי ' })).to.equal(200);
    expect(await patch({})).to.equal(200);
    expect(heard).to.have.lengthOf(1);
  });

  it('a freeze and a reactivation fire employee.updated, and not when it is so already (D:F1)', async () => {
    for (const [path, status] of [
      ['deactivate', 'frozen'],
      ['activate', 'active'],
    ]) {
      heard.length = 0;
      for (let time = 1; time <= 2; time++) {
        expect((await test.call('POST', `/employees/${id}/${path}`)).status).to.equal(200);
        expect(told(), path).to.deep.equal([updated({ name: 'דנה לוי', status })]);
      }
    }
  });

  it('what is refused fires nothing', async () => {
    const foreign = await test.newToken(['employees:write'], test.foreign);
    const reader = await test.newToken(['employees:read']);
    const answers = [
      await test.call('POST', '/employees', { body: newEmployee({ id_number: '123' }) }),
      await test.call('POST', '/employees', { body: newEmployee({ email }) }),
      await test.call('PATCH', `/employees/${id}`, { body: { email: 'no address' } }),
      await test.call('PATCH', `/employees/${id}`, { body: { name: 'x' }, token: foreign }),
      await test.call('POST', `/employees/${id}/deactivate`, { token: foreign }),
      await test.call('POST', `/employees/${id}/deactivate`, { token: reader }),
      await test.call('GET', `/employees/${id}`),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 422, 404, 404, 403, 200]);
    expect(heard).to.deep.equal([]);
  });
});
