import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
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
      'POST /admin/my-day/leave HTTP/1.1',
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

  it('are a few of all, however many people there are', async function () {
    this.timeout(60_000);
    const people = await Promise.all(Array.from({ length: 5 }, (_, number) => signedIn(`Ugo Upload ${number}`)));
    for (const person of people.slice(0, 4)) for (let count = 0; count < MOST_OF_ONE; count++) begin(person);
    await pause();
    expect(await text(begin(people[4] as HtmlBrowser))).to.match(/^HTTP\/1\.1 503 /);
  });
});
