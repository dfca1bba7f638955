import { type FormSender, hostileBrowserRequest, hostileForm, PAGE_TARGETS } from './hostile-form.ts';
import type { Random } from './random.ts';

/** What is known to the sender, and what they aim at. */
export interface Sender extends FormSender {
  /** An API token. */
  readonly token: string;
  /** How many of 100 requests are for the pages of the web interface; the others are for the API. */
  readonly pagePercent: number;
}

/** What is sent on one connection. */
export interface FuzzCase {
  readonly name: string;
  /** Written one after the other. */
  readonly pieces: readonly Buffer[];
  /** Whether the sender ends its side with the last byte. */
  readonly isHalfClosed: boolean;
  /** Whether every request in it, so far as it is one, is a call of the API. */
  readonly isApiOnly: boolean;
}

const API = '/api/v1';
const API_TARGETS = [
  '/employees',
  '/employees/1',
  '/employees/0',
  '/employees/99999999999999999999',
  '/employees/1/',
  '/employees?page=1&per_page=1',
  '/employees?per_page=0&page=%00&%ZZ=1&q=%D7%90',
  '/employees?search=%E2%80%8B&search=a&=&&',
  '/employees//1',
  '/employees/..%2f..%2f',
  '/attendance?date_from=2026-06-01&date_to=2026-06-02',
  '/leave?status=pending',
  '/shifts',
  '/departments;x=1',
  '',
  '/',
  '/%',
  '/%00',
  '/\\',
  '/nowhere?x',
].map((path) => API + path);
const INVALID_TARGETS = [
  '//a@[#',
  'http://[/api/v1/employees',
  'http://[::1/api/v1/employees',
  'http://xn--/',
  '//user:pass@[/#',
  '//u@[/api/v1/employees#x',
  `${API}/employees#x`,
  '*',
  'http:///api/v1',
  'http://a@b/api/v1/employees',
  'ftp://x/api/v1',
  'http://x:99999/api/v1',
];
const ABSOLUTE_TARGETS = API_TARGETS.flatMap((path) => [`http://hr.example${path}`, `HTTPS://[::1]:443${path}`]);
const OTHER_TARGETS = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
  '//',
  '/a//b',
  '/%2e%2e',
  'x',
  '',
];
const METHODS = [
  'GET',
  'GET',
  'GET',
  'POST',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
  'get',
  'PRI',
  'X',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 x', ''];
const BODIES = [
  '',
  '{}',
  '{"name":"x"}',
  '[',
  '{"a":"\u0000"}',
  'a=b',
  '{"name":"\ud7ff"}',
  `{"name":"${'x'.repeat(3_000)}"}`,
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  '',
];

/** Requests as no client sends them; the same generator state gives the same case. */
export function hostileRequest(random: Random, name: string, sender: Sender): FuzzCase {
  const count = random.chance(70) ? 1 : 1 + random.below(4);
  const requests = Array.from({ length: count }, (_, index) => request(random, `${name}-${index}`, sender));
  let bytes: Buffer = Buffer.concat(requests.map((each) => each.bytes));
  const isMutated = random.chance(15);
  if (isMutated) bytes = mutated(random, bytes);
  return {
    name,
    pieces: pieces(random, bytes),
    isHalfClosed: random.chance(50),
    isApiOnly: !isMutated && requests.every((each) => each.isApi),
  };
}

function request(random: Random, id: string, sender: Sender): { readonly bytes: Buffer; readonly isApi: boolean } {
  const { token } = sender;
  const isForPage = random.chance(sender.pagePercent);
  if (isForPage && random.chance(60)) return { bytes: hostileBrowserRequest(random, id, sender), isApi: false };
  const form = isForPage ? hostileForm(random, sender) : null;
  const { target, isApi } = form === null ? targetOf(random) : { target: random.pick(PAGE_TARGETS), isApi: false };
  const method = form !== null && random.chance(50) ? 'POST' : random.pick(METHODS);
  const end = random.chance(95) ? '\r\n' : random.pick(['\n', '\r', '\r\n\r\n']);
  const body = bodyOf(random, form?.content);
  const lines = [
    `${method} ${target} ${random.pick(VERSIONS)}`,
    ...random.pick([['Host: x'], ['Host: x'], ['Host: x'], [], ['Host: x', 'Host: y'], ['Host:'], ['Host: [']]),
    ...(random.chance(60)
      ? [`Authorization: Bearer ${token}`]
      : random.pick([[], ['Authorization: Basic eA=='], ['Authorization:']])),
    `X-Request-Id: ${random.chance(90) ? id : random.pick(['a b', 'x'.repeat(65), '"', token])}`,
    ...(form?.headers ?? (random.chance(40) ? [`Content-Type: ${random.pick(TYPES)}`] : [])),
    ...body.headers,
    ...strangeHeaders(random),
  ];
  const head = Buffer.from(`${lines.join(end)}${end}${end}`, 'latin1');
  return { bytes: Buffer.concat([head, body.bytes]), isApi };
}

function targetOf(random: Random): { readonly target: string; readonly isApi: boolean } {
  const kind = random.below(10);
  if (kind < 4) return { target: random.pick(API_TARGETS), isApi: true };
  if (kind < 6) return { target: random.pick(INVALID_TARGETS), isApi: true };
  if (kind < 7) return { target: random.pick(ABSOLUTE_TARGETS), isApi: true };
  if (kind < 8) return { target: `${API}/${random.bytes(30).toString('latin1')}`, isApi: false };
  if (kind < 9) return { target: random.pick(OTHER_TARGETS), isApi: false };
  return { target: `${API}/${'x'.repeat(random.pick([600, 9_000, 17_000]))}`, isApi: false };
}

/** A body with headers that say its length, or something else. */
function bodyOf(
  random: Random,
  content = random.pick(BODIES),
): { readonly headers: readonly string[]; readonly bytes: Buffer } {
  const bytes = random.chance(3) ? Buffer.alloc(110_000, ' ') : Buffer.from(content);
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      return { headers: [], bytes: Buffer.alloc(0) };
    case 3:
    case 4:
      return { headers: [`Content-Length: ${bytes.length}`], bytes };
    case 5:
      return {
        headers: [
          `Content-Length: ${random.pick(['-1', '1e3', '0x10', '99999999999999999999', '', `${bytes.length + 5}`])}`,
        ],
        bytes,
      };
    case 6:
      return { headers: ['Transfer-Encoding: chunked'], bytes: chunked(random, bytes) };
    case 7:
      return {
        headers: [`Transfer-Encoding: ${random.pick(['chunked, chunked', 'identity', 'gzip', 'chunked\u000b', 'x'])}`],
        bytes,
      };
    default:
      return {
        headers: ['Transfer-Encoding: chunked', `Content-Length: ${bytes.length}`],
        bytes: chunked(random, bytes),
      };
  }
}

