import { systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { follow, operations } from '../openapi/contract.ts';
import { newEmployee, withApi } from '../support.ts';

withApi('v1 freeze of the last active admin (D:A1)', (test) => {
  it('is refused with a message and no fields, changes nothing, and is audited', async () => {
    const { core } = test;
    const { id: companyId } = await core.companies.create({ name: 'One admin' });
    const company = systemActor(companyId);
    const { id } = await core.employees.create(company, newEmployee());
    await core.accounts.setRole(company, { employee_id: id, role: 'admin' });
    const before = await core.employees.get(company, id);
    const { token } = await core.tokens.issue(company, { name: 'x', abilities: ['employees:write'] });

    const frozen = await test.call('POST', `/employees/${id}/deactivate`, {
      token,
      headers: { 'X-Request-Id': 'last-admin' },
    });
    expect(frozen.status).to.equal(422);
    expect(Object.keys(frozen.body)).to.deep.equal(['message']);
    expect(frozen.body.message).to.be.a('string').and.not.equal('');
    expect(publishedExamples('/employees/{id}/deactivate', 422)).to.deep.include(frozen.body);
    expect(await core.employees.get(company, id)).to.deep.equal(before);
    const rows = await core.extension.database
      .allCompanies()
      .run(rawSql('SELECT status, route, company_id FROM "shaon_audit" WHERE request_id = $1'), ['last-admin']);
    expect(rows.map((row) => [row.status, row.route, Number(row.company_id)])).to.deep.equal([
      [422, '/employees/{id}/deactivate', companyId],
    ]);
  });
});

function publishedExamples(path: string, status: number): unknown[] {
  const content = operations().find((operation) => operation.path === path)?.responses[status]?.content;
  const { examples } = follow(follow(content)['application/json']);
  return Object.values(follow(examples)).map((example) => follow(example).value);
}
