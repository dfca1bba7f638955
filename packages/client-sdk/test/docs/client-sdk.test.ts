import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ShaonClient } from '../../src/index.ts';
import { signTestWebhook } from '../../src/webhooks/index.ts';
import { answerAsService } from '../miniature.ts';
import { type SmallService, startService } from '../small-service.ts';
import { secret } from '../webhooks/vectors.ts';
import { readersProject, snippetOf, snippetsOf } from './snippets.ts';

const run = promisify(execFile);
const PAGE = 'docs/client-sdk.md';
const README = 'packages/client-sdk/README.md';

const printed: Record<string, string> = {
  first: '3 x\n4 y\n',
  lists: 'minutes with breaks 540\npage 2 of 5\narray 5 first 1\n',
  response: '2 200 application/json; charset=utf-8 true\n5 tries 1\n',
  errors: "refused [ 'date_from' ]\nnobody 404 true\n",
  create: 'hired active\nnow frozen\n',
  signal: 'presets 1\n',
  hooks: 'GET /branches 200\n',
  fake: '3\n',
};

describe('docs/client-sdk.md', () => {
  let service: SmallService;
  let project: string;

  before(async () => {
    ({ service, project } = await readerWithService());
  });
  after(async () => {
    await service.close();
    await rm(project, { recursive: true, force: true });
  });

  it('has no program that is not run here', async () => {
    const programs = (await snippetsOf(PAGE)).filter(({ language }) => language === 'js');
    expect(programs.map(({ name }) => name)).to.deep.equal(Object.keys(printed));
  });

  for (const [name, expected] of Object.entries(printed))
    it(`prints what it says: ${name}`, async () => {
      const file = join(project, `${name}.mjs`);
      await writeFile(file, await snippetOf(PAGE, name));
      const env = { ...process.env, SHAON_URL: service.baseUrl, SHAON_TOKEN: 'shn_all', NO_COLOR: '1' };
      const { stdout } = await run(process.execPath, [file], { env });
      expect(stdout).to.equal(expected);
    });

  it('lists every method of the client, and no other', async () => {
    const client = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 'any' });
    const methods = Object.entries(client).flatMap(([resource, operations]) =>
      Object.keys(operations).map((operation) => `${resource}.${operation}`),
    );
    const page = await readFile(new URL('../../../http-koa/viewer/generated/client-sdk.html', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/<h3 [^>]*><code>(\w+\.\w+)\(/g)].map(([, method]) => method);
    expect(listed).to.have.members(methods);
  });

  it('says how a program is run', async () => {
    const command = (await snippetOf(PAGE, 'run-first'))
      .replace('http://127.0.0.1:8080/api/v1', service.baseUrl)
      .replace('shn_…', 'shn_all');
    const { stdout } = await run('bash', ['-euc', command], { cwd: project });
    expect(stdout).to.equal(printed.first);
  });
});

describe('the README of the package', () => {
  let service: SmallService;
  let project: string;

  before(async () => {
    ({ service, project } = await readerWithService());
  });
  after(async () => {
    await service.close();
    await rm(project, { recursive: true, force: true });
  });

  it('reads days', async () => {
    const code = (await snippetOf(README, 'client')).replace('https://hr.example/api/v1', service.baseUrl);
    expect(await printedBy(project, code, { SHAON_TOKEN: 'shn_all' })).to.equal(
      '2026-10-25 2026-10-25T08:02:11+02:00\n',
    );
  });

  it('verifies a webhook', async () => {
    const data = { employee_id: 1, name: 'דנה', email: 'd@acme.example', department_id: null, branch_id: null };
    const { body, headers } = await signTestWebhook({ event: 'employee.created', data, secret });
    const given = `const rawBody = ${JSON.stringify(body)}, request = { headers: ${JSON.stringify(headers)} };`;
    const code = `${given}\n${await snippetOf(README, 'webhooks')}\nconsole.log(event.event);`;
    expect(await printedBy(project, code, { SHAON_WEBHOOK_SECRET: secret })).to.equal('employee.created\n');
  });
});

/** The service in miniature, and a folder in which the package is installed. */
async function readerWithService(): Promise<{ service: SmallService; project: string }> {
  let baseUrl = '';
  const answer = answerAsService(() => baseUrl);
  const service = await startService((request, response) => {
    const { status, body, headers } = answer({ ...request, header: (name) => request.headers[name] as string });
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  });
  baseUrl = service.baseUrl;
  return { service, project: await readersProject() };
}

async function printedBy(project: string, code: string, environment: Record<string, string>): Promise<string> {
  const file = join(project, 'program.mjs');
  await writeFile(file, code);
  const { stdout } = await run(process.execPath, [file], { env: { ...process.env, ...environment, NO_COLOR: '1' } });
  return stdout;
}
