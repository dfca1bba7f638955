import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { signTestWebhook, verifyWebhook } from '../../src/webhooks/index.ts';
import { otherSecret, secret } from '../webhooks/vectors.ts';
import { cases, runners } from './languages.ts';
import { readersProject, snippetOf, snippetsOf } from './snippets.ts';

const run = promisify(execFile);
const page = 'docs/webhooks-for-receivers.md';

describe('docs/webhooks-for-receivers.md', function () {
  this.timeout(120_000);
  let project: string;

  before(async () => {
    project = await readersProject();
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('has no program that is not run here', async () => {
    const names = (await snippetsOf(page)).map(({ name }) => name);
    expect(names).to.have.members([
      'request',
      'node-sdk',
      'node-verify',
      'sign-test',
      'examine',
      ...Object.keys(runners),
    ]);
  });

  it('shows a request that verifies', async () => {
    const [head = '', body = ''] = (await snippetOf(page, 'request')).split('\n\n');
    const lines = head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]);
    const options = { toleranceSeconds: Number.POSITIVE_INFINITY };
    const event = await verifyWebhook(body, Object.fromEntries(lines), secret, options);
    expect(event.event).to.equal(Object.fromEntries(lines)['X-Service-Event']);
    const service = { scheme: 'service-signature' } as const;
    expect((await verifyWebhook(body, Object.fromEntries(lines), secret, service)).data).to.deep.equal(event.data);
  });

  for (const [language, runner] of Object.entries(runners))
    it(`verifies the shared vectors in ${language}`, async function () {
      const program = runner.tool === undefined ? process.execPath : skipWithout(this, runner.tool);
      const directory = join(project, language);
      const all = cases();
      const files = { ...runner.files(await snippetOf(page, language)), 'cases.json': JSON.stringify(all) };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(join(directory, name, '..'), { recursive: true });
        await writeFile(join(directory, name), text);
      }
      let stdout = '';
      for (const [command = '', ...args] of runner.commands(program))
        ({ stdout } = await run(command, args, { cwd: directory }));
      expect(JSON.parse(stdout)).to.deep.equal(all.map(({ expected }) => expected));
    });

  it('has a function for every framework, which takes what is signed and refuses the rest', async () => {
    const program = `${await snippetOf(page, 'node-verify')}
import { signTestWebhook } from '@shaon/client-sdk/webhooks';
const data = { employee_id: 61, name: 'x', email: 'x@acme.example', department_id: null, branch_id: null };
const [secret] = process.env.SHAON_WEBHOOK_SECRETS.split(',');
const { headers, body } = await signTestWebhook({ event: 'employee.created', data, secret });
console.log(await receive(body, headers), await receive(Buffer.from(body), new Headers(headers)));
console.log(await receive(body + ' ', headers));
`;
    await writeFile(join(project, 'verify.mjs'), program);
    const env = { ...process.env, SHAON_WEBHOOK_SECRETS: `${secret},${otherSecret}` };
    const { stdout, stderr } = await run(process.execPath, ['verify.mjs'], { cwd: project, env });
    expect(stdout).to.match(/^employee\.created delivery msg_\S+\nemployee\.created delivery msg_\S+\n204 204\n400\n$/);
    expect(stderr).to.equal('refused no_secret_matches\n');
  });

  it('has a program that says what is wrong with a refused request', async () => {
    const data = { employee_id: 1, attendance_id: 2, check_in: '2026-10-25T08:02:11+02:00' };
    const { headers, body } = await signTestWebhook({ event: 'attendance.clocked_in', data, secret });
    await writeFile(join(project, 'refused-body'), JSON.stringify(JSON.parse(body), null, 2));
    await writeFile(join(project, 'refused-headers.json'), JSON.stringify(headers));
    await writeFile(join(project, 'examine.mjs'), await snippetOf(page, 'examine'));
    const env = { ...process.env, SHAON_WEBHOOK_SECRETS: `${otherSecret},${secret}`, NO_COLOR: '1' };
    const { stdout } = await run(process.execPath, ['examine.mjs'], { cwd: project, env });
    expect(stdout).to.include("fault: 'body'").and.include('secret: 1').and.include("body: 'compact_json'");
  });

  it('has a receiver that takes what signTestWebhook signs', async () => {
    const port = await freePort();
    const env = {
      ...process.env,
      PORT: String(port),
      SHAON_WEBHOOK_SECRETS: `${secret},${otherSecret}`,
      RECEIVER_URL: `http://127.0.0.1:${port}/`,
    };
    await writeFile(join(project, 'receiver.js'), await snippetOf(page, 'node-sdk'));
    await writeFile(join(project, 'sign.js'), await snippetOf(page, 'sign-test'));
    const receiver = spawn(process.execPath, ['receiver.js'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await listening(port);
      const heard = once(receiver.stdout, 'data');
      const { stdout } = await run(process.execPath, ['sign.js'], { cwd: project, env });
      expect(stdout).to.equal('204\n');
      expect(String((await heard)[0])).to.match(/^new: דנה לוי delivery msg_/);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const there = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the receiver did not start');
}
