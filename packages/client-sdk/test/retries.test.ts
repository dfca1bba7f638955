import { expect } from 'chai';
import nock from 'nock';
import {
  NotFoundError,
  RateLimitError,
  ServerError,
  ShaonClient,
  type ShaonClientOptions,
  ShaonConnectionError,
  ShaonResponseError,
} from '../src/index.ts';
import { dana, newEmployee, thrownBy } from './small-service.ts';

// Importing it switches it on; other files talk to real sockets.
nock.restore();

const origin = 'https://hr.example';

function newClient(options: Partial<ShaonClientOptions> = {}): ShaonClient {
  return new ShaonClient({ baseUrl: `${origin}/api/v1`, token: 'shn_abc', retryDelay: 0, ...options });
}

/** A fault as Node's fetch reports it. */
function fault(code: string): Error {
  return Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });
}

type Step = number | string;

/** Answers by a schedule: a status, or the code of a network fault. Counts what was asked. */
function schedule(steps: Step[], success: () => Response): { fetch: typeof fetch; count: () => number } {
  let count = 0;
  return {
    count: () => count,
    fetch: async () => {
      const step = steps[count];
      count += 1;
      if (step === undefined) return success();
      if (typeof step === 'string') throw fault(step);
      return Response.json({ message: `status ${step}` }, { status: step, headers: { 'X-Request-Id': `r${count}` } });
    },
  };
}

const operations: [string, boolean, (client: ShaonClient) => Promise<unknown>][] = [
  ['GET /employees/{id}', false, (client) => client.employees.get(17)],
  ['GET /departments', false, (client) => client.departments.list()],
  ['GET /employees', false, (client) => client.employees.list().page()],
  ['PATCH', true, (client) => client.employees.update(17, { name: 'x' })],
  ['activate', true, (client) => client.employees.activate(17)],
  ['deactivate', true, (client) => client.employees.deactivate(17)],
];

function successOf(name: string): Response {
  if (name === 'GET /departments') return Response.json({ data: [] });
  const links = { first: '', last: '', prev: null, next: null };
  if (name === 'GET /employees') return Response.json({ data: [dana], links, meta: {} });
  return Response.json({ message: 'x', data: dana });
}

describe('what is safe to repeat', () => {
  for (const [name, write, call] of operations) {
    it(`${name} is repeated on 429, 5xx and network faults`, async () => {
      for (const steps of [[429], [500], [502, 503], ['ECONNRESET'], ['ECONNREFUSED', 'UND_ERR_SOCKET', 504]]) {
        const { fetch, count } = schedule(steps, () => successOf(name));
        await call(newClient({ fetch }));
        expect(count(), String(steps)).to.equal(steps.length + 1);
      }
    });

    it(`${name} gives up after the retries and says what happened last`, async () => {
      const { fetch, count } = schedule([500, 'ECONNRESET', 503, 503], () => successOf(name));
      const error = await thrownBy(call(newClient({ fetch, retries: 2 })));
      expect(error).to.be.instanceOf(ServerError).that.includes({ status: 503, requestId: 'r3', maybeApplied: write });
      expect(count()).to.equal(3);
    });

    it(`${name} is not repeated when it is refused, nor with retries: 0`, async () => {
      const refused = schedule([404], () => successOf(name));
      expect(await thrownBy(call(newClient({ fetch: refused.fetch })))).to.be.instanceOf(NotFoundError);
      expect(refused.count()).to.equal(1);
      for (const step of [429, 500, 'ECONNRESET']) {
        const { fetch, count } = schedule([step], () => successOf(name));
        await thrownBy(call(newClient({ fetch, retries: 0 })));
        expect(count(), String(step)).to.equal(1);
      }
    });
  }
});

