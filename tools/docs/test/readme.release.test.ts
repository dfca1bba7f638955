import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ADDRESS = '127.0.0.1:8080';

/** As somebody who has just cloned the project: its commands, with a data folder and a port of the test's own. */
describe('README.md', function () {
  this.timeout(180_000);
  const workplace = new Workplace();
  let npmStart: ChildProcess;
  let ended: Promise<unknown>;
  let printed = '';
  let address = '';

  before('npm start', async function () {
    skipWithout(this, 'curl');
    const [clone, start, ...more] = blockOf('README.md', 'start').split('\n');
    expect([clone, more]).deep.equal(['git clone <this repository> shaon && cd shaon', []]);
    const env = { ...process.env, SHAON_DATA_DIR: workplace.path('data'), PORT: '0' };
    // A process group of its own, so that all of it can be ended.
    npmStart = spawn('bash', ['-c', `exec ${start}`], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process.once('exit', kill);
    npmStart.stderr?.on('data', (text) => {
      printed += text;
    });
    ended = new Promise((resolve) => npmStart.once('close', resolve));
    address = await new Promise<string>((resolve, reject) => {
      npmStart.stdout?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const ready = /"listening":"http:\/\/([^"]+)"/.exec(printed);
        if (ready !== null && /^ +curl .*$/m.test(printed)) resolve(ready[1] as string);
      });
      void ended.then(() => reject(new Error(`npm start has ended:\n${printed}`)));
    });
  });
  after(async () => {
    if (npmStart !== undefined) {
      process.kill(-(npmStart.pid as number), 'SIGTERM');
      await ended;
      process.off('exit', kill);
    }
    workplace.remove();
  });

  it('has a first request that answers with attendance', async () => {
    const command = blockOf('README.md', 'first-request').replace(ADDRESS, address);
    expect(command).to.include(address);
    const answer = JSON.parse(await workplace.sh(command));
    expect(answer.data).lengthOf(2);
    expect(answer.data[0]).to.have.all.keys(
      ...['id', 'employee_id', 'date', 'check_in', 'check_out', 'status', 'absence_type', 'is_approved', 'location'],
    );
    expect(answer.meta.total).to.be.greaterThan(1_000);
  });

  it('says what npm start prints: a line that answers', async () => {
    const line = /^ +(curl .*)$/m.exec(printed)?.[1] as string;
    expect(JSON.parse(await workplace.sh(line)).data).lengthOf(5);
  });

  it('feeds the payroll export, as the README of that example says', async () => {
    const command = blockOf('examples/payroll-export/README.md', 'payroll-export').replaceAll(
      '../../data',
      workplace.path('data'),
    );
    const example = `${ROOT}examples/payroll-export`;
    try {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: example });
      expect(stdout).to.match(/^payroll-2026-10\.csv: [56]\d employees$/m);
    } finally {
      rmSync(`${example}/payroll-2026-10.csv`, { force: true });
    }
  });

  it('has a first webhook that comes verified', async function () {
    if (!(await isFree(4443))) {
      console.error('    Skipped: the port 4443, to which the demo sends, is taken on this machine.');
      return this.skip();
    }
    const env = { ...process.env, SHAON_DATA_DIR: workplace.path('data') };
    const command = blockOf('README.md', 'receiver');
    const receiver = spawn('bash', ['-c', command], {
      ...{ cwd: ROOT, env, detached: true },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const killReceiver = () => process.kill(-(receiver.pid as number), 'SIGKILL');
    process.once('exit', killReceiver);
    try {
      const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
      await lineWith(lines, 'listening https://localhost:4443/shaon');
      const create = blockOf('README.md', 'first-webhook').replace(ADDRESS, address);
      expect(JSON.parse(await workplace.sh(create)).data).to.include({ name: 'דנה לוי', status: 'active' });
      expect(await lineWith(lines, 'verified')).to.match(/^verified employee\.created msg_\w+: דנה לוי$/);
    } finally {
      killReceiver();
      process.off('exit', killReceiver);
    }
  });

  it('names a page and a description of the API that are there', async () => {
    expect((await fetch(`http://${address}/docs`)).status).equal(200);
    const description = (await (await fetch(`http://${address}/openapi.json`)).json()) as { openapi: string };
    expect(description.openapi).to.match(/^3\.0/);
  });

  const kill = () => process.kill(-(npmStart.pid as number), 'SIGKILL');
});

async function lineWith(lines: AsyncIterator<string>, text: string): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The receiver ended without "${text}".`);
    if (value.includes(text)) return value;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
