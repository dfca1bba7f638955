import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServer } from './served-api.ts';

withServer('v1 audit', suite, { SHAON_CORS_ORIGINS: 'https://hr.example' });

function suite(api: ServedApi): void {
  it('rests a misplaced token nowhere: not in the request id, not in a name, a value or a path', async () => {
    const { token } = api;
    const calls: readonly (readonly [method: string, path: string, options?: object])[] = [
      ['GET', '/employees', { headers: { 'X-Request-Id': token } }],
      ['GET', `/employees?${token}=1`],
      ['GET', `/employees?x=1&token=${token}&status=${token}`],
      ['GET', `/employees/${token}`],
      ['GET', `/${token}`],
      ['POST', '/employees', { body: { [token]: token } }],
      ['GET', '/employees', { token: null, headers: { Cookie: `session=${token}` } }],
    ];
    for (const [method, path, options = {}] of calls) {
      const response = await api.call(method, path, options);
      expect(JSON.stringify([...response.headers]), `${method} ${path}`).not.to.contain(token);
    }
    const rows = await api.rows('SELECT * FROM "shaon_audit"');
    expect(rows.length).to.be.greaterThan(calls.length);
    expect(JSON.stringify(rows)).not.to.contain(token);
  });

  it('holds no body of a write and nothing that it made', async () => {
    const employee = { ...newEmployee(), hourly_rate: '73913.5271', name: 'Miriam Ben-Secret' };
    const secrets = [employee.id_number, employee.email, employee.hourly_rate, employee.phone, employee.name];
    api.keepOutOfLog(...secrets);
    const { id } = (await api.call('POST', '/employees', { body: employee })).body.data;
    await api.call('POST', '/employees', { body: employee });
    await api.call('POST', '/employees', { body: { ...employee, password: 'hunter2-hunter2' } });
    await api.call('PATCH', `/employees/${id}`, { body: { name: employee.name, id_number: employee.id_number } });
    await api.call('POST', '/employees', { rawBody: `{"id_number":"${employee.id_number}","x":` });
    const text = JSON.stringify(await api.rows('SELECT * FROM "shaon_audit"'));
    for (const secret of [...secrets, 'hunter2-hunter2']) expect(text, secret).not.to.contain(secret);
    api.keepOutOfLog('hunter2-hunter2');
  });

  it('tells of each call its caller, time, endpoint, address and status (SPEC 1)', async () => {
    const before = Date.now();
    const headers = { 'X-Request-Id': 'told', 'X-Forwarded-For': '203.0.113.7' };
    await api.call('GET', '/attendance/?date_from=2026-01-01&colour=red&colour=blue', { headers });
    const [row] = await api.audited('told');
    expect(row).to.include({
      company_id: api.company.companyId,
      token_name: 'conformance',
      token_prefix: api.token.slice(0, 8),
      method: 'GET',
      route: '/attendance',
      query: 'date_from=2026-01-01',
      ignored: 'colour',
      // Nobody is trusted unless the operator says so (D:U5).
      ip: '127.0.0.1',
      status: 200,
    });
    expect(new Date(row?.at as string | number).getTime()).to.be.within(before - 1_000, Date.now() + 1_000);
  });

  it('says of a refusal which rule was broken, never by what', async () => {
    const headers = { 'X-Request-Id': 'rules' };
    await api.call('GET', '/leave?status=secret-word&per_page=201', { headers });
    const [row] = await api.audited('rules');
    expect(JSON.parse(String(row?.detail))).to.deep.equal({ errors: { status: ['in'], per_page: ['max'] } });
  });

  it('names the endpoint of a call that got nowhere: without a token, beyond the limit, a preflight (D:U1, U2, U4)', async () => {
    const preflight = { Origin: 'https://hr.example', 'Access-Control-Request-Method': 'PATCH' };
    const calls: readonly (readonly [
      method: string,
      path: string,
      status: number,
      headers?: Record<string, string>,
    ])[] = [
      ['GET', '/employees/7/?status=x', 401],
      ['DELETE', '/leave', 401],
      ['OPTIONS', '/employees/7', 204, preflight],
      ['OPTIONS', '/nowhere', 204, preflight],
      ['GET', '/nowhere', 401],
    ];
    for (const [method, path, status, more] of calls) {
      const headers = { 'X-Request-Id': 'nobody', ...more };
      expect((await api.call(method, path, { token: null, headers })).status, path).to.equal(status);
    }
    const rows = await api.audited('nobody');
    expect(rows.map(({ method, route, status, caller, ip }) => [method, route, status, caller, ip])).to.deep.equal([
      ['GET', '/employees/{id}', 401, null, '127.0.0.1'],
      ['DELETE', '/leave', 401, null, '127.0.0.1'],
      ['OPTIONS', '/employees/{id}', 204, null, '127.0.0.1'],
      ['OPTIONS', null, 204, null, '127.0.0.1'],
      ['GET', null, 401, null, '127.0.0.1'],
    ]);
  });
}
