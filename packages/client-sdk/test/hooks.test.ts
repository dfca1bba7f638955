import { expect } from 'chai';
import nock from 'nock';
import {
  type AttemptInfo,
  RateLimitError,
  type ResponseInfo,
  type RetryInfo,
  ServerError,
  ShaonClient,
  type ShaonClientOptions,
} from '../src/index.ts';
import { dana, newEmployee, thrownBy } from './small-service.ts';

// Importing it switches it on; other files talk to real sockets.
nock.restore();

const origin = 'https://hr.example';

function newClient(options: Partial<ShaonClientOptions> = {}): ShaonClient {
  return new ShaonClient({ baseUrl: `${origin}/api/v1`, token: 'shn_abc', retryDelay: 0, ...options });
}

/** What `console.warn` is given while a call runs. */
async function warningsDuring(call: () => Promise<unknown>): Promise<string[]> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: string) => lines.push(line);
  try {
    await call();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    console.warn = warn;
  }
  return lines;
}

describe('hooks', () => {
  beforeEach(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
  });

  it('hear of each try, each answer and each wait, in their order', async () => {
    nock(origin).get('/api/v1/shifts').reply(503, { message: 'x' }, { 'X-Request-Id': 'r1' });
    nock(origin)
      .get('/api/v1/shifts')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    nock(origin).get('/api/v1/shifts').reply(200, { data: [] }, { 'X-Request-Id': 'r3' });
    const told: string[] = [];
    const client = newClient({
      retryDelay: 4,
      onRequest: ({ method, path, attempt, requestId }: AttemptInfo) =>
        told.push(`${method} ${path} ${attempt} ${requestId}`),
      onResponse: ({ attempt, status, requestId }: ResponseInfo) => told.push(`${attempt} ${status} ${requestId}`),
      onRetry: ({ attempt, delay, error }: RetryInfo) => {
        expect(delay).to.be.within(4 * 2 ** (attempt - 2), 8 * 2 ** (attempt - 2));
        told.push(`before ${attempt}: ${error?.code}`);
      },
    });
    await client.shifts.list({ requestId: 'mine' });
    expect(told).to.deep.equal([
      'GET /shifts 1 mine',
      '1 503 r1',
      'before 2: server_error',
      'GET /shifts 2 mine',
      'before 3: connection_failed',
      'GET /shifts 3 mine',
      '3 200 r3',
    ]);
  });

  it('hear of no wait where none comes', async () => {
    nock(origin).get('/api/v1/shifts').reply(500, { message: 'x' });
    const onRetry = () => expect.fail('no try follows');
    expect(await thrownBy(newClient({ retries: 0, onRetry }).shifts.list())).to.be.instanceOf(ServerError);
  });

  it('hear of the minute that the rate limit asks for before it is waited, and can end it by the signal', async () => {
    nock(origin).get('/api/v1/shifts').reply(429, { message: 'Too Many Attempts.' }, { 'Retry-After': '60' });
    const controller = new AbortController();
    const waits: RetryInfo[] = [];
    const onRetry = (info: RetryInfo) => {
      waits.push(info);
      controller.abort('not that long');
    };
    const begin = performance.now();
    const call = newClient({ retryDelay: 500, onRetry }).shifts.list({ signal: controller.signal });
    expect(await thrownBy(call)).to.equal('not that long');
    expect(performance.now() - begin).to.be.lessThan(30_000);
    expect(waits).to.have.length(1);
    expect(waits[0]?.error).to.be.instanceOf(RateLimitError);
    expect(waits[0]?.delay).to.be.within(60_500, 61_000);
  });

  it('hear of the 61 s that the pace waits without having been refused', async () => {
    const spent = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '9999999999' };
    const date = new Date().toUTCString();
    nock(origin)
      .get('/api/v1/shifts')
      .reply(200, { data: [] }, { ...spent, Date: date });
    const controller = new AbortController();
    const waits: RetryInfo[] = [];
    const onRetry = (info: RetryInfo) => {
      waits.push(info);
      controller.abort('later');
    };
    const client = newClient({ pace: true, onRetry });
    await client.shifts.list();
    expect(waits).to.have.length(0);
    expect(await thrownBy(client.branches.list({ signal: controller.signal }))).to.equal('later');
    expect(waits).to.have.length(1);
    expect(waits[0]).to.include({ method: 'GET', path: '/branches', attempt: 1, error: undefined });
    expect(waits[0]?.delay).to.be.within(60_000, 61_001);
  });

  it('that throw change no call, and are reported once each, without the token', async () => {
    nock(origin).post('/api/v1/employees').times(2).reply(429, { message: 'x' });
    nock(origin).post('/api/v1/employees').times(2).reply(201, { data: dana });
    const fail = (what: string) => () => {
      throw new RangeError(`${what} of shn_abc`);
    };
    const client = newClient({
      onRequest: fail('mine'),
      onResponse: async () => fail('later')(),
      onRetry: () => {
        throw undefined;
      },
      debug: { write: fail('line') },
    });
    const warnings = await warningsDuring(async () => {
      expect(await client.employees.create(newEmployee)).to.deep.equal(dana);
      expect(await client.employees.create(newEmployee)).to.deep.equal(dana);
    });
    expect(warnings.sort()).to.deep.equal([
      'debug.write threw and is ignored: line of [token]',
      'onRequest threw and is ignored: mine of [token]',
      'onResponse threw and is ignored: later of [token]',
      'onRetry threw and is ignored: undefined',
    ]);
  });
});