describe('POST /employees', () => {
  const created = () => Response.json({ data: dana }, { status: 201 });

  it('is repeated on 429 and where nothing was sent', async () => {
    const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
    for (const step of [429, ...unsent]) {
      const { fetch, count } = schedule([step, step], created);
      expect(await newClient({ fetch }).employees.create(newEmployee)).to.deep.equal(dana);
      expect(count(), String(step)).to.equal(3);
    }
  });

  it('is not repeated otherwise, and says that it may have been applied', async () => {
    for (const step of [500, 502, 503, 'ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'EPIPE']) {
      const { fetch, count } = schedule([step], created);
      const error = await thrownBy(newClient({ fetch }).employees.create(newEmployee));
      expect(error, String(step)).to.include({ maybeApplied: true });
      expect(count(), String(step)).to.equal(1);
    }
  });

  it('says that nothing was applied when it was refused or never sent', async () => {
    for (const step of [401, 422, 429, 'ECONNREFUSED', 'CERT_HAS_EXPIRED']) {
      const { fetch } = schedule([step, step], created);
      const error = await thrownBy(newClient({ fetch, retries: 1 }).employees.create(newEmployee));
      expect(error, String(step)).to.include({ maybeApplied: false });
    }
  });

  it('counts a fault as unsent only when every address refused', async () => {
    const refused = Object.assign(new Error('a'), { code: 'ECONNREFUSED' });
    const reset = Object.assign(new Error('b'), { code: 'ECONNRESET' });
    for (const [errors, maybeApplied] of [
      [[refused, refused], false],
      [[refused, reset], true],
    ] as const) {
      const fetch = async () => {
        throw Object.assign(new TypeError('fetch failed'), { cause: new AggregateError(errors) });
      };
      const error = await thrownBy(newClient({ fetch, retries: 0 }).employees.create(newEmployee));
      expect(error).to.be.instanceOf(ShaonConnectionError).that.includes({ maybeApplied });
    }
  });

  it('may have been applied when the answer cannot be read', async () => {
    const fetch = async () => new Response('<html>', { status: 201 });
    const error = await thrownBy(newClient({ fetch }).employees.create(newEmployee));
    expect(error).to.be.instanceOf(ShaonResponseError).that.includes({ reason: 'not_json', maybeApplied: true });
  });
});

describe('faults that nock makes', () => {
  beforeEach(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
  });

  it('waits what Retry-After asks for', async () => {
    nock(origin).get('/api/v1/shifts').reply(429, { message: 'Too Many Attempts.' }, { 'Retry-After': '1' });
    nock(origin).get('/api/v1/shifts').reply(200, { data: [] });
    const begin = performance.now();
    expect(await newClient().shifts.list()).to.deep.equal([]);
    expect(performance.now() - begin).to.be.greaterThan(990);
  });

  it('leaves a wait of hours to the caller', async () => {
    nock(origin).get('/api/v1/shifts').reply(429, { message: 'Too Many Attempts.' }, { 'Retry-After': '7200' });
    const error = await thrownBy(newClient().shifts.list());
    expect(error).to.be.instanceOf(RateLimitError).that.includes({ retryAfter: 7200, code: 'rate_limited' });
  });

  it('reads a Retry-After that is a date', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    nock(origin).get('/api/v1/shifts').reply(503, { message: 'x' }, { 'Retry-After': date });
    const error = (await thrownBy(newClient({ retries: 0 }).shifts.list())) as ServerError;
    expect(error.retryAfter).to.be.within(3_595, 3_600);
  });

  it('recovers from a refused connection and a failed name look-up', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    nock(origin).post('/api/v1/employees').replyWithError(refused);
    nock(origin).post('/api/v1/employees').replyWithError(unknown);
    nock(origin).post('/api/v1/employees').reply(201, { data: dana });
    expect((await newClient().employees.create(newEmployee)).id).to.equal(17);
    expect(nock.isDone()).to.equal(true);
  });

  it('cuts a wait short when the call is cancelled', async () => {
    nock(origin).get('/api/v1/shifts').reply(429, { message: 'x' }, { 'Retry-After': '60' });
    const controller = new AbortController();
    // The wait begins with the answer.
    const onResponse = () => setTimeout(() => controller.abort('enough'), 20);
    const begin = performance.now();
    expect(await thrownBy(newClient({ onResponse }).shifts.list({ signal: controller.signal }))).to.equal('enough');
    expect(performance.now() - begin).to.be.lessThan(30_000);
  });

  it('spreads its tries out by chance', async () => {
    nock(origin).get('/api/v1/shifts').times(3).reply(500, { message: 'x' });
    const begin = performance.now();
    await thrownBy(newClient({ retryDelay: 60, retries: 2 }).shifts.list());
    // 60 and 120 ms, each stretched by 1 to 2.
    expect(performance.now() - begin).to.be.at.least(175);
  });
});
