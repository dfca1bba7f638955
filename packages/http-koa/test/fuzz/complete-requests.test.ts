import { expect } from 'chai';
import { CompleteRequests } from './complete-requests.ts';

describe('the complete requests in some bytes', () => {
  let complete: CompleteRequests;
  before(async () => {
    complete = await CompleteRequests.open();
  });
  after(() => complete.close());

  const GET = 'GET /x HTTP/1.1\r\n\r\n';
  const post = (headers: string, body: string) => `POST /x HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
  const cases: readonly (readonly [name: string, bytes: string, count: number])[] = [
    ['one without a Host', GET, 1],
    ['two in a row', GET + GET, 2],
    ['one and the half of another', `${GET}GET /x HTTP/1.1\r\nHost:`, 1],
    ['a whole body', post('Content-Length: 3', 'a=b'), 1],
    ['a body that is too short', post('Content-Length: 4', 'a=b'), 0],
    ['whole chunks', post('Transfer-Encoding: chunked', '3\r\na=b\r\n0\r\n\r\n'), 1],
    ['chunks without an end', post('Transfer-Encoding: chunked', '3\r\na=b\r\n'), 0],
    ['a broken chunk after a whole request', `${GET}${post('Transfer-Encoding: chunked', 'zz\r\n')}`, 1],
    ['an expectation that nobody knows', post('Expect: nonsense\r\nContent-Length: 3', 'a=b'), 1],
    ['a CONNECT, which closes the connection', 'CONNECT x:1 HTTP/1.1\r\n\r\n', 0],
    ['no HTTP', 'x', 0],
  ];
  for (const [name, bytes, count] of cases) {
    it(`are counted: ${name}`, async () => {
      expect(await complete.in([Buffer.from(bytes.slice(0, 9)), Buffer.from(bytes.slice(9))])).to.equal(count);
    });
  }
});