describe('debug', () => {
  const token = 'shn_0123456789abcdef';
  const idNumber = newEmployee.id_number;

  /** A service that tells back what it was sent, token and all. */
  const echo: typeof fetch = async (_input, init) => {
    const sent = `${new Headers(init?.headers).get('authorization')} ${init?.body ?? ''}`;
    return Response.json({ data: { ...dana, name: sent } }, { headers: { 'X-Request-Id': `r\u0001 ${token}` } });
  };

  async function linesOf(debug: object, call: (client: ShaonClient) => Promise<unknown>): Promise<string[]> {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const headers = { 'X-Gateway-Key': 'gateway-secret' };
    await call(
      new ShaonClient({ baseUrl: `${origin}/api/v1`, token, fetch: echo, headers, debug: { write, ...debug } }),
    );
    expect(lines.join('\n')).not.to.include(token).and.not.to.include('gateway-secret');
    for (const line of lines) expect(line).not.to.match(/\p{Cc}/u);
    return lines;
  }

  it('writes what is asked and answered, without token, header values, query values or bodies', async () => {
    const lines = await linesOf({}, (client) => client.employees.create(newEmployee));
    expect(lines.map((line) => line.replace(/ in \d+ ms/, ''))).to.deep.equal([
      'shaon #1 POST /employees is sent',
      'shaon #1 POST /employees answered 200, request id r  [token]',
    ]);
    const [first] = await linesOf({}, (client) =>
      client.leave
        .list({ type: 'מחלה', employee_id: 17 })
        .page()
        .catch(() => undefined),
    );
    expect(first).to.equal('shaon #1 GET /leave?type=…&employee_id=… is sent');
  });

  it('shows queries and bodies when asked to, still without the token', async () => {
    const lines = await linesOf({ bodies: true }, (client) => client.employees.create(newEmployee));
    expect(lines[1]).to.include('POST /employees sends: {').and.to.include(idNumber);
    expect(lines[3]).to.include('POST /employees answered: {').and.to.include('Bearer [token]');
    const long = await linesOf({ bodies: true }, (client) => client.employees.update(1, { name: 'x'.repeat(9_000) }));
    for (const line of long) expect(line.length).to.be.lessThan(2_200);
  });

  it('goes to standard error, where no program writes its data', async () => {
    const client = new ShaonClient({ baseUrl: `${origin}/api/v1`, token, fetch: echo, debug: true });
    const lines = await warningsDuring(() => client.employees.get(17));
    expect(lines).to.have.length(2);
    expect(lines.join()).not.to.include(token);
    const quiet = new ShaonClient({ baseUrl: `${origin}/api/v1`, token, fetch: echo, debug: false });
    expect(await warningsDuring(() => quiet.employees.get(17))).to.deep.equal([]);
  });
});
