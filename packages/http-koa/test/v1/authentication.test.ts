import { request as rawRequest } from 'node:http';
import { ABILITY_NAMES, type Ability } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, withApi } from '../support.ts';

withApi('v1 authentication', (test) => {
  it('refuses a missing, malformed, unknown, mistyped, revoked and expired token in the same words', async () => {
    const revoked = await test.core.tokens.issue(test.company, { name: 'old', abilities: ['employees:read'] });
    await test.core.tokens.revoke(test.company, revoked.summary.id);
    const expiring = await test.core.tokens.issue(test.company, {
      name: 'short',
      abilities: ['employees:read'],
      expires_at: new Date(test.clock.now().getTime() + 1_000),
    });
    expect((await test.call('GET', '/employees', { token: expiring.token })).status).to.equal(200);
    test.clock.advance(1_000);

    const presented: Record<string, string | undefined> = {
      missing: undefined,
      empty: 'Bearer',
      basic: 'Basic dXNlcjpwYXNz',
      two: `Bearer ${test.token} ${test.token}`,
      comma: `Bearer ${test.token},${test.token}`,
      unknown: `Bearer ${test.token.slice(0, -7)}A000000`,
      mistyped: `Bearer ${test.token.slice(0, -1)}`,
      revoked: `Bearer ${revoked.token}`,
      expired: `Bearer ${expiring.token}`,
    };
    for (const [kind, authorization] of Object.entries(presented)) {
      const response = await test.call('GET', '/employees', {
        token: null,
        ...(authorization !== undefined && { headers: { Authorization: authorization } }),
      });
      expect(response.status, kind).to.equal(401);
      expect(response.body, kind).to.deep.equal({ message: 'Unauthenticated.' });
      expect(response.headers.get('x-ratelimit-limit'), kind).to.equal(null);
      // RFC 6750, 3.1: no error code for a caller who sent no token.
      const challenge = ['missing', 'empty', 'basic'].includes(kind)
        ? 'Bearer realm="api"'
        : 'Bearer realm="api", error="invalid_token"';
      expect(response.headers.get('www-authenticate'), kind).to.equal(challenge);
    }
  });

  it('takes the scheme in any case and several spaces', async () => {
    for (const authorization of [`bearer ${test.token}`, `BEARER   ${test.token}`]) {
      const response = await test.call('GET', '/employees', { token: null, headers: { Authorization: authorization } });
      expect(response.status).to.equal(200);
    }
  });

  it('refuses two Authorization headers, even of the same token', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const url = new URL(`${test.url}/employees`);
      const headers = [
        'Host',
        url.host,
        'Authorization',
        `Bearer ${test.token}`,
        'Authorization',
        `Bearer ${test.token}`,
      ];
      rawRequest(url, { headers } as never, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).to.equal(401);
  });

  it('does not read a token from the query, a cookie or the body', async () => {
    for (const headers of [{}, { Cookie: `token=${test.token}` }]) {
      const response = await test.call('GET', `/employees?access_token=${test.token}&token=${test.token}`, {
        token: null,
        headers,
      });
      expect(response.status).to.equal(401);
    }
  });

  it('makes a revocation count for the very next call', async () => {
    const { token, summary } = await test.core.tokens.issue(test.company, { name: 'x', abilities: ['employees:read'] });
    expect((await test.call('GET', '/employees', { token })).status).to.equal(200);
    await test.core.tokens.revoke(test.company, summary.id);
    expect((await test.call('GET', '/employees', { token })).status).to.equal(401);
  });

  it('tells an unknown path and a wrong method only to callers with a token', async () => {
    expect((await test.call('GET', '/nowhere', { token: null })).status).to.equal(401);
    expect((await test.call('GET', '/nowhere')).body).to.deep.equal({ message: 'Not found.' });
    expect((await test.call('DELETE', '/employees', { token: null })).status).to.equal(401);
    const wrong = await test.call('DELETE', '/employees');
    expect(wrong.status).to.equal(405);
    expect(wrong.headers.get('allow')).to.equal('GET, HEAD, POST');
  });
});

/** SPEC 4 and 5: every operation with the ability it needs. */
const OPERATIONS: readonly (readonly [method: string, path: string, ability: Ability])[] = [
  ['GET', '/attendance', 'attendance:read'],
  ['GET', '/employees', 'employees:read'],
  ['GET', '/employees/1', 'employees:read'],
  ['POST', '/employees', 'employees:write'],
  ['PATCH', '/employees/1', 'employees:write'],
  ['POST', '/employees/1/deactivate', 'employees:write'],
  ['POST', '/employees/1/activate', 'employees:write'],
  ['GET', '/departments', 'employees:read'],
  ['GET', '/branches', 'employees:read'],
  ['GET', '/leave', 'leave:read'],
  ['GET', '/shifts', 'shifts:read'],
];

withApi('v1 abilities', (test) => {
  for (const held of ABILITY_NAMES) {
    it(`${held} opens exactly what SPEC 5 grants it`, async () => {
      const token = await test.newToken([held]);
      for (const [method, path, needed] of OPERATIONS) {
        for (const sent of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
          const response = await test.call(sent, path, { token });
          if (held === needed) {
            expect(response.status, `${sent} ${path}`).to.be.oneOf([200, 404, 422]);
            continue;
          }
          expect(response.status, `${sent} ${path}`).to.equal(403);
          expect(response.headers.get('x-required-ability')).to.equal(needed);
          if (sent !== 'HEAD') expect(response.body).to.deep.equal({ message: 'Invalid ability provided.' });
        }
      }
    });
  }

  it('answers 403 before it looks at ids, parameters or the body', async () => {
    const token = await test.newToken(['leave:read']);
    for (const path of ['/employees/abc', '/employees/999999', '/employees?per_page=0', '/attendance?date_from=x']) {
      expect((await test.call('GET', path, { token })).status, path).to.equal(403);
    }
    const posted = await test.call('POST', '/employees', {
      token,
      rawBody: '{',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(posted.status).to.equal(403);
  });

  it('tells what is wrong with a query to a token that has the operation’s ability alone', async () => {
    const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
    const reads = await test.newToken(['employees:read']);
    const writes = await test.newToken(['employees:write']);
    const calls: [token: string, method: string, action: string][] = [
      [reads, 'GET', ''],
      [writes, 'PATCH', ''],
      [writes, 'POST', '/deactivate'],
      [writes, 'POST', '/activate'],
    ];
    for (const [token, method, action] of calls) {
      const known = await test.call(method, `/employees/${id}${action}?company_id=1`, { token });
      expect([known.status, known.body.errors], `${method} ${action}`).to.deep.equal([
        422,
        { company_id: ['The company id field is prohibited.'] },
      ]);
      const unknown = await test.call(method, `/employees/99999999${action}?company_id=1`, { token });
      expect(unknown.status, `${method} ${action}`).to.equal(404);
    }
  });
});
