import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { Uploads } from '../../src/admin/uploads.ts';
import type { HtmlBrowser } from './html-browser.ts';
import { type Someone, withPages } from './support.ts';

const MOST_OF_ONE = 3;

withPages('uploads at once', (test) => {
  let held: Socket[] = [];
  afterEach(() => {
    for (const socket of held) socket.destroy();
    held = [];
  });

  /** Sends the head of a form with a file and a part of its body, and no more. */
  function begin(browser: HtmlBrowser): Socket {
    const { hostname, port } = new URL(test.origin);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    held.push(socket);
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = [
      'POST /admin/my-day/leave/new HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Cookie: ${cookies}`,
      'Content-Type: multipart/form-data; boundary=edge',
      'Content-Length: 100000',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n--edge\r\nContent-Disposition: form-data; name="note"\r\n\r\nx`);
    return socket;
  }

  const REFUSED = /^HTTP\/1\.1 503 /;

  /** The first answer that any of these uploads gets; the server takes them in an order that is not known here. */
  const firstAnswer = (sockets: readonly Socket[]): Promise<string> => Promise.race(sockets.map((one) => text(one)));

  /** The answer to an upload that is broken off after its beginning. */
  function brokenOff(socket: Socket): Promise<string> {
    socket.end();
    return text(socket);
  }

  async function signedIn(name: string): Promise<HtmlBrowser> {
    const someone: Someone = await test.hire(name);
    return test.signedIn(someone);
  }

  it('are a few of each person, and others go on', async () => {
    const [one, other] = [await signedIn('Uma Upload'), await signedIn('Una Other')];
    const begun = Array.from({ length: MOST_OF_ONE + 1 }, () => begin(one));
    expect(await firstAnswer(begun)).to.match(REFUSED);
    expect(await brokenOff(begin(other))).not.to.match(REFUSED);
    expect((await one.get('/admin/my-day')).status).to.equal(200);
    // Whoever hangs up leaves room, as soon as the server has noticed.
    for (const socket of begun) socket.destroy();
    while (REFUSED.test(await brokenOff(begin(one))));
  });

  it('are a few of all, and somebody with several gives a place to somebody with none', async function () {
    this.timeout(60_000);
    const people = await Promise.all(Array.from({ length: 5 }, (_, number) => signedIn(`Ugo Upload ${number}`)));
    const begun = people.slice(0, 4).flatMap((person) => Array.from({ length: MOST_OF_ONE }, () => begin(person)));
    const fifth = people[4] as HtmlBrowser;
    const taken = begin(fifth);
    expect(await firstAnswer(begun), 'one of those who have three').to.match(REFUSED);
    // With a second, everybody has two or three: a third would only be taken from others in turn.
    expect(await firstAnswer([begin(fifth), begin(fifth)])).to.match(REFUSED);
    expect(await brokenOff(taken)).not.to.match(REFUSED);
  });

  it('of one company give places to others', async function () {
    this.timeout(60_000);
    const names = Array.from({ length: 6 }, (_, number) => `Uri Upload ${number}`);
    const begun = (await Promise.all(names.map(signedIn))).flatMap((person) => [begin(person), begin(person)]);
    const foreigner = await test.signedIn(await test.hire('Ulla Elsewhere', 'employee', test.foreign));
    const foreign = Array.from({ length: MOST_OF_ONE }, () => begin(foreigner));
    expect(await firstAnswer(begun)).to.match(REFUSED);
    for (const answer of await Promise.all(foreign.map(brokenOff))) expect(answer).not.to.match(REFUSED);
  });

  it('that have come keep their places until they are answered', async () => {
    const uploads = new Uploads();
    const working: (() => void)[] = [];
    const take = (loginId: number, isThere: boolean) =>
      uploads.holding({ companyId: 1, loginId }, ({ signal, arrived }) => {
        if (isThere) arrived();
        return new Promise<string>((resolve) => {
          working.push(() => resolve('answered'));
          signal.addEventListener('abort', () => resolve('given up'));
        });
      });
    const taken = Array.from({ length: 12 }, (_, index) => take(Math.floor(index / MOST_OF_ONE), index !== 7));
    const late = take(99, true);
    expect(await taken[7]).to.equal('given up');
    const refused = await take(98, true).catch((error: unknown) => error);
    expect(refused).to.have.property('kind', 'unavailable');
    for (const end of working) end();
    expect(await Promise.all([...taken.filter((_, index) => index !== 7), late])).to.deep.equal(
      Array.from({ length: 12 }, () => 'answered'),
    );
  });
});
