import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import {
  makeCompany,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaonCommand,
} from './running-shaon.ts';

onEachDatabase('an output that takes nothing', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());
  before(() => makeCompany(database.connection()));

  /** What it says on the standard error, and how it ends, with a standard output of our choice. */
  function run(args: readonly string[], stdout: number | 'pipe', more: Settings = {}) {
    const child = spawn(process.execPath, [shaonCommand, ...args], {
      env: { PATH: process.env.PATH ?? '', ...settingsFor(database.connection(), folder.path, more) },
      stdio: ['ignore', stdout, 'pipe'],
    });
    const said: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr: said.join('') }));
    return { child, ended };
  }

  /** Without the warning of a reading, which is slow on a busy machine. */
  const QUIET = { SHAON_LOG_LEVEL: 'error' };

  it('of a full disk leaves a server at its work, and lets it end', async function () {
    if (!existsSync('/dev/full')) this.skip();
    this.timeout(SEVERAL_PROCESSES_MS);
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const server = run(['serve'], full, { PORT: String(port) });
    closeSync(full);
    const limit = setTimeout(() => server.child.kill('SIGKILL'), 120_000);
    try {
      const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/shifts`).then(({ status }) => status);
      let status: number | null = null;
      while (status === null && server.child.exitCode === null) {
        status = await ask().catch(() => null);
        if (status === null) await sleep(100);
      }
      expect(status).to.equal(401);
      expect(await ask()).to.equal(401);
      server.child.kill('SIGTERM');
      const { code, stderr } = await server.ended;
      expect(code).to.equal(0);
      expect(stderr).to.equal('The log cannot be written (ENOSPC). Its lines are lost until it can be.\n');
    } finally {
      clearTimeout(limit);
      server.child.kill('SIGKILL');
    }
  });

  it('of a full disk ends a command with what is wrong', async function () {
    if (!existsSync('/dev/full')) this.skip();
    this.timeout(SEVERAL_PROCESSES_MS);
    const full = openSync('/dev/full', 'w');
    const { ended } = run(['audit', '--export', 'jsonl'], full, QUIET);
    closeSync(full);
    expect(await ended).to.deep.equal({ code: 1, stderr: 'The standard output cannot be written (ENOSPC).\n' });
  });

  it('of a reader who has gone ends a command quietly', async () => {
    const { child, ended } = run(['audit', '--export', 'jsonl'], 'pipe', QUIET);
    child.stdout?.destroy();
    expect(await ended).to.deep.equal({ code: 141, stderr: '' });
  }).timeout(SEVERAL_PROCESSES_MS);
});

describe('the last lines of a log', () => {
  /** What a process that logs two lines and ends has written, and its exit code; null if it does not end. */
  async function endOf(stdout: number | 'pipe', closesPipe = false) {
    const program = fileURLToPath(new URL('two-lines-and-exit.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', stdout, 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
    try {
      const ended = once(child, 'close');
      const lines: string[] = [];
      if (closesPipe) child.stdout?.destroy();
      else child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
      await once(child.stderr as Readable, 'data');
      child.stdin?.write('now');
      const [code] = (await ended) as [number | null];
      return { code, text: lines.join('') };
    } finally {
      clearTimeout(limit);
    }
  }

  it('are written', async () => {
    const { code, text } = await endOf('pipe');
    expect(code).to.equal(0);
    expect(text).to.include('Stopping').and.include('Stopped');
  });

  it('are given up when their reader has gone', async () => {
    expect((await endOf('pipe', true)).code).to.equal(0);
  });

  it('are given up when the disk is full', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const end = endOf(full);
    closeSync(full);
    expect((await end).code).to.equal(0);
  });
});
