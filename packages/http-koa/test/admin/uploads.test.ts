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

  const pause = () => new Promise((resolve) => setTimeout(resolve, 150));

  async function signedIn(name: string): Promise<HtmlBrowser> {
    const someone: Someone = await test.hire(name);
    return test.signedIn(someone);
  }

  it('are a few of each person, and others go on', async () => {
    const [one, other] = [await signedIn('Uma Upload'), await signedIn('Una Other')];
    for (let count = 0; count < MOST_OF_ONE; count++) begin(one);
    await pause();
    expect(await text(begin(one))).to.match(/^HTTP\/1\.1 503 /);
    begin(other);
    await pause();
    expect((await one.get('/admin/my-day')).status).to.equal(200);
    // Whoever hangs up leaves room.
    held[0]?.destroy();
    await pause();
    const next = begin(one);
    await pause();
    next.end();
    expect(await text(next)).to.not.match(/^HTTP\/1\.1 503 /);
  });

  it('are a few of all, and somebody with several gives a place to somebody with none', async function () {
    this.timeout(60_000);
    const people = await Promise.all(Array.from({ length: 5 }, (_, number) => signedIn(`Ugo Upload ${number}`)));
    const begun = people.slice(0, 4).map((person) => Array.from({ length: MOST_OF_ONE }, () => begin(person)));
    await pause();
    const fifth = people[4] as HtmlBrowser;
    // Which of them the server took first is not known here.
    const given = Promise.race(begun.flat().map((socket) => text(socket)));
    const taken = begin(fifth);
    expect(await given, 'one of those who have three').to.match(/^HTTP\/1\.1 503 /);
    begin(fifth);
    await pause();
    // Everybody has two or three now: a third would only be taken from others in turn.
    expect(await text(begin(fifth))).to.match(/^HTTP\/1\.1 503 /);
    taken.end();
    expect(await text(taken)).to.not.match(/^HTTP\/1\.1 503 /);
  });

  it('of one company give places to others', async function () {
    this.timeout(60_000);
    const names = Array.from({ length: 6 }, (_, number) => `Uri Upload ${number}`);
    for (const person of await Promise.all(names.map(signedIn))) for (let count = 0; count < 2; count++) begin(person);
    await pause();
    const foreigner = await test.signedIn(await test.hire('Ulla Elsewhere', 'employee', test.foreign));
    begin(foreigner);
    begin(foreigner);
    const third = begin(foreigner);
    await pause();
    third.end();
    expect(await text(third)).to.not.match(/^HTTP\/1\.1 503 /);
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