function chunked(random: Random, bytes: Buffer): Buffer {
  const size = random.chance(80) ? bytes.length.toString(16) : random.pick(['', '-1', 'zz', 'ffffffffffffffffff', '0']);
  const extension = random.chance(20) ? `;${'e'.repeat(random.pick([1, 20_000]))}=1` : '';
  const end = random.pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\n\r\n', '0\r\nTrailer: x\r\n\r\n', '0\r\n', '', '\r\n']);
  return Buffer.concat([Buffer.from(`${size}${extension}\r\n`), bytes, Buffer.from(`\r\n${end}`)]);
}

function strangeHeaders(random: Random): string[] {
  if (random.chance(50)) return [];
  return random.pick([
    ['Expect: 100-continue'],
    ['Expect: nonsense'],
    ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'],
    ['Connection: close'],
    ['Connection: keep-alive, X-Request-Id, Host'],
    ['X-Forwarded-For: \u00ff, 1.2.3.4, ::1', 'X-Forwarded-Proto: x', 'Forwarded: for="['],
    [`X-Long: ${'x'.repeat(random.pick([5_000, 17_000]))}`],
    Array.from({ length: 300 }, (_, index) => `X-${index}: 1`),
    ['X-Folded: a', ' b'],
    ['No colon'],
    [': no name'],
    ['X-Bytes: \u0001\u0080\u00ff'],
    ['X-Nul: \u0000'],
    ['Accept-Language: ;q=,he;q=x', 'Accept: \u0080/'],
    ['Origin: null', 'Access-Control-Request-Method: \u00d7'],
    ['Cookie: a=%'],
    ['Range: bytes=9-1', 'If-None-Match: "'],
  ]);
}

/** Some bytes changed, added or taken out anywhere. */
function mutated(random: Random, bytes: Buffer): Buffer {
  let result: Buffer = bytes;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.below(result.length + 1);
    const taken = random.below(3);
    result = Buffer.concat([result.subarray(0, at), random.bytes(4), result.subarray(at + taken)]);
  }
  return result;
}

/** Mostly at once, else in up to four writes that end anywhere. */
function pieces(random: Random, bytes: Buffer): Buffer[] {
  if (random.chance(70)) return [bytes];
  const cuts = Array.from({ length: 1 + random.below(3) }, () => random.below(bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((start, index) => bytes.subarray(start, cuts[index] ?? bytes.length));
}
