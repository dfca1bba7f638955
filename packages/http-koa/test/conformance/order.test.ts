import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServer } from './served-api.ts';

const LARGE = JSON.stringify({ name: 'x'.repeat(110_000) });
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TEXT_TYPE = { 'Content-Type': 'text/plain' };

interface Wrong {
  readonly method: string;
  readonly path: string;
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a token that has only `leave:read`. */
  readonly isWeak?: boolean;
}

/** Calls that break two rules or more: the first in the order of D:K6 is told. `{own}` exists, `{none}` does not. */
const TOLD_FIRST: readonly (readonly [wrong: Wrong, status: number])[] = [
  [{ method: 'DELETE', path: '/employees', isWeak: true }, 405],
  [{ method: 'GET', path: '/nowhere', isWeak: true }, 404],
  [{ method: 'GET', path: '/employees/{none}', isWeak: true }, 403],
  [{ method: 'GET', path: '/attendance?company_id=1', isWeak: true }, 403],
  [{ method: 'POST', path: '/employees', rawBody: LARGE, headers: TEXT_TYPE, isWeak: true }, 403],
  [{ method: 'PATCH', path: '/employees/abc', rawBody: LARGE, headers: TEXT_TYPE }, 404],
  [{ method: 'PATCH', path: '/employees/{none}', rawBody: LARGE, headers: TEXT_TYPE }, 404],
  [{ method: 'PATCH', path: '/employees/{none}', rawBody: '{}', headers: TEXT_TYPE }, 404],
  [{ method: 'PATCH', path: '/employees/{none}?company_id=1', rawBody: '{', headers: JSON_TYPE }, 404],
  [{ method: 'POST', path: '/employees/{none}/activate?company_id=1' }, 404],
  [{ method: 'GET', path: '/employees/{none}?company_id=1' }, 404],
  [{ method: 'PATCH', path: '/employees/{own}?company_id=1', rawBody: LARGE, headers: TEXT_TYPE }, 413],
  [{ method: 'POST', path: '/employees?company_id=1', rawBody: '{', headers: TEXT_TYPE }, 415],
];

withServer(
  'v1 order of refusals and the limit',
  (api) => {
    let own: number;
    let weak: string;

    before(async () => {
      own = (await api.core.employees.create(api.company, newEmployee())).id;
      weak = await api.newToken(['leave:read']);
    });

    const call = (wrong: Wrong, token: string | null) =>
      api.call(wrong.method, wrong.path.replace('{own}', String(own)).replace('{none}', '1999999999'), {
        token,
        ...(wrong.rawBody !== undefined && { rawBody: wrong.rawBody }),
        ...(wrong.headers !== undefined && { headers: wrong.headers }),
      });

    for (const [wrong, status] of TOLD_FIRST) {
      const size =
        wrong.rawBody === undefined ? '' : ` with ${wrong.rawBody.length} bytes of ${wrong.headers?.['Content-Type']}`;
      it(`${wrong.method} ${wrong.path}${size}${wrong.isWeak ? ' without the ability' : ''} is ${status}`, async () => {
        expect((await call(wrong, wrong.isWeak ? weak : api.token)).status).to.equal(status);
        expect((await call(wrong, null)).status).to.equal(401);
      });
    }

    it('tells JSON that is not valid before it looks at the query, without errors (D:H5, K6)', async () => {
      const { status, body } = await api.call('PATCH', `/employees/${own}?company_id=1`, {
        rawBody: '{',
        headers: JSON_TYPE,
      });
      expect(status).to.equal(422);
      expect(body).to.deep.equal({ message: 'The request body is not valid JSON.' });
    });

    it('tells 429 before all but 401, counts nothing of it, and audits it', async () => {
      const token = await api.newToken(['leave:read', 'employees:read', 'employees:write']);
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await api.call('GET', '/shifts', { token })).status),
      );
      expect(statuses).to.deep.equal(Array(60).fill(403));
      for (const [wrong] of TOLD_FIRST) {
        const { status, body, headers } = await call(wrong, token);
        expect(status, `${wrong.method} ${wrong.path}`).to.equal(429);
        expect(body).to.deep.equal({ message: 'Too Many Attempts.' });
        expect(headers.get('x-ratelimit-limit')).to.equal('60');
        expect(headers.get('x-ratelimit-remaining')).to.equal('0');
        expect(headers.get('retry-after')).to.match(/^([1-9]|[1-5]\d|60)$/);
      }
      const limited = await auditedWith(api, token, 429);
      expect(limited).to.equal(TOLD_FIRST.length);
    });

    it('lets a revoked token go with 401 although its limit is used up', async () => {
      const { token, summary } = await api.core.tokens.issue(api.company, { name: 'used', abilities: ['leave:read'] });
      await Promise.all(Array.from({ length: 61 }, () => api.call('GET', '/leave', { token })));
      expect((await api.call('GET', '/leave', { token })).status).to.equal(429);
      await api.core.tokens.revoke(api.company, summary.id);
      const { status, headers } = await api.call('GET', '/leave', { token });
      expect(status).to.equal(401);
      expect([...headers.keys()].filter((name) => /ratelimit|retry/.test(name))).to.deep.equal([]);
    });
  },
  { SHAON_LIMIT_PER_MINUTE: '60' },
);

async function auditedWith(api: ServedApi, token: string, status: number): Promise<number> {
  const rows = await api.rows('SELECT token_id FROM "shaon_audit" WHERE status = $1 AND token_prefix = $2', [
    status,
    token.slice(0, 8),
  ]);
  return rows.length;
}
