import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServer } from './served-api.ts';

const UNREADABLE = '{"message":"The request is not valid HTTP."}';
const CLOSE = 'Connection: close\r\n';

/** What cannot be parsed: the error shape of SPEC 7, a closed connection, and nobody's data. */
const UNREADABLE_HEADS: Readonly<Record<string, (auth: string) => string>> = {
  'no HTTP at all': () => 'hello\r\n\r\n',
  'HTTP/2 in clear text': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a method that is none': (auth) => `FROB /api/v1/employees HTTP/1.1\r\n${auth}${CLOSE}\r\n`,
  'a space in the target': (auth) => `GET /api/v1/employees /1 HTTP/1.1\r\n${auth}${CLOSE}\r\n`,
  'CR in a header': (auth) => `GET /api/v1/employees HTTP/1.1\r\n${auth}X-A: a\rX-B: b\r\n${CLOSE}\r\n`,
  'a folded header': (auth) => `GET /api/v1/employees HTTP/1.1\r\n${auth}X-A: a\r\n b\r\n${CLOSE}\r\n`,
  'NUL in a header': (auth) => `GET /api/v1/employees HTTP/1.1\r\n${auth}X-A: a\0b\r\n${CLOSE}\r\n`,
  'no Host': (auth) => `GET /api/v1/employees HTTP/1.1\r\n${auth.replace(/^Host.*\r\n/, '')}${CLOSE}\r\n`,
  'two of Host': (auth) => `GET /api/v1/employees HTTP/1.1\r\nHost: evil.example\r\n${auth}${CLOSE}\r\n`,
  'two lengths': (auth) =>
    `POST /api/v1/employees HTTP/1.1\r\n${auth}Content-Length: 2\r\nContent-Length: 3\r\n${CLOSE}\r\n{}`,
  'a length beside chunks': (auth) =>
    `POST /api/v1/employees HTTP/1.1\r\n${auth}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n${CLOSE}\r\n2\r\n{}\r\n0\r\n\r\n`,
};

