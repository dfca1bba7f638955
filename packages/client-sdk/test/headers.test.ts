import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ShaonClient, ShaonOptionsError, VERSION } from '../src/index.ts';
import { identityHeaders, runtimeName } from '../src/runtime.ts';
import { type SmallService, sendJson, startService } from './small-service.ts';

describe('the headers of a request', () => {
  let service: SmallService;
  const clientOf = (headers: Record<string, string>) =>
    new ShaonClient({ baseUrl: service.baseUrl, token: 'shn_abc', headers });

  before(async () => {
    service = await startService((_request, response) => sendJson(response, 200, { data: [] }));
  });
  after(() => service.close());

  it('name this package, its version and the runtime', async () => {
    await clientOf({}).shifts.list();
    const name = `shaon-client-sdk/${VERSION} node/${process.versions.node}`;
    expect(service.requests.at(-1)?.headers).to.include({ 'user-agent': name, 'x-client': name });
    expect(VERSION).to.equal(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
  });

  it('take more of the client and of a call, and the User-Agent of a program', async () => {
    const client = clientOf({ 'X-Gateway': 'a', 'x-team': 'payroll', 'User-Agent': 'payroll/3' });
    await client.shifts.list({ headers: { 'X-TEAM': 'finance' } });
    expect(service.requests.at(-1)?.headers).to.include({
      authorization: 'Bearer shn_abc',
      'x-gateway': 'a',
      'x-team': 'finance',
      'user-agent': 'payroll/3',
    });
    await client.shifts.list();
    expect(service.requests.at(-1)?.headers).to.include({ 'x-team': 'payroll' });
  });

  const refused: [string, Record<string, string>, string][] = [
    ['the token', { Authorization: 'Bearer shn_other' }, 'must not set Authorization: the client makes it'],
    ['the token, in another case', { aUTHORIZATION: 'Bearer shn_other' }, 'must not set aUTHORIZATION'],
    ['what the client negotiates', { Accept: 'text/html' }, 'must not set Accept'],
    ['the type of the body', { 'content-type': 'text/plain' }, 'must not set content-type'],
    ['the language', { 'Accept-Language': 'he' }, 'use the option language'],
    ['the request id', { 'X-Request-Id': 'a' }, 'use the option requestId'],
    ['how the message is framed', { 'Content-Length': '3' }, 'the runtime sets it'],
    ['a name that is none', { 'a b': 'c' }, '"a b", which is no header'],
    ['a second header in a value', { 'X-A': 'b\r\nAuthorization: secret' }, 'must give X-A as a text in one line'],
    ['a value outside Latin-1', { 'X-A': 'שלום' }, 'must give X-A'],
  ];
  for (const [what, headers, problem] of refused)
    it(`refuse ${what}, without showing the value`, () => {
      expect(() => clientOf(headers))
        .to.throw(ShaonOptionsError, problem)
        .that.satisfies(
          ({ message, option }: ShaonOptionsError) => option === 'headers' && !/shn_|secret/.test(message),
        );
    });
});

describe('the name of the runtime', () => {
  const cases: [string, object, string | undefined][] = [
    ['Node', { process: { versions: { node: '20.19.0' } } }, 'node/20.19.0'],
    [
      'Node that has a navigator',
      { process: { versions: { node: '24.0.0' } }, navigator: { userAgent: 'Node.js/24' } },
      'node/24.0.0',
    ],
    [
      'Deno, which has a process too',
      { Deno: { version: { deno: '2.9.6' } }, process: { versions: { node: '24' } } },
      'deno/2.9.6',
    ],
    ['Bun, which has a process too', { Bun: { version: '1.4.5' }, process: { versions: { node: '24' } } }, 'bun/1.4.5'],
    ['Cloudflare', { navigator: { userAgent: 'Cloudflare-Workers' } }, 'workerd'],
    ['a browser', { document: {}, navigator: { userAgent: 'Mozilla/5.0' } }, undefined],
    ['a worker of a browser', { navigator: { userAgent: 'Mozilla/5.0' } }, undefined],
    ['a window with a process', { document: {}, process: { versions: { node: '20.0.0' } } }, undefined],
  ];
  for (const [what, globals, name] of cases)
    it(`is ${name ?? 'not told'} in ${what}`, () => {
      expect(runtimeName(globals)).to.equal(name);
    });

  it('is not sent by a browser, which would have to ask first and be refused', () => {
    expect(identityHeaders(runtimeName({ document: {} }))).to.deep.equal({});
  });
});
