import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { mock } from 'node:test';
import { silentLog } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { createHost } from '../../src/host/host.ts';
import { createLog, readConfig } from '../../src/host/index.ts';
import { stopOnSignal } from '../../src/host/stop-on-signal.ts';
import {
  makeCompany,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  shaonCommand,
} from './running-shaon.ts';

const STOPPED = { code: 'state_conflict', message: 'The host was stopped: it does not start.' };

onEachDatabase('a host that is stopped and started at once', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  const newHost = () => {
    const config = readConfig(settingsFor(database.connection(), folder.path, { SHAON_DRAIN_DELAY_SECONDS: '0' }));
    return createHost(config, createLog({ level: 'silent' }));
  };
  const refusalOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  after(() => folder.remove());

  /** With the limit counted in memory, a server that still ran would keep the next one from starting. */
  async function assertNothingRuns(): Promise<void> {
    const next = newHost();
    const { url } = await next.start();
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    await next.stop();
    expect(await refusalOf(fetch(`${url}/healthz`))).to.be.instanceOf(Error);
  }

  it('does not start, and has released everything when the stop is over', async () => {
    const host = newHost();
    const refused = refusalOf(host.start());
    await host.stop();
    expect(await refused).to.include(STOPPED);
    await assertNothingRuns();
  });

  it('does not start after a stop either', async () => {
    const host = newHost();
    await host.stop();
    expect(await refusalOf(host.start())).to.include(STOPPED);
    await assertNothingRuns();
  });

  it('starts once, however often it is asked to', async () => {
    const host = newHost();
    const [one, other] = await Promise.all([host.start(), host.start()]);
    expect(one).to.equal(other);
    expect((await fetch(`${one.url}/readyz`)).status).to.equal(200);
    await Promise.all([host.stop(), host.stop()]);
    await assertNothingRuns();
  });
});

onEachDatabase('a signal during the start', { migrate: migrateAll, only: 'postgres' }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('ends the server without an error', async () => {
    const { url } = database.connection() as { url: string };
    const sockets: Socket[] = [];
    // The start reaches the database here, which answers a little later.
    const slow = createServer((inside) => {
      if (sockets.length === 0) server.kill('SIGTERM');
      const outside = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.push(
        inside.on('error', () => undefined),
        outside.on('error', () => undefined),
      );
      outside.pipe(inside);
      setTimeout(() => inside.pipe(outside), 300);
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const { port } = slow.address() as AddressInfo;
    const slowUrl = Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
    const server = spawn(process.execPath, [shaonCommand, 'serve'], {
      env: { PATH: process.env.PATH ?? '', ...settingsFor({ type: 'postgres', url: slowUrl }, folder.path) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    server.stderr.on('data', (text) => {
      told += String(text);
    });
    const [code, signal] = await once(server, 'close');
    expect({ code, signal, told }).to.deep.equal({ code: 0, signal: null, told: '' });
    slow.close();
    for (const socket of sockets) socket.destroy();
  }).timeout(SEVERAL_PROCESSES_MS);
});

describe('a second signal, a second after the first one', () => {
  afterEach(() => mock.restoreAll());

  it('ends the process at once', async () => {
    let onSignal: (signal: NodeJS.Signals) => unknown = () => undefined;
    let now = 0;
    mock.method(process, 'on', (event: string, listener: typeof onSignal) => {
      if (event === 'SIGTERM') onSignal = listener;
      return process;
    });
    mock.method(performance, 'now', () => now);
    const exited = new Promise((resolve) => mock.method(process, 'exit', resolve));
    stopOnSignal(() => new Promise(() => undefined), silentLog);
    onSignal('SIGTERM');
    now = 1_000;
    onSignal('SIGTERM');
    expect(await exited).to.equal(143);
  });
});

onEachDatabase('during a stop', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('each new request is refused on a connection that ends, and is no failure', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', to: { write: (line) => lines.push(line) } });
    const { token } = await makeCompany(database.connection());
    const settings = settingsFor(database.connection(), folder.path, { SHAON_DRAIN_DELAY_SECONDS: '1' });
    const host = createHost(readConfig(settings), log);
    const { url } = await host.start();
    const caller = connect(Number(new URL(url).port), '127.0.0.1');
    caller.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(caller, 'data');
    // A request in progress, for which the stop waits.
    const head = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Content-Length: 9'];
    caller.write(`POST /api/v1/employees HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    while ((await fetch(`${url}/healthz`)).status !== 200);
    const stopped = host.stop();
    while ((await fetch(`${url}/readyz`)).status !== 503);
    expect((await fetch(`${url}/healthz`)).headers.get('connection'), 'before the drain').to.equal('close');
    const paths = ['/admin/sign-in', '/api/v1/shifts', '/docs'];
    const answers: unknown[] = [];
    for (const path of paths) {
      let response = await fetch(url + path);
      while (response.status !== 503) response = await fetch(url + path);
      await response.text();
      answers.push({ path, connection: response.headers.get('connection') });
    }
    caller.destroy();
    await stopped;
    expect(answers).to.deep.equal(paths.map((path) => ({ path, connection: 'close' })));
    expect(lines).to.deep.equal([]);
  });
});
