import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  type EmployeeChanges,
  type EmployeeFilter,
  ForbiddenError,
  type ResponseInfo,
  ShaonApiError,
  ShaonClient,
  ShaonConnectionError,
  ShaonOptionsError,
  ShaonResponseError,
  ShaonTimeoutError,
  UnauthorizedError,
  ValidationError,
} from '../src/index.ts';
import {
  type Answer,
  dana,
  newEmployee,
  type SmallService,
  sendJson,
  startService,
  thrownBy,
} from './small-service.ts';

describe('over a real socket', () => {
  let service: SmallService | undefined;
  let client: ShaonClient;
  let seen: ResponseInfo[];

  async function serve(answer: Answer, options: { timeout?: number; retries?: number } = {}): Promise<SmallService> {
    service = await startService(answer);
    seen = [];
    const { baseUrl } = service;
    client = new ShaonClient({
      baseUrl,
      token: 'shn_abc',
      retryDelay: 0,
      language: 'he',
      onResponse: (info) => seen.push(info),
      ...options,
    });
    return service;
  }

  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  it('sends token, type, language and request id, and the body as JSON', async () => {
    const { requests } = await serve((_request, response) => sendJson(response, 201, { data: dana }));
    await client.employees.create(newEmployee, { requestId: 'payroll-7' });
    expect(requests).to.have.length(1);
    expect(requests[0]).to.include({ method: 'POST', target: '/employees' });
    expect(requests[0]?.headers).to.include({
      authorization: 'Bearer shn_abc',
      accept: 'application/json',
      'content-type': 'application/json',
      'accept-language': 'he',
      'x-request-id': 'payroll-7',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).to.deep.equal(newEmployee);
  });

  it('sends no body and no type where there is none', async () => {
    const { requests } = await serve((_request, response) => sendJson(response, 200, { message: 'x', data: dana }));
    expect(await client.employees.deactivate(17)).to.deep.equal({ message: 'x', data: dana });
    expect(requests[0]).to.include({ target: '/employees/17/deactivate', body: '' });
    expect(requests[0]?.headers).not.to.have.property('content-type');
  });

  it('keeps fields that it does not know', async () => {
    await serve((_request, response) => sendJson(response, 200, { data: { ...dana, nickname: 'd' } }));
    expect(await client.employees.get(17)).to.have.property('nickname', 'd');
  });

  it('tells what was ignored, and how many requests are left', async () => {
    await serve((_request, response) =>
      sendJson(response, 200, { data: [] }, { 'X-Ignored-Parameters': 'a%20b, c', 'X-RateLimit-Remaining': '41' }),
    );
    await client.shifts.list();
    const [{ headers, duration, ...told } = {} as ResponseInfo] = seen;
    expect(told).to.deep.equal({
      method: 'GET',
      path: '/shifts',
      attempt: 1,
      status: 200,
      requestId: 'req-1',
      ignoredParameters: ['a b', 'c'],
      rateLimitRemaining: 41,
    });
    expect(headers.get('x-ratelimit-remaining')).to.equal('41');
    expect(duration).to.be.within(0, 10_000);
    expect(seen).to.have.length(1);
  });

  it('refuses a list of which a filter was ignored', async () => {
    const page = {
      data: [dana],
      links: { first: '', last: '', prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 1, total: 1 },
    };
    await serve((_request, response) =>
      sendJson(response, 200, page, { 'X-Ignored-Parameters': 'departement_id,added%20on%20the%20way' }),
    );
    const misspelt = client.employees.list({ departement_id: 3 } as EmployeeFilter);
    const error = await misspelt.first().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ShaonOptionsError);
    expect(error).to.include({
      option: 'departement_id',
      message: 'departement_id is not a filter of /employees that the service knows',
    });
    expect(await client.employees.list({ department_id: 3 }).first()).to.include({ id: dana.id });
  });

  it('warns once of a field that was ignored, because the write was done', async () => {
    await serve((_request, response) => sendJson(response, 200, { data: dana }, { 'X-Ignored-Parameters': 'fone' }));
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (line) => void lines.push(line);
    try {
      for (const id of [17, 18]) await client.employees.update(id, { fone: '1' } as EmployeeChanges);
    } finally {
      console.warn = warn;
    }
    expect(lines).to.deep.equal(['Shaon: PATCH /employees/{id} ignored fone']);
  });

  it('says that the baseUrl does not end in /api/v1, where something else answers 404', async () => {
    const service = await serve((_request, response) => sendJson(response, 404, { message: 'Not found.' }));
    const baseUrl = service.baseUrl.replace('/api/v1', '');
    const elsewhere = new ShaonClient({ baseUrl, token: 't', retries: 0 });
    const thrown = await elsewhere.shifts.list().catch((error: Error) => error.message);
    expect(thrown).to.equal('Not found. (The baseUrl does not end in /api/v1.)');
    expect(await client.shifts.list().catch((error: Error) => error.message)).to.equal('Not found.');
  });

  it('makes an error of each status', async () => {
    const errors = { date_from: ['The date from field must match the format Y-m-d.'] };
    const cases: [number, object, Record<string, string>, new (...args: never[]) => ShaonApiError, object][] = [
      [401, { message: 'Unauthenticated.' }, {}, UnauthorizedError, { code: 'unauthorized' }],
      [
        403,
        { message: 'Invalid ability provided.' },
        { 'X-Required-Ability': 'leave:read' },
        ForbiddenError,
        { requiredAbility: 'leave:read' },
      ],
      [422, { message: 'm', errors }, {}, ValidationError, { code: 'validation_failed' }],
      [418, { message: 'm' }, {}, ShaonApiError, { code: 'unexpected_status' }],
    ];
    let current = cases[0];
    await serve((_request, response) => sendJson(response, current?.[0] ?? 0, current?.[1], current?.[2]));
    for (const one of cases) {
      current = one;
      const error = (await thrownBy(client.leave.list().page())) as ShaonApiError;
      expect(error)
        .to.be.instanceOf(one[3])
        .that.includes({ status: one[0], requestId: 'req-1', ...one[4] });
      expect(error.message).to.equal((one[1] as { message: string }).message);
      if (one[0] === 422) expect(error.errors).to.deep.equal(errors);
    }
  });

  it('makes a typed error of an error answer that is not JSON', async () => {
    await serve((_request, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>nginx</h1>'));
    const error = await thrownBy(client.shifts.list());
    expect(error).to.be.instanceOf(ShaonApiError).that.includes({ status: 404, requestId: null, errors: undefined });
    expect(error)
      .to.have.property('message')
      .that.matches(/^GET \/shifts answered 404 without a message: check that the baseUrl leads to/);
  });

  const broken: [string, string, Answer, string][] = [
    [
      'a page of HTML',
      'not_json',
      (_request, response) => response.writeHead(200, { 'X-Request-Id': 'req-1' }).end('<html>'),
      '200',
    ],
    ['204', 'empty', (_request, response) => response.writeHead(204, { 'X-Request-Id': 'req-1' }).end(), '204'],
    [
      'an empty 200',
      'empty',
      (_request, response) => response.writeHead(200, { 'X-Request-Id': 'req-1' }).end(),
      '200',
    ],
    ['a list where an object was expected', 'wrong_shape', (_request, response) => sendJson(response, 200, []), '200'],
    ['null', 'wrong_shape', (_request, response) => sendJson(response, 200, null), '200'],
    [
      'an object without data',
      'wrong_shape',
      (_request, response) => sendJson(response, 200, { employees: [] }),
      '200',
    ],
    ['records without id', 'wrong_shape', (_request, response) => sendJson(response, 200, { data: [null] }), '200'],
    [
      'a redirect',
      'redirect',
      (_request, response) =>
        response.writeHead(301, { Location: 'http://127.0.0.1:1/', 'X-Request-Id': 'req-1' }).end(),
      '301',
    ],
  ];
  for (const [what, reason, answer, status] of broken)
    it(`makes a typed error of ${what}, without repeating it`, async () => {
      const { requests } = await serve(answer);
      for (const call of [
        () => client.shifts.list(),
        () => client.employees.get(17),
        () => client.leave.list().page(),
      ]) {
        requests.length = 0;
        const error = await thrownBy(call());
        expect(error).to.be.instanceOf(ShaonResponseError);
        expect(error).to.include({ reason, requestId: 'req-1', status: Number(status), maybeApplied: false });
        expect(requests).to.have.length(1);
      }
    });

  it('repeats a read whose body was cut off, and says so when it stays so', async () => {
    const cutOff: Answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500', 'X-Request-Id': 'req-1' });
      response.write('{"data":[');
      setTimeout(() => response.destroy(), 20);
    };
    const { requests } = await serve(cutOff, { retries: 1 });
    const error = await thrownBy(client.shifts.list());
    expect(error).to.be.instanceOf(ShaonResponseError);
    expect(error).to.include({ reason: 'incomplete', status: 200, requestId: 'req-1' });
    expect(requests).to.have.length(2);
  });

  it('reads no more of an answer than 64 MiB, unpacked or not', async () => {
    const block = Buffer.alloc(1024 * 1024, ' ');
    const bomb = gzipSync(Buffer.alloc(70 * block.length, ' '));
    let sent = 0;
    const endless: Answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1' });
      const more = () => {
        while (!response.destroyed && sent < 1_000) {
          sent += 1;
          if (!response.write(block)) return void response.once('drain', more);
        }
        if (!response.destroyed) response.end();
      };
      more();
    };
    const packed: Answer = (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'X-Request-Id': 'req-1' }).end(bomb);
    for (const answer of [endless, packed]) {
      const { requests, close } = await serve(answer);
      const error = await thrownBy(client.shifts.list());
      expect(error).to.be.instanceOf(ShaonResponseError);
      expect(error).to.include({ reason: 'too_large', status: 200, requestId: 'req-1', maybeApplied: false });
      expect(requests).to.have.length(1);
      await close();
      service = undefined;
    }
    expect(sent).to.be.lessThan(200);
  });

  it('takes a double without a stream, and no response that was read already', async () => {
    const clientOf = (response: Response) =>
      new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', retries: 0, fetch: async () => response });
    const double = { ok: true, status: 200, headers: new Headers(), text: async () => '{"data":[]}' } as Response;
    expect(await clientOf(double).shifts.list()).to.deep.equal([]);
    const read = Response.json({ data: [] });
    await read.text();
    const locked = Response.json({ data: [] });
    locked.body?.getReader();
    for (const response of [read, locked]) {
      const error = await thrownBy(clientOf(response).shifts.list());
      expect(error).to.be.instanceOf(ShaonResponseError).that.includes({ reason: 'incomplete' });
    }
  });

  it('keeps every character of a long answer, wherever it is cut on its way', async () => {
    const name = 'שלום 😀'.repeat(40_000);
    await serve((_request, response) => {
      const bytes = Buffer.from(`\ufeff${JSON.stringify({ data: [{ id: 1, name }] })}`);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      for (let start = 0; start < bytes.length; start += 10_007) response.write(bytes.subarray(start, start + 10_007));
      response.end();
    });
    expect(await client.shifts.list()).to.deep.equal([{ id: 1, name }]);
  });

  it('does not repeat a create whose answer was cut off', async () => {
    const { requests } = await serve((_request, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json' });
      response.end('{"data":{"id":');
    });
    const error = await thrownBy(client.employees.create(newEmployee));
    expect(error).to.include({ reason: 'incomplete', status: 201, maybeApplied: true });
    expect(requests).to.have.length(1);
  });

  it('survives a connection that is aborted once', async () => {
    const { requests } = await serve((_request, response, count) => {
      if (count === 1) response.socket?.destroy();
      else sendJson(response, 200, { data: [] });
    });
    expect(await client.shifts.list()).to.deep.equal([]);
    expect(requests).to.have.length(2);
  });

  it('does not repeat a create whose connection was aborted', async () => {
    const { requests } = await serve((_request, response) => response.socket?.destroy());
    const error = await thrownBy(client.employees.create(newEmployee));
    expect(error)
      .to.be.instanceOf(ShaonConnectionError)
      .that.includes({ code: 'connection_failed', maybeApplied: true });
    expect(requests).to.have.length(1);
  });

  it('names the code of the runtime when it gets no answer, such as for https to a plain server', async () => {
    const { baseUrl } = await serve((_request, response) => sendJson(response, 200, { data: [] }));
    const plain = new ShaonClient({ baseUrl: baseUrl.replace('http:', 'https:'), token: 't', retries: 0 });
    expect(await thrownBy(plain.shifts.list()))
      .to.be.instanceOf(ShaonConnectionError)
      .that.has.property('message')
      .that.matches(/^GET \/shifts got no answer \((?:ERR_SSL_[A-Z_]+|EPROTO)\)$/);
    const fetch = async () => {
      throw Object.assign(new Error('no code'), { code: 'a text with https://user:secret@host' });
    };
    const without = await thrownBy(new ShaonClient({ baseUrl, token: 't', retries: 0, fetch }).shifts.list());
    expect(without).to.have.property('message', 'GET /shifts got no answer');
  });

  it('knows from a real refused connection that nothing was sent', async () => {
    const { baseUrl, close } = await serve(() => undefined);
    await close();
    service = undefined;
    const unreachable = new ShaonClient({ baseUrl, token: 'shn_abc', retries: 1, retryDelay: 0 });
    const error = await thrownBy(unreachable.employees.create(newEmployee));
    expect(error).to.be.instanceOf(ShaonConnectionError).that.includes({ maybeApplied: false });
  });

  it('limits the time of each try, of the headers and of the body', async () => {
    for (const begin of [false, true]) {
      const { requests, close } = await serve(
        (_request, response) => {
          if (begin) response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
        },
        { timeout: 400, retries: 1 },
      );
      const error = await thrownBy(client.shifts.list());
      expect(error).to.be.instanceOf(ShaonTimeoutError).that.includes({ code: 'timeout', maybeApplied: false });
      expect(requests).to.have.length(2);
      await close();
      service = undefined;
    }
  });

  it('limits the time of a fetch that knows no signals', async () => {
    const deaf = new ShaonClient({
      baseUrl: 'http://127.0.0.1:1/api/v1',
      token: 'shn_abc',
      timeout: 30,
      retries: 0,
      fetch: () => new Promise(() => undefined),
    });
    expect(await thrownBy(deaf.shifts.list())).to.be.instanceOf(ShaonTimeoutError);
    expect(await thrownBy(deaf.employees.create(newEmployee))).to.include({ code: 'timeout', maybeApplied: true });
  });

  it('can be cancelled before, while waiting and while walking', async () => {
    const controller = new AbortController();
    const { requests } = await serve((_request, response, count) => {
      if (count === 1) sendJson(response, 200, pageOf(response.req.headers.host ?? ''));
      else controller.abort();
    });
    const before = AbortSignal.abort(new Error('before'));
    expect(await thrownBy(client.shifts.list({ signal: before }))).to.have.property('message', 'before');
    expect(requests).to.have.length(0);
    const walk = async () => {
      for await (const employee of client.employees.list({}, { signal: controller.signal }))
        expect(employee.id).to.equal(17);
    };
    expect(await thrownBy(walk())).to.have.property('name', 'AbortError');
    expect(requests).to.have.length(2);
  });

  it('throws the reason as it was given, whatever it is', async () => {
    const controller = new AbortController();
    await serve(() => controller.abort('the user left'));
    expect(await thrownBy(client.shifts.list({ signal: controller.signal }))).to.equal('the user left');
  });

  function pageOf(host: string) {
    const next = `http://${host}/api/v1/employees?page=2`;
    return {
      data: [dana],
      links: { first: next, last: next, prev: null, next },
      meta: { current_page: 1, last_page: 2, per_page: 1, total: 2 },
    };
  }
});
