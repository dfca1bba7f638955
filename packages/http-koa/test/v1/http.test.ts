import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { EVERY_MOUNT, newEmployee, withApi } from '../support.ts';

withApi(
  'v1 over HTTP',
  (test) => {
    it('answers JSON whatever is accepted, uncached, with its ids', async () => {
      for (const accept of ['application/json', 'text/html', '*/*', 'nonsense;;']) {
        const response = await test.call('GET', '/employees', { headers: { Accept: accept } });
        expect(response.status).to.equal(200);
        expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
        expect(response.headers.get('cache-control')).to.equal('no-store, private');
        expect(response.headers.get('vary')).to.contain('Authorization');
        expect(response.headers.get('x-api-version')).to.equal('1.0.1');
        expect(response.headers.get('etag')).to.equal(null);
      }
    });

    it('keeps a sane request id and replaces any other', async () => {
      const kept = await test.call('GET', '/employees', { headers: { 'X-Request-Id': 'abc.DEF_1-2' } });
      expect(kept.headers.get('x-request-id')).to.equal('abc.DEF_1-2');
      for (const insane of ['a b', 'x'.repeat(65), 'é', '"']) {
        const replaced = await test.call('GET', '/employees', { headers: { 'X-Request-Id': encodeURI(insane) } });
        expect(replaced.headers.get('x-request-id')).to.match(/^[A-Za-z0-9._-]{1,64}$/);
      }
    });

    it('answers HEAD like GET without the body', async () => {
      const get = await test.call('GET', '/employees?per_page=1');
      const head = await test.call('HEAD', '/employees?per_page=1');
      expect(head.status).to.equal(200);
      expect(head.text).to.equal('');
      expect(head.headers.get('content-length')).to.equal(String(Buffer.byteLength(get.text)));
    });

    it('tolerates one slash at the end and nothing else', async () => {
      expect((await test.call('GET', '/employees/')).status).to.equal(200);
      for (const path of [
        '/employees//',
        '//employees',
        '/Employees',
        '/employees%2F1',
        '/%65mployees',
        '/employees/1/',
      ]) {
        expect((await test.call('GET', path)).status, path).to.equal(404);
      }
    });

    it('never lets a header or a parameter turn one method into another', async () => {
      const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
      const response = await test.call('GET', `/employees/${id}?_method=PATCH`, {
        headers: { 'X-HTTP-Method-Override': 'PATCH' },
      });
      expect(response.status).to.equal(200);
      expect(response.headers.get('x-ignored-parameters')).to.equal('_method');
    });

    it('takes JSON by its names or by none, and refuses other types', async () => {
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'application/vnd.hr+json',
        'APPLICATION/JSON',
      ]) {
        const response = await test.call('POST', '/employees', {
          rawBody: JSON.stringify(newEmployee()),
          headers: { 'Content-Type': type },
        });
        expect(response.status, type).to.equal(201);
      }
      const nameless = await test.call('POST', '/employees', { rawBody: Buffer.from(JSON.stringify(newEmployee())) });
      expect(nameless.status).to.equal(201);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/xml',
      ]) {
        const response = await test.call('POST', '/employees', {
          rawBody: JSON.stringify(newEmployee()),
          headers: { 'Content-Type': type },
        });
        expect(response.status, type).to.equal(415);
        expect(response.body).to.have.all.keys('message');
      }
    });

    it('answers 404 for an unknown employee before the body has arrived (D:K6)', async () => {
      const { hostname, port, pathname } = new URL(test.url);
      const head = [
        `PATCH ${pathname}/employees/999999 HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${test.token}`,
        'Content-Type: application/json',
        'Content-Length: 12',
      ];
      const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
      const sentAt = performance.now();
      try {
        expect(await firstLine(socket)).to.equal('HTTP/1.1 404 Not Found');
        // A body may take 10 s.
        expect(performance.now() - sentAt).to.be.lessThan(5_000);
        // The connection still works: the late body is not taken for the next request.
        socket.write(`{"name":"x"}GET ${pathname}/shifts HTTP/1.1\r\nHost: x\r\n\r\n`);
        expect(await firstLine(socket)).to.equal('HTTP/1.1 401 Unauthorized');
      } finally {
        socket.destroy();
      }
    });

    it('refuses what is no JSON object with 422 and no errors', async () => {
      for (const rawBody of [
        '{',
        '[]',
        '"x"',
        'null',
        '5',
        '{"a":1,}',
        '\u0000',
        '{"name":"x"}}',
        Buffer.from([0x7b, 0xff, 0x7d]),
      ]) {
        const response = await test.call('POST', '/employees', {
          rawBody,
          headers: { 'Content-Type': 'application/json' },
        });
        expect(response.status, String(rawBody)).to.equal(422);
        expect(response.body, String(rawBody)).to.have.all.keys('message');
      }
    });

    it('reads an empty body as an empty object', async () => {
      const posted = await test.call('POST', '/employees', { rawBody: '' });
      expect(posted.status).to.equal(422);
      expect(posted.body.errors).to.have.all.keys('name', 'id_number', 'email', 'phone', 'salary_type');
      expect(posted.body.message).to.equal('The name field is required. (and 4 more errors)');
      const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
      expect((await test.call('PATCH', `/employees/${id}`)).status).to.equal(200);
    });

    it('takes 100 KiB to the byte, of UTF-8, as one JSON object without an encoding (D:H4 to H7)', async () => {
      const answerTo = async (rawBody: string | Uint8Array<ArrayBuffer>, headers = {}) => {
        const { status, body } = await test.call('POST', '/employees', {
          rawBody,
          headers: { 'Content-Type': 'application/json', ...headers },
        });
        return [status, body.message];
      };
      const tooLarge = [413, 'The request body is too large.'];
      const notJson = [422, 'The request body is not valid JSON.'];
      const sized = (bytes: number) => `{"padding":"${'x'.repeat(bytes - 14)}"}`;
      expect((await answerTo(sized(100 * 1024)))[0], 'the longest').to.equal(422);
      expect(await answerTo(sized(100 * 1024 + 1)), 'a byte more').to.deep.equal(tooLarge);
      expect(await answerTo(Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]))).to.deep.equal(
        notJson,
      );
      expect(await answerTo('[]')).to.deep.equal([422, 'The request body must be a JSON object.']);
      expect(await answerTo('{}', { 'Content-Encoding': 'gzip' })).to.deep.equal([
        415,
        'Send the request body without a Content-Encoding.',
      ]);
    });

    it('answers 413 to what is too large, whether its length is announced or not', async () => {
      const large = JSON.stringify({ ...newEmployee(), padding: 'x'.repeat(2_000_000) });
      const announced = await test.call('POST', '/employees', {
        rawBody: large,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(announced.status).to.equal(413);
      const stream = new ReadableStream({
        start(controller) {
          for (let index = 0; index < 20; index++) controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
          controller.close();
        },
      });
      const response = await fetch(`${test.url}/employees`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${test.token}`, 'Content-Type': 'application/json' },
        body: stream,
        duplex: 'half',
      } as RequestInit);
      expect(response.status).to.equal(413);
      expect(await response.json()).to.have.all.keys('message');
    });

    it('tells errors in Hebrew to callers who ask for it', async () => {
      const response = await test.call('GET', '/employees?per_page=0', {
        headers: { 'Accept-Language': 'he-IL,he;q=0.9' },
      });
      expect(response.status).to.equal(422);
      expect(response.body.message).to.match(/[א-ת]/);
    });

    it('names what it ignored, encoded and bounded', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `x${index}=1`).join('&');
      const many = await test.call('GET', `/employees?${encodeURIComponent('צבע')}=1&${'y'.repeat(70)}=2&${names}`);
      expect(many.headers.get('x-ignored-parameters')).to.equal(
        `${encodeURIComponent('צבע')}, ${'y'.repeat(64)}%E2%80%A6, x0, x1, x2, x3, x4, x5, x6, x7, %E2%80%A6`,
      );
      const body = { ...newEmployee(), nickname: 'N', address: 'הרצל 1' };
      const created = await test.call('POST', '/employees', { body });
      expect(created.headers.get('x-ignored-parameters')).to.equal('nickname, address');
    });

    it('takes no external id, which is the embedding product’s alone', async () => {
      const body = { ...newEmployee(), external_id: 'P-17', externalId: 'P-17' };
      const created = await test.call('POST', '/employees', { body });
      expect(created.headers.get('x-ignored-parameters')).to.equal('external_id, externalId');
      expect(created.body.data).not.to.have.any.keys('external_id', 'externalId');
      expect(await test.core.externalIds.find(test.company, 'employee', 'P-17')).to.equal(null);
    });

    it('names no more than 2 kB of what it ignored', async () => {
      const names = Array.from({ length: 10 }, (_, index) => 'צבע'.repeat(21) + index);
      const body = { ...newEmployee(), ...Object.fromEntries(names.map((name) => [name, 1])) };
      const created = await test.call('POST', '/employees', { body });
      expect(created.headers.get('x-ignored-parameters')).to.equal(
        [...names.slice(0, 5).map(encodeURIComponent), '%E2%80%A6'].join(', '),
      );
    });

    it('has no OPTIONS without CORS', async () => {
      const response = await test.call('OPTIONS', '/employees', {
        token: null,
        headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
      });
      expect(response.status).to.equal(401);
    });
  },
  { mounts: EVERY_MOUNT },
);

withApi(
  'v1 with CORS',
  (test) => {
    it('answers a preflight without a token, for its origins only', async () => {
      const headers = { Origin: 'https://hr.example', 'Access-Control-Request-Method': 'GET' };
      const allowed = await test.call('OPTIONS', '/employees', { token: null, headers });
      expect(allowed.status).to.equal(204);
      expect(allowed.headers.get('access-control-allow-origin')).to.equal('https://hr.example');
      expect(allowed.headers.get('x-ratelimit-limit')).to.equal(null);
      const other = await test.call('OPTIONS', '/employees', {
        token: null,
        headers: { ...headers, Origin: 'https://evil.example' },
      });
      expect(other.headers.get('access-control-allow-origin')).to.equal(null);
      const plain = await test.call('OPTIONS', '/employees', { token: null, headers: { Origin: headers.Origin } });
      expect(plain.status, 'it asks for no method').to.equal(401);
      const get = await test.call('GET', '/employees', { headers: { Origin: 'https://hr.example' } });
      expect(get.headers.get('access-control-allow-origin')).to.equal('https://hr.example');
      expect(get.headers.get('vary')).to.equal('Authorization, Origin');
    });
  },
  { v1: { corsOrigins: ['https://hr.example'] } },
);

/** Of what arrives next. */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    socket.once('data', (chunk: Buffer) => resolve(String(chunk).split('\r\n')[0]));
    socket.once('error', reject);
  });
}