/** Bodies that break off or lie about their length: refused, with the wire's status in the audit, nothing written. */
const BROKEN_BODIES: Readonly<Record<string, readonly [headers: string, body: string]>> = {
  'a chunk longer than it says': ['Transfer-Encoding: chunked\r\n', '2\r\n{"name":"x"}\r\n0\r\n\r\n'],
  'a chunk length that is no number': ['Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
};

withServer('v1 connections', (api) => {
  const auth = () => `Host: shaon.example\r\nAuthorization: Bearer ${api.token}\r\n`;
  const post = (headers: string, body: string) => `POST /api/v1/employees HTTP/1.1\r\n${auth()}${headers}\r\n${body}`;
  const withId = (id: string) => `X-Request-Id: ${id}\r\n`;

  for (const [title, head] of Object.entries(UNREADABLE_HEADS)) {
    it(`answers ${title} in the error shape and closes`, async () => {
      const answer = await api.send(head(auth()));
      expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(bodyOf(answer)).to.equal(UNREADABLE);
    });
  }

  it('answers too large a head with 431', async () => {
    for (const large of [`X-A: ${'x'.repeat(17_000)}`, `Cookie: ${'a=b; '.repeat(4_000)}`]) {
      const answer = await api.send(`GET /api/v1/shifts HTTP/1.1\r\n${auth()}${large}\r\n\r\n`);
      expect(answer).to.match(/^HTTP\/1\.1 431 /);
      expect(bodyOf(answer)).to.equal('{"message":"The request headers are too large."}');
    }
  });

  for (const [title, [headers, body]] of Object.entries(BROKEN_BODIES)) {
    it(`refuses ${title}`, async () => {
      const id = title.replaceAll(' ', '-');
      const answer = await api.send(post(headers + withId(id), body));
      expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect((await audited(api, id, 1)).map((row) => row.status)).to.deep.equal([400]);
    });
  }

  it('refuses a body that is compressed on the way, like one that is compressed itself (D:H4)', async () => {
    const body = Buffer.from(gzipSync('{}')).toString('latin1');
    const length = body.length.toString(16);
    const answer = await api.send(
      Buffer.from(post(`Transfer-Encoding: gzip, chunked\r\n${CLOSE}`, `${length}\r\n${body}\r\n0\r\n\r\n`), 'latin1'),
    );
    expect(statuses(answer)).to.deep.equal(['415']);
    const plain = await api.send(post(`Transfer-Encoding: Chunked\r\n${CLOSE}`, '2\r\n{}\r\n0\r\n\r\n'));
    expect(statuses(plain)).to.deep.equal(['422']);
  });

  it('serves pipelined calls in their order, whatever body each brings', async () => {
    const { id } = await api.core.employees.create(api.company, newEmployee());
    const answer = await api.send(
      [
        `GET /api/v1/shifts HTTP/1.1\r\n${auth()}Content-Length: 5\r\n\r\nhello`,
        `POST /api/v1/employees/${id}/deactivate HTTP/1.1\r\n${auth()}Content-Length: 9\r\n\r\n{"broken"`,
        post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'),
        `HEAD /api/v1/employees HTTP/1.1\r\n${auth()}\r\n`,
        `GET /api/v1/departments HTTP/1.1\r\n${auth()}${CLOSE}\r\n`,
      ].join(''),
    );
    expect(statuses(answer)).to.deep.equal(['200', '200', '422', '200', '200']);
  });

  it('gives a committed write its 201 although what follows on the connection cannot be read', async () => {
    const employee = newEmployee();
    const body = JSON.stringify(employee);
    const answer = await api.send(post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, `${body}no HTTP\r\n\r\n`));
    expect(statuses(answer)).to.deep.equal(['201', '400']);
  });

  it('gives a call one answer, also when the rest of its body cannot be read', async () => {
    const head = `POST /api/v1/employees HTTP/1.1\r\nHost: shaon.example\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await api.send(head, { afterAnswer: 'zz\r\n' });
    expect(statuses(answer)).to.deep.equal(['401']);
  });

  it('reads the length of a body behind hundreds of headers', async () => {
    const { id } = await api.core.employees.create(api.company, newEmployee());
    const many = Array.from({ length: 400 }, (_, index) => `X-${index}: 1\r\n`).join('');
    const answer = await api.send(
      `PATCH /api/v1/employees/${id} HTTP/1.1\r\nHost: x\r\n${many}Authorization: Bearer ${api.token}\r\nContent-Length: 15\r\n${CLOSE}\r\n{"name":"Dana"}`,
    );
    expect(JSON.parse(bodyOf(answer)).data.name).to.equal('Dana');
  });

  it('takes an absolute target and any Host, and names neither in its links', async () => {
    const answer = await api.send(
      `GET http://evil.example/api/v1/employees?per_page=1 HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nAuthorization: Bearer ${api.token}\r\n${CLOSE}\r\n`,
    );
    expect(statuses(answer)).to.deep.equal(['200']);
    expect(answer).not.to.contain('evil');
    expect(JSON.parse(bodyOf(answer)).links.first).to.match(/^https:\/\/hr\.example\/behind\/api\/v1\/employees\?/);
  });

  it('passes over expectations and upgrades, and audits the call', async () => {
    const body = JSON.stringify(newEmployee());
    const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    const calls: readonly (readonly [request: string, statuses: readonly string[]])[] = [
      [post(`Expect: 100-continue\r\n${length}${CLOSE}${withId('continue')}`, body), ['100', '201']],
      [post(`Expect: tea\r\nContent-Length: 2\r\n${CLOSE}${withId('tea')}`, '{}'), ['422']],
      [`GET /api/v1/shifts HTTP/1.0\r\n${auth()}${withId('old')}\r\n`, ['200']],
    ];
    for (const [request, expected] of calls) expect(statuses(await api.send(request))).to.deep.equal(expected);
    for (const [id, status] of [
      ['continue', 201],
      ['tea', 422],
      ['old', 200],
    ] as const) {
      expect(
        (await api.audited(id)).map((row) => row.status),
        id,
      ).to.deep.equal([status]);
    }
  });

  it('audits a call whose caller hung up, before its answer and in the middle of its body', async () => {
    const employee = newEmployee();
    const body = JSON.stringify(employee);
    // Who hangs up at once may be gone before the server has read a word: some of twenty are heard.
    for (let call = 0; call < 20; call++) {
      const hangUpAfterMs = call % 4;
      await api.send(`GET /api/v1/employees HTTP/1.1\r\n${auth()}${withId('gone-get')}\r\n`, { hangUpAfterMs });
    }
    await api.send(post(`Content-Length: ${Buffer.byteLength(body)}\r\n${withId('gone-half')}`, body.slice(0, 20)), {
      hangUpAfterMs: 50,
    });
    for (const row of await audited(api, 'gone-get', 1)) expect(row).to.include({ status: 200, route: '/employees' });
    expect((await audited(api, 'gone-half', 1))[0]).to.include({ status: 400, route: '/employees' });
    const { body: found } = await api.call('GET', '/employees?per_page=200');
    expect(JSON.stringify(found)).not.to.contain(employee.email);
  });

  // Ten seconds long, and no matter of the database: once is enough.
  if (api.database.type === 'postgres') {
    it('gives up a body that never comes with an audited 408', async function () {
      this.timeout(20_000);
      const answer = await api.send(post(`Content-Length: 500\r\n${withId('slow')}`, '{"name":'));
      expect(statuses(answer)).to.deep.equal(['408']);
      expect(bodyOf(answer)).to.equal('{"message":"The request took too long."}');
      expect((await api.audited('slow')).map((row) => row.status)).to.deep.equal([408]);
    });
  }
});

function statuses(answers: string): string[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => match[1] as string);
}

/** The body of the last answer. */
function bodyOf(answers: string): string {
  return answers.split('\r\n\r\n').at(-1) ?? '';
}

/** The caller is gone: nothing says when the server has noticed. */
async function audited(api: ServedApi, requestId: string, count: number): Promise<Record<string, unknown>[]> {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await api.audited(requestId);
    if (rows.length >= count) return rows;
    await sleep(50);
  }
  throw new Error(`No audit row of ${requestId}`);
}
