import { expect } from 'chai';
import { ShaonClient, type ShaonClientOptions, ShaonOptionsError } from '../src/index.ts';

const right = { baseUrl: 'https://hr.example/api/v1', token: 'shn_abc' };

const wrong: [string, string, unknown][] = [
  ['baseUrl', 'missing', undefined],
  ['baseUrl', 'empty', ''],
  ['baseUrl', 'relative', '/api/v1'],
  ['baseUrl', 'a number', 5],
  ['baseUrl', 'of another scheme', 'ftp://hr.example/api/v1'],
  ['baseUrl', 'with a password', 'https://a:b@hr.example/api/v1'],
  ['baseUrl', 'with a query', 'https://hr.example/api/v1?x=1'],
  ['baseUrl', 'with a fragment', 'https://hr.example/api/v1#x'],
  ['token', 'missing', undefined],
  ['token', 'null', null],
  ['token', 'empty', ''],
  ['token', 'with a line end', 'shn_abc\n'],
  ['token', 'with Bearer before it', 'Bearer shn_abc'],
  ['token', 'outside ASCII', 'shn_א'],
  ['fetch', 'not a function', 'fetch'],
  ['timeout', '0', 0],
  ['timeout', 'negative', -1],
  ['timeout', 'not a number', Number.NaN],
  ['timeout', 'a text', '30'],
  ['retries', 'negative', -1],
  ['retries', 'a fraction', 1.5],
  ['retries', 'infinite', Number.POSITIVE_INFINITY],
  ['retryDelay', 'negative', -5],
  ['pace', 'a number', 60],
  ['language', 'unknown', 'fr'],
  ['onResponse', 'not a function', {}],
  ['onRequest', 'not a function', 'log'],
  ['onRetry', 'null', null],
  ['headers', 'a text', 'X-Team: payroll'],
  ['headers', 'a number in a header', { 'X-Team': 5 }],
  ['debug', 'a text', 'yes'],
  ['debug', 'null', null],
  ['debug', 'writing to what is no function', { write: 'stderr' }],
  ['debug', 'with bodies that are a text', { bodies: 'all' }],
  ['body', 'unknown, within debug', { body: true }],
  ['retires', 'unknown', 3],
];

describe('the options of the client', () => {
  for (const [option, what, value] of wrong)
    it(`refuse ${option} when it is ${what}, by its name`, () => {
      const options = { ...right, [option === 'body' ? 'debug' : option]: value } as ShaonClientOptions;
      expect(() => new ShaonClient(options))
        .to.throw(ShaonOptionsError, option)
        .that.includes({ option, code: 'invalid_option' });
    });

  it('are refused as a whole when they are no object', () => {
    for (const options of [undefined, null, 'https://hr.example', []])
      expect(() => new ShaonClient(options as never)).to.throw(ShaonOptionsError, 'options');
  });

  it('never show the token', () => {
    expect(() => new ShaonClient({ ...right, token: 'shn_secret\n' }))
      .to.throw(ShaonOptionsError)
      .that.satisfies((error: Error) => !error.message.includes('shn_secret'));
  });

  it('take a URL, a slash at its end, no retries and no time limit', async () => {
    for (const baseUrl of [new URL('https://hr.example/api/v1'), 'https://hr.example/api/v1/']) {
      const asked: string[] = [];
      const client = new ShaonClient({
        ...right,
        baseUrl,
        retries: 0,
        retryDelay: 0,
        timeout: Number.POSITIVE_INFINITY,
        fetch: async (input) => {
          asked.push(String(input));
          return Response.json({ data: [] });
        },
      });
      expect(await client.departments.list()).to.deep.equal([]);
      expect(asked).to.deep.equal(['https://hr.example/api/v1/departments']);
    }
  });
});

describe('the arguments of a call', () => {
  const client = new ShaonClient({
    ...right,
    fetch: async () => {
      throw new Error('nothing may be sent');
    },
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;

  const refused: [string, string, () => unknown][] = [
    ['id', 'an id that is another path', () => client.employees.get('../shifts' as never)],
    ['id', 'an id that is not whole', () => client.employees.deactivate(1.5)],
    ['id', 'an id of 0', () => client.employees.activate(0)],
    ['changes', 'a body that is null', () => client.employees.update(1, null as never)],
    ['employee', 'a body that is a list', () => client.employees.create([] as never)],
    ['employee', 'a bigint in a body', () => client.employees.create({ department_id: 5n } as never)],
    ['changes', 'a body that holds itself', () => client.employees.update(1, circular as never)],
    ['date_from', 'a Date', async () => client.attendance.list({ date_from: new Date() } as never)],
    ['employee_id', 'a list', async () => client.attendance.list({ employee_id: [1, 2] } as never)],
    ['employee_id', 'NaN', async () => client.leave.list({ employee_id: Number.NaN })],
    ['type', 'half a character', async () => client.leave.list({ type: '\ud800' })],
    ['page', 'page 0', () => client.leave.list().page(0)],
    ['signal', 'a signal that is none', () => client.shifts.list({ signal: {} as never })],
    ['requestId', 'a request id that would be replaced', () => client.shifts.list({ requestId: 'a b' })],
    ['retries', 'retries that are a text', () => client.shifts.list({ retries: '1' as never })],
    ['headers', 'headers that are a list', () => client.shifts.list({ headers: ['a'] as never })],
    ['headers', 'a token in a header of a call', () => client.shifts.list({ headers: { AUTHORIZATION: 'Bearer x' } })],
    ['abort', 'an unknown option', () => client.shifts.list({ abort: true } as never)],
  ];
  for (const [option, what, call] of refused)
    it(`refuse ${what}`, async () => {
      let thrown: unknown;
      try {
        await call();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(ShaonOptionsError).that.includes({ option });
    });

  it('say how to write a date', () => {
    const list = () => client.attendance.list({ date_from: new Date() } as never);
    expect(list).to.throw(ShaonOptionsError, "date_from must be a text 'YYYY-MM-DD'");
  });
});
