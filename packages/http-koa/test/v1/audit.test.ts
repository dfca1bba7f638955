import type { Ability } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { speak } from '../speak.ts';
import { type ApiTest, newEmployee, withApi } from '../support.ts';

withApi(
  'v1 audit',
  (test) => {
    it('has a row for every call by the time its answer ends, refused ones too', async () => {
      const token = await test.newToken(['employees:read', 'employees:write']);
      const { id } = (
        await test.call('POST', '/employees', { token, body: newEmployee(), headers: { 'X-Request-Id': 'create' } })
      ).body.data;
      const calls: [method: string, path: string, status: number, route: string | null][] = [
        ['GET', '/employees', 200, '/employees'],
        ['HEAD', '/employees', 200, '/employees'],
        ['PATCH', `/employees/${id}`, 200, '/employees/{id}'],
        ['POST', `/employees/${id}/deactivate`, 200, '/employees/{id}/deactivate'],
        ['POST', `/employees/${id}/deactivate`, 200, '/employees/{id}/deactivate'],
        ['GET', '/leave', 403, '/leave'],
        ['GET', '/employees/0', 404, '/employees/{id}'],
        ['GET', '/nowhere', 404, null],
        ['DELETE', '/employees', 405, '/employees'],
        ['OPTIONS', '/employees', 405, '/employees'],
        ['POST', '/employees', 422, '/employees'],
      ];
      for (const [method, path, status] of calls) {
        expect(
          (await test.call(method, path, { token, headers: { 'X-Request-Id': 'walk' } })).status,
          `${method} ${path}`,
        ).to.equal(status);
      }
      const rows = await auditRows(test, 'walk');
      expect(rows.map((row) => [row.method, row.path, row.status, row.route])).to.deep.equal(calls);
      const [reads, writes] = ['employees:read', 'employees:write'];
      expect(rows.map((row) => row.ability)).to.deep.equal([
        ...[reads, reads, writes, writes, writes, 'leave:read', reads, null, null, null, writes],
      ]);
      const details = rows.map(({ detail }) => (detail === null ? null : JSON.parse(String(detail))));
      const disclosed = { records: 1, people: 1 };
      expect(details.slice(0, -1), 'what it disclosed, or why it was refused').to.deep.equal([
        ...[disclosed, disclosed, null, null, null],
        ...[{ code: 'ability_missing' }, { code: 'not_found' }, null, null, null],
      ]);
      expect(details.at(-1).errors).to.deep.include({ name: ['required'], id_number: ['required'] });
      for (const row of rows) {
        expect(row.company_id).to.equal(test.company.companyId);
        expect(row.token_name).to.equal('test');
        expect(row.token_prefix).to.equal(token.slice(0, 8));
        expect(row.ip).to.equal('127.0.0.1');
        expect(Number(row.duration_us)).to.be.greaterThan(0);
      }
      expect((await auditRows(test, 'create')).map((row) => row.status)).to.deep.equal([201]);
    });

    it('says how much a list disclosed: records, people, dates, locations', async () => {
      const { core, company } = test;
      const { companyId } = company;
      const people = [];
      for (const name of ['Ada', 'Eva']) people.push(await core.employees.create(company, newEmployee({ name })));
      const [first, second] = people.map(({ id }) => id) as [number, number];
      const gps = { lat: 32.1, lng: 34.8, accuracy_meters: 5 };
      await core.attendance.punchIn(company, first, { at: new Date('2026-05-03T06:00:00Z'), location: gps });
      await core.attendance.punchIn(company, second, { at: new Date('2026-05-05T06:00:00Z') });
      const detail = async (name: string, path: string, abilities: Ability[]) => {
        const token = await test.newToken(abilities);
        expect((await test.call('GET', path, { token, headers: { 'X-Request-Id': name } })).status).to.equal(200);
        return JSON.parse(String((await auditRows(test, name))[0]?.detail));
      };
      const days = { records: 2, people: 2, from: '2026-05-03', to: '2026-05-05' };
      const path = '/attendance?date_from=2026-05-01&date_to=2026-05-31';
      expect(await detail('days', path, ['attendance:read'])).to.deep.equal(days);
      const both: Ability[] = ['attendance:read', 'attendance:location:read'];
      expect(await detail('located', path, both)).to.deep.equal({ ...days, located: 1 });
      expect(await detail('none', `${path}&page=9`, both)).to.deep.equal({ records: 0, people: 0, located: 0 });
      expect(await detail('leave', '/leave', ['leave:read'])).to.deep.equal({ records: 0, people: 0 });
      expect(await detail('shifts', '/shifts', ['shifts:read'])).to.deep.equal({ records: 0 });
      const [row] = await auditRows(test, 'located');
      expect(row).to.include({ company_id: companyId, status: 200 });
    });

    it('tells a revoked token from an unknown one, to its company only', async () => {
      const { token, summary } = await test.core.tokens.issue(test.company, {
        name: 'gone',
        abilities: ['leave:read'],
      });
      await test.core.tokens.revoke(test.company, summary.id);
      await test.call('GET', '/employees', { token, headers: { 'X-Request-Id': 'revoked' } });
      await test.call('GET', '/employees', { token: null, headers: { 'X-Request-Id': 'nobody' } });
      const [revoked] = await auditRows(test, 'revoked');
      expect(revoked).to.include({ status: 401, company_id: test.company.companyId, token_name: 'gone' });
      expect(revoked?.detail).to.equal('{"token":"revoked"}');
      const [nobody] = await auditRows(test, 'nobody');
      expect(nobody).to.include({ status: 401, company_id: null, caller: null });
    });

    it('holds values of recognised parameters, names of others, and never a token, a body or an id number', async () => {
      const headers = { 'X-Request-Id': 'values' };
      const employee = newEmployee();
      await test.call('POST', '/employees?secret=abc', { body: { ...employee, password: 'hunter2' }, headers });
      await test.call('GET', `/employees?status=active&access_token=${test.token}&department_id=5`, { headers });
      await test.call('GET', `/employees?status=${test.token}`, { headers });
      await test.call('GET', `/employees/${test.token}`, { headers });
      const rows = await auditRows(test, 'values');
      expect(rows).to.have.lengthOf(4);
      expect(rows[1]).to.include({ query: 'status=active&department_id=5', ignored: 'access_token' });
      const text = JSON.stringify(rows);
      for (const secret of [test.token, employee.id_number, employee.email, employee.phone, 'hunter2', 'abc"']) {
        expect(text).not.to.contain(secret);
      }
    });

    it('names what was ignored, of the query and of the body', async () => {
      const headers = { 'X-Request-Id': 'ignored' };
      const body = { ...newEmployee(), nickname: 'Dan' };
      const answer = await test.call('POST', '/employees?colour=red', { body, headers });
      expect([answer.status, answer.headers.get('X-Ignored-Parameters')]).to.deep.equal([201, 'colour, nickname']);
      expect((await auditRows(test, 'ignored'))[0]).to.include({ ignored: 'colour, nickname' });
      const token = await test.call('GET', `/employees?${test.token}=1`, { headers });
      expect(token.headers.get('X-Ignored-Parameters'), 'a token as a name').to.equal('shn_%E2%80%A6');
      expect((await auditRows(test, 'ignored'))[1]).to.include({ ignored: 'shn_%E2%80%A6' });
    });

    it('takes no token for a request’s name, and notes when and whence a token was used', async () => {
      const { token, summary } = await test.core.tokens.issue(test.company, {
        name: 'used',
        abilities: ['leave:read'],
      });
      const answer = await test.call('GET', '/leave', { token, headers: { 'X-Request-Id': token } });
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('X-Request-Id')).not.to.contain('shn_');
      const used = (await test.core.tokens.list(test.company)).find(({ id }) => id === summary.id);
      expect(used?.lastUsedAt).to.be.instanceOf(Date);
    });

    it('lets no value pass for a parameter that was not sent, and keeps repeated ones', async () => {
      const headers = { 'X-Request-Id': 'escaped' };
      await test.call('GET', '/leave?type=a%26status%3Dapproved%25%0A%00&per_page=1', { headers });
      await test.call('GET', `/leave?type=${encodeURIComponent('חופש')}&employee_id=1&employee_id=2`, { headers });
      expect((await auditRows(test, 'escaped')).map((row) => row.query)).to.deep.equal([
        'type=a%26status=approved%25%0A%00&per_page=1',
        'type=חופש&employee_id=1&employee_id=2',
      ]);
    });

    it('says what a call asked for that was refused before its query was looked at', async () => {
      const { token, summary } = await test.core.tokens.issue(test.company, { name: 'old', abilities: ['leave:read'] });
      await test.core.tokens.revoke(test.company, summary.id);
      const headers = { 'X-Request-Id': 'refused' };
      const query = `?status=active&access_token=${test.token}`;
      await test.call('GET', `/employees${query}`, { token, headers });
      await test.call('PUT', `/employees${query}`, { headers });
      await test.call('GET', `/nowhere${query}`, { headers });
      const rows = await auditRows(test, 'refused');
      expect(rows.map((row) => [row.status, row.query, row.ignored])).to.deep.equal([
        [401, 'status=active', 'access_token'],
        [405, null, 'status, access_token'],
        [404, null, 'status, access_token'],
      ]);
      expect(JSON.stringify(rows)).not.to.contain(test.token);
    });

    it('rolls the row of a refused write back with it, and writes it once all the same', async () => {
      const employee = newEmployee();
      const headers = { 'X-Request-Id': 'race' };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => test.call('POST', '/employees', { body: employee, headers })),
      );
      const statuses = responses.map((response) => response.status).sort();
      expect(statuses).to.deep.equal([201, ...Array(19).fill(422)]);
      const rows = await auditRows(test, 'race');
      expect(rows.map((row) => Number(row.status)).sort()).to.deep.equal(statuses);
    });

    it('believes a trusted proxy about the address, and nobody else', async () => {
      const headers = { 'X-Request-Id': 'proxy', 'X-Forwarded-For': '1.1.1.1, 203.0.113.9, 10.1.2.3' };
      await test.call('GET', '/employees', { headers });
      const [row] = await auditRows(test, 'proxy');
      expect(row?.ip).to.equal('203.0.113.9');
    });

    it('refuses a call of so many headers that Node drops the last ones, which a proxy adds', async () => {
      const { port, pathname } = new URL(test.url);
      const callWith = (padding: number) => {
        const head = [
          `GET ${pathname}/employees HTTP/1.1`,
          'Host: x',
          'Connection: close',
          'X-Request-Id: many',
          `Authorization: Bearer ${test.token}`,
          'X-Forwarded-For: 6.6.6.6',
          ...Array<string>(padding).fill('a:'),
          'X-Forwarded-For: 203.0.113.9',
        ];
        return speak(Number(port), `${head.join('\r\n')}\r\n\r\n`);
      };
      expect(await callWith(990)).to.match(/^HTTP\/1\.1 200 /);
      const refused = await callWith(1_000);
      expect(refused).to.match(/^HTTP\/1\.1 431 /);
      expect(refused.split('\r\n\r\n')[1]).to.equal('{"message":"The request headers are too large."}');
      const rows = await auditRows(test, 'many');
      expect(rows.map((row) => [row.status, row.ip])).to.deep.equal([
        [200, '203.0.113.9'],
        [431, '127.0.0.1'],
      ]);
    });
  },
  { mounts: ['koa', 'express'], v1: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } },
);

function auditRows(test: ApiTest, requestId: string) {
  return test.core.extension.database
    .allCompanies()
    .run(rawSql('SELECT * FROM "shaon_audit" WHERE request_id = $1 ORDER BY id'), [requestId]);
}
