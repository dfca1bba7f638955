import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { build } from 'esbuild';
import { answerAsService } from '../miniature.ts';
import { type SmallService, startService } from '../small-service.ts';

const run = promisify(execFile);

const runtimes: [string, string, string[], string][] = [
  ['Node', process.execPath, [], ''],
  ['Deno', process.env.DENO ?? 'deno', ['run', '--allow-net', '--no-lock'], 'npm install -g deno'],
  ['Bun', process.env.BUN ?? 'bun', [], 'npm install -g bun'],
];

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

  for (const [name, command, options, install] of runtimes)
    it(`runs in ${name}`, async function () {
      const there = await run(command, ['--version']).then(
        () => true,
        () => false,
      );
      if (!there) {
        this.test!.title += ` (not here; ${install})`;
        this.skip();
      }
      const { stdout } = await run(command, [...options, join(directory, 'program.mjs')], { cwd: directory });
      expect(JSON.parse(stdout)).to.deep.equal({
        names: [1, 2, 3, 4, 5].map((id) => `${id}@acme.example`),
        maybeApplied: false,
        late: 'ShaonTimeoutError',
        event: 'attendance.clocked_in',
      });
    });
});
