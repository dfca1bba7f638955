import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withApi } from '../support.ts';

withApi(
  'v1 over plain http, where https is required',
  (test) => {
    const headers = { 'X-Request-Id': 'plain' };

    it('is refused without a redirect, audited with what was asked for and nobody’s name', async () => {
      const employee = newEmployee();
      const calls: [
        method: string,
        path: string,
        route: string | null,
        query: string | null,
        ignored: string | null,
      ][] = [
        [
          'GET',
          `/leave?status=pending&date_from=2026-06-01&access_token=${test.token}`,
          '/leave',
          'status=pending&date_from=2026-06-01',
          'access_token',
        ],
        ['GET', '/employees/7', '/employees/{id}', null, null],
        ['POST', '/employees', '/employees', null, null],
        ['OPTIONS', '/employees?page=2', '/employees', null, 'page'],
        ['GET', `/${test.token}`, null, null, null],
      ];
      for (const [method, path] of calls) {
        const refused = await test.call(method, path, { headers, ...(method === 'POST' && { body: employee }) });
        expect(refused.status, path).to.equal(403);
        expect(refused.body).to.deep.equal({ message: 'Call this API by https.' });
        expect(refused.headers.get('X-Request-Id')).to.equal('plain');
        expect(refused.headers.has('X-RateLimit-Limit')).to.equal(false);
        expect(refused.headers.has('Location')).to.equal(false);
      }
      const rows = await test.core.extension.database
        .allCompanies()
        .run(rawSql('SELECT * FROM "shaon_audit" WHERE request_id = $1 ORDER BY id'), ['plain']);
      expect(rows.map((row) => [row.method, row.route, row.query, row.ignored])).to.deep.equal(
        calls.map(([method, _path, ...rest]) => [method, ...rest]),
      );
      for (const row of rows) {
        expect(row).to.include({ status: 403, ip: '127.0.0.1', detail: '{"refused":"plain http"}' });
        expect(row).to.include({ caller: null, company_id: null, token_id: null, token_prefix: null });
      }
      expect(JSON.stringify(rows)).not.to.contain(test.token).and.not.to.contain(employee.id_number);
    });

    it('is let through when it came by https, and counts from then on', async () => {
      const served = await test.call('GET', '/employees', { headers: { 'X-Forwarded-Proto': 'https' } });
      expect(served.status).to.equal(200);
      expect(served.headers.get('X-RateLimit-Remaining')).to.equal('59');
    });
  },
  { v1: { isSecure: (request) => request.headers['x-forwarded-proto'] === 'https', limitPerMinute: 60 } },
);
