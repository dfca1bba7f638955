import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { build } from 'esbuild';
import { answerAsService } from '../miniature.ts';
import { type SmallService, startService } from '../small-service.ts';

const run = promisify(execFile);

/** Deno's npm package brings the program; its own script starts it, so that nothing has to run when it is installed. */
const deno = fileURLToPath(import.meta.resolve('deno/bin.cjs'));

/** What starts the program; a context to skip the test in where there is no such runtime. */
const runtimes: Readonly<Record<string, (context: Mocha.Context) => [command: string, ...before: string[]]>> = {
  Node: () => [process.execPath],
  Deno: () => [process.execPath, deno, 'run', '--allow-net', '--no-lock'],
  Bun: (context) => [skipWithout(context, 'bun')],
};

describe('the client in other runtimes', function () {
  this.timeout(60_000);
  let directory: string;
  let service: SmallService;
  let nobody: string;

  before(async () => {
    let baseUrl = '';
    const answer = answerAsService(() => baseUrl);
    service = await startService((request, response) => {
      if (request.target === '/branches') return;
      const { status, body, headers } = answer({ ...request, header: (name) => request.headers[name] as string });
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
      response.end(JSON.stringify(body));
    });
    baseUrl = service.baseUrl;
    const gone = await startService(() => undefined);
    nobody = gone.baseUrl;
    await gone.close();
    directory = await mkdtemp(join(tmpdir(), 'shaon-runtime-'));
    await build({
      entryPoints: [fileURLToPath(new URL('program.ts', import.meta.url))],
      outfile: join(directory, 'program.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      define: { addresses: JSON.stringify({ service: service.baseUrl, nobody }) },
    });
  });
  after(async () => {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  });

  for (const [name, starts] of Object.entries(runtimes))
    it(`runs in ${name}`, async function () {
      const [command, ...before] = starts(this);
      const { stdout } = await run(command, [...before, join(directory, 'program.mjs')], { cwd: directory });
      expect(JSON.parse(stdout)).to.deep.equal({
        names: [1, 2, 3, 4, 5].map((id) => `${id}@acme.example`),
        maybeApplied: false,
        late: 'ShaonTimeoutError',
        event: 'attendance.clocked_in',
      });
    });
});
