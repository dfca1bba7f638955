import type { Random } from './random.ts';

/** Somebody who is signed in to the web interface. */
export interface FormSender {
  /** The `Cookie` header of their browser. */
  readonly cookie: string;
  /** The hidden field that proves that a form is from that browser. */
  readonly csrf: string;
}

/** Not the sign-out, after which the sender would see nothing but the sign-in. */
export const PAGE_TARGETS = [
  '',
  '/',
  '/sign-in',
  '/sign-in?next=%2F%2Fx&next=\\',
  '/set-up/x',
  '/confirm?next=%00',
  '/people',
  '/people?search=%E2%80%8B&page=99999999999999999999&status=x',
  '/people/new',
  '/people/1/edit',
  '/people/%00/role',
  '/organization?x=%ZZ',
  '/attendance?date=2026-02-30&view=x&page=-1',
  '/attendance/people/1?month=0000-00',
  '/attendance/people/1/correct?date=%D7%90',
  '/attendance/approve?employees=1&employees=x',
  '/leave?since=x&department=99999999999999999999',
  '/leave/1',
  '/leave/calendar?month=99999-99',
  '/my-day',
  '/my-day/leave/new?dates=x',
  '/tokens/new',
  '/webhooks/new',
  '/deliveries?status=%00&page=1e9',
  '/audit?before=x&after=-1&dates=0',
  '/company',
  '/shifts/1/edit',
  '/absence-types',
  '/account/display',
  '/assets/..%2f..%2fpackage.json',
  '/nowhere?x',
].map((path) => `/admin${path}`);

const CSRF_FIELD = '_csrf';
const FIELDS = [
  'a=%',
  'name=%00',
  'name=%D7%90&name=x&name',
  'email=x@x.test&name=x&phone=1',
  'dates=2026-13-40&date=2026-02-30&month=0000-00',
  'id=99999999999999999999&id=-1&seen=1e400',
  '%ZZ=%&=&&=x',
  'kind=in&time=99%3A99&latitude=91&longitude=NaN',
  '__proto__=x&constructor=x&toString=x',
  `x=${'x'.repeat(70_000)}`,
  'x&'.repeat(2_000),
];
const PART = 'Content-Disposition: form-data; name="x"';
const FILE = 'Content-Disposition: form-data; name="document"; filename="';
const PARTS = [
  `${PART}\r\n\r\nx`,
  `${FILE}a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4`,
  `${FILE}..\\..\u0000"\r\nContent-Type: image/png\r\n\r\nx`,
  `${FILE}"\r\n\r\n`,
  `${PART}; filename*=utf-8''%ZZ\r\n\r\nx`,
  `Content-Type: text/plain\r\n\r\nno name`,
  `no colon\r\n\r\nx`,
  `${PART}\r\n`,
  `X-Long: ${'x'.repeat(20_000)}\r\n\r\nx`,
];
const COOKIES = [
  'shaon_session=%',
  'shaon_form=; shaon_kept=x; shaon_flash={',
  'shaon_language=xx; shaon_theme=\u0080',
  '=; ;;',
  `a=${'x'.repeat(8_000)}`,
];

/** A request that is valid HTTP, so that its path, cookies and form reach the page that reads them. */
export function hostileBrowserRequest(random: Random, id: string, sender: FormSender): Buffer {
  const { headers, content } = hostileForm(random, sender);
  const isPost = random.chance(50);
  return written(
    isPost ? 'POST' : 'GET',
    random.pick(PAGE_TARGETS),
    [`X-Request-Id: ${id}`, ...headers],
    isPost ? content : '',
  );
}

/** What the sender's browser sends. */
export function browserRequest(method: 'GET' | 'POST', target: string, { cookie }: FormSender, content = ''): Buffer {
  return written(method, target, [`Cookie: ${cookie}`, 'Content-Type: application/x-www-form-urlencoded'], content);
}

function written(method: 'GET' | 'POST', target: string, headers: readonly string[], content: string): Buffer {
  const body = Buffer.from(content);
  const length = method === 'POST' ? [`Content-Length: ${body.length}`] : [];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', ...headers, ...length];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** A form as no browser sends it; mostly of somebody who is signed in. */
export function hostileForm(
  random: Random,
  { cookie, csrf }: FormSender,
): { readonly headers: readonly string[]; readonly content: string } {
  const mark = /shaon_session(_\w+)=/.exec(cookie)?.[1] ?? '';
  const hostile = () => random.pick(COOKIES).replaceAll(/shaon_[a-z]+(?==)/g, (name) => name + mark);
  const cookies = random.chance(80) ? cookie : random.chance(50) ? `${cookie}; ${hostile()}` : hostile();
  const { type, content } = random.chance(60) ? urlEncoded(random, csrf) : multipart(random, csrf);
  return { headers: [`Cookie: ${cookies}`, `Content-Type: ${type}`], content };
}

function urlEncoded(random: Random, csrf: string) {
  const type = random.chance(90) ? 'application/x-www-form-urlencoded' : 'application/x-www-form-urlencoded; charset=x';
  return { type, content: `${csrfFieldFor(random)}=${csrf}&${random.pick(FIELDS)}` };
}

function multipart(random: Random, csrf: string) {
  const parts = [`Content-Disposition: form-data; name="${csrfFieldFor(random)}"\r\n\r\n${csrf}`];
  for (let count = random.below(4); count > 0; count -= 1) parts.push(random.pick(PARTS));
  const end = random.pick(['\r\n--x--\r\n', '\r\n--x--\r\n', '\r\n--x', '--x--', '']);
  const type = `multipart/form-data${random.pick(['; boundary=x', '; boundary=x', '; boundary=x', '', '; boundary=""'])}`;
  return { type, content: parts.map((part) => `--x\r\n${part}`).join('\r\n') + end };
}

const csrfFieldFor = (random: Random): string => (random.chance(90) ? CSRF_FIELD : 'x');
