import { request as rawRequest } from 'node:http';
import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { PUBLIC_URL, withServer } from './served-api.ts';

/** SPEC 4: each path with what it takes (D:H9). `{}` is an employee. */
const PATHS: Readonly<Record<string, string>> = {
  '/attendance': 'GET, HEAD',
  '/employees': 'GET, HEAD, POST',
  '/employees/{}': 'GET, HEAD, PATCH',
  '/employees/{}/deactivate': 'POST',
  '/employees/{}/activate': 'POST',
  '/departments': 'GET, HEAD',
  '/branches': 'GET, HEAD',
  '/leave': 'GET, HEAD',
  '/shifts': 'GET, HEAD',
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'];
const READABLE = Object.keys(PATHS).filter((path) => PATHS[path]?.includes('GET'));
const COMPLETE = ['/departments', '/branches', '/shifts'];

/** Paths that are none (D:H12, Z1): no token, no webhook, no document, no company has an endpoint (SPEC 1). */
const NO_PATHS = [
  '',
  '/',
  '/tokens',
  '/webhooks',
  '/webhook-endpoints',
  '/companies',
  '/company',
  '/attendance/1',
  '/leave/1',
  '/leave/1/document',
  '/departments/1',
  '/branches/1',
  '/shifts/1',
  '/employees/{}/password',
  '/employees/{}/freeze',
  '/employees/{}/deactivate/now',
  '/employees.json',
  '/EMPLOYEES',
  '/employees/./{}',
  '/employees;x=1',
  '/openapi.json',
  '/healthz',
  '/constructor',
  '/__proto__',
];

withServer('v1 surface', (api) => {
  let employee: number;
  const at = (path: string) => path.replace('{}', String(employee));

  before(async () => {
    employee = (await api.core.employees.create(api.company, newEmployee())).id;
    for (const name of ['Ovens', 'Counter', 'Night']) {
      await api.core.organization.createDepartment(api.company, { name });
      await api.core.organization.createBranch(api.company, { name });
      await api.core.shifts.create(api.company, { name, wage_percentage: 100 });
    }
  });

  for (const [path, allow] of Object.entries(PATHS)) {
    it(`${path} names what it takes to every other method`, async () => {
      for (const method of METHODS.filter((one) => !allow.split(', ').includes(one))) {
        const response = await plainCall(method, at(path));
        expect(response.status, method).to.equal(405);
        expect(response.headers.allow, method).to.equal(allow);
        if (method !== 'HEAD') {
          expect(JSON.parse(response.text), method).to.deep.equal({ message: 'The method is not allowed here.' });
        }
        expect((await plainCall(method, at(path), null)).status, `${method} without a token`).to.equal(401);
      }
    });
  }

  it('has no other path, and says so to callers with a token only', async () => {
    for (const path of NO_PATHS) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await plainCall(method, at(path));
        expect(response.status, `${method} ${path}`).to.equal(404);
        expect(JSON.parse(response.text)).to.deep.equal({ message: 'Not found.' });
        expect((await plainCall(method, at(path), null)).status, `${method} ${path} without a token`).to.equal(401);
      }
    }
  });

  it('answers HEAD like GET but for the body, whatever the answer is', async () => {
    const paths = [...READABLE.map(at), '/nowhere', '/employees/0', '/employees?per_page=0', '/shifts?company_id=1'];
    for (const path of [...paths, '/employees/?zz=1', '/leave?page=9']) {
      for (const token of [api.token, null, await api.newToken(['shifts:read'])]) {
        const [get, head] = [await plainCall('GET', path, token), await plainCall('HEAD', path, token)];
        expect(head.status, path).to.equal(get.status);
        expect(head.text).to.equal('');
        expect(stable(head.headers), path).to.deep.equal(stable(get.headers));
        expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(get.text)));
      }
    }
  });

  it('marks every answer private, versioned, typed and numbered, and limits all but 401', async () => {
    const calls: readonly (readonly [method: string, path: string, token: string | null, status: number])[] = [
      ['GET', '/employees', api.token, 200],
      ['POST', `/employees/${employee}/activate`, api.token, 200],
      ['GET', '/employees', null, 401],
      ['GET', '/employees', await api.newToken(['leave:read']), 403],
      ['GET', '/employees/0', api.token, 404],
      ['PUT', '/employees', api.token, 405],
      ['POST', '/employees', api.token, 422],
    ];
    for (const [method, path, token, status] of calls) {
      const { headers, ...response } = await plainCall(method, path, token);
      expect(response.status, `${method} ${path}`).to.equal(status);
      expect(headers['content-type']).to.equal('application/json; charset=utf-8');
      expect(headers['cache-control']).to.equal('no-store, private');
      expect(headers.vary).to.equal('Authorization');
      expect(headers['x-api-version']).to.equal('1.0.1');
      expect(headers['x-request-id']).to.match(/^[A-Za-z0-9._-]{1,64}$/);
      expect('x-ratelimit-limit' in headers, `${status}`).to.equal(status !== 401);
      for (const never of [
        'retry-after',
        'etag',
        'set-cookie',
        'x-powered-by',
        'server',
        'access-control-allow-origin',
      ]) {
        expect(headers, `${status} ${never}`).not.to.have.property(never);
      }
      for (const key of Object.keys(JSON.parse(response.text))) {
        expect(status < 400 ? ['data', 'links', 'meta', 'message'] : ['message', 'errors']).to.include(key);
      }
    }
  });

  for (const path of COMPLETE) {
    it(`${path} is complete whatever paging is asked for, and says what it passed over (D:Q26)`, async () => {
      for (const query of ['per_page=1', 'per_page=0', 'page=2&per_page=abc', 'per_page[]=1', 'page=1&page=2']) {
        const response = await api.call('GET', `${path}?${query}`);
        expect(response.status, query).to.equal(200);
        expect(Object.keys(response.body)).to.deep.equal(['data']);
        expect(response.body.data).to.have.lengthOf(3);
        expect(response.headers.get('x-ignored-parameters'), query).to.match(/^(page|per_page)/);
      }
    });
  }

  it('names what it passed over on every operation, without a value', async () => {
    for (const [path, allow] of Object.entries(PATHS)) {
      const method = allow.split(', ').at(-1)?.replace('HEAD', 'GET') as string;
      const query = `q=hush&Employee_id=1&${encodeURIComponent('a b,c\r\nX: y')}=hush&%00=1&=hush`;
      const { headers } = await plainCall(method, `${at(path)}?${query}`);
      expect(headers['x-ignored-parameters'], path).to.equal('q, Employee_id, a%20b%2Cc%0D%0AX%3A%20y, %00');
    }
  });

  for (const path of ['/attendance', '/employees', '/leave']) {
    it(`${path} builds its links from the configured address, canonical and complete (D:Q4 to Q7)`, async () => {
      const status = path === '/leave' ? 'approved' : "o'k (x)! %";
      const query = `status=${encodeURIComponent(status)}&page=3&unknown=1&department_id=&per_page=7`;
      const { links, meta } = (await api.call('GET', `${path}/?${query}`)).body;
      const shown = encodeURIComponent(status).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
      const url = (page: number) => `${PUBLIC_URL}${path}?status=${shown}&page=${page}&per_page=7`;
      expect(links).to.deep.equal({ first: url(1), last: url(1), prev: url(1), next: null });
      expect(meta).to.deep.equal({ current_page: 3, last_page: 1, per_page: 7, total: 0 });
    });
  }

  it('answers the furthest page that a number can name', async () => {
    const { status, body } = await api.call('GET', `/employees?page=${Number.MAX_SAFE_INTEGER}&per_page=200`);
    expect(status).to.equal(200);
    expect(body.data).to.deep.equal([]);
    expect(body.meta.current_page).to.equal(Number.MAX_SAFE_INTEGER);
    expect(body.links.prev).to.match(/page=1$|page=1&/);
    expect((await api.call('GET', '/employees?page=9007199254740993')).status).to.equal(422);
  });

  /** Any method and any path, byte for byte: `fetch` knows better about some. */
  function plainCall(method: string, path: string, token: string | null = api.token) {
    const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
    const { hostname, port } = new URL(api.url);
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      rawRequest({ hostname, port, method, path: `/api/v1${path}`, headers }, async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        api.answers.record(`${JSON.stringify(response.headers)}\n\n${text}`);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      })
        .on('error', reject)
        .end();
    });
  }
});

/** Headers without those that differ from call to call. */
function stable(headers: Record<string, unknown>): Record<string, unknown> {
  const { date, 'x-request-id': id, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset, ...rest } = headers;
  return rest;
}
