import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ExternalTool, type Listening, listen, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import { parse } from 'node-html-parser';
import { createDocsRoutes } from '../../src/docs/docs-routes.ts';
import { operations } from '../openapi/contract.ts';
import { newEmployee, withApi } from '../support.ts';

const run = promisify(execFile);

interface Sample {
  label: string;
  source: string;
}

interface Runner {
  /** Node without one. */
  tool?: ExternalTool;
  file: string;
  commands: (program: string) => string[][];
  /** Whether these commands call the service; Debian's compiler of C# has no HTTP client and reads the program alone. */
  calls: (program: string) => boolean;
}

const isReader = (program: string) => basename(program) === 'mcs';

/** By the label of a language. */
const RUNNERS: Record<string, Runner> = {
  curl: { tool: 'curl', file: 'sample.sh', commands: () => [['bash', '-eu', 'sample.sh']], calls: () => true },
  // The programs are JavaScript too, which Node runs without loading tsx.
  TypeScript: { file: 'sample.mjs', commands: (node) => [[node, 'sample.mjs']], calls: () => true },
  Python: { tool: 'python', file: 'sample.py', commands: (python) => [[python, 'sample.py']], calls: () => true },
  PHP: { tool: 'php', file: 'sample.php', commands: (php) => [[php, 'sample.php']], calls: () => true },
  'C#': {
    tool: 'csharp',
    file: 'Sample.cs',
    commands: (program) => [isReader(program) ? [program, '--parse', 'Sample.cs'] : [program, 'run']],
    calls: (program) => !isReader(program),
  },
};
const PROJECT = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup>
</Project>`;
const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const TSC = root('node_modules/.bin/tsc');
const TYPES = root('node_modules/@types');

withApi(
  'the programs of /docs',
  (test) => {
    let folder: string;
    let docs: Listening;
    let samples: Map<string, Sample[]>;

    before('a folder in which the client is installed, and the description as it is served', async () => {
      folder = await mkdtemp(join(tmpdir(), 'shaon-samples-'));
      await mkdir(join(folder, 'node_modules/@shaon'), { recursive: true });
      await symlink(root('packages/client-sdk'), join(folder, 'node_modules/@shaon/client-sdk'));
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'sample.csproj'), PROJECT);
      docs = await listen(new Koa().use(createDocsRoutes({ baseUrl: test.url })).callback());
      const served = (await (await fetch(`${docs.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { operationId?: string; 'x-codeSamples'?: Sample[] }>>;
      };
      const all = Object.values(served.paths).flatMap((item) => Object.values(item));
      samples = new Map(all.flatMap((one) => (one.operationId ? [[one.operationId, one['x-codeSamples'] ?? []]] : [])));
    });
    after(async () => {
      await docs?.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    it('have the types of the client', async () => {
      const programs = [...samples].map(([name, all]) => [`${name}.mts`, all[1]?.source ?? ''] as const);
      for (const [name, source] of programs) await writeFile(join(folder, name), source);
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
      const files = programs.map(([name]) => name);
      await run(TSC, [...options, '--typeRoots', TYPES, ...files], { cwd: folder }).catch(
        (error: { stdout: string }) => {
          throw new Error(error.stdout);
        },
      );
    });

    it('are as short in the quickstart, and run', async function () {
      const curl = skipWithout(this, 'curl');
      const html = await (await fetch(`${docs.url}/docs`)).text();
      const page = parse(html, { blockTextElements: { script: true } });
      const [, call = '', , program = ''] = page.querySelectorAll('.start code').map((code) => code.textContent);
      expect(call).to.match(/^curl /);
      const options = { cwd: folder, env: { ...process.env, SHAON_TOKEN: test.token } };
      const name = `of the quickstart on ${test.database.type}`;
      await test.core.organization.createDepartment(test.company, { name });
      const answered = await run('bash', ['-euc', call.replace('curl', `'${curl}' --fail`)], options);
      expect(answered.stdout).to.include(name);
      const { name: person } = await test.core.employees.create(test.company, newEmployee());
      await writeFile(join(folder, 'quickstart.mjs'), program);
      expect((await run(process.execPath, ['quickstart.mjs'], options)).stdout).to.include(person);
    });

    for (const [label, { tool, file, commands, calls }] of Object.entries(RUNNERS))
      it(`call every operation in ${label}`, async function () {
        this.timeout(240_000);
        const program = tool === undefined ? process.execPath : skipWithout(this, tool);
        const employee = await test.core.employees.create(test.company, newEmployee());
        const { id: departmentId } = await test.core.organization.createDepartment(test.company, {
          name: `of ${label}`,
        });
        const { id: branchId } = await test.core.organization.createBranch(test.company, { name: `of ${label}` });
        // The audit tells what came.
        for (const { method, path, definition } of operations()) {
          const sample = samples.get(String(definition.operationId))?.find((one) => one.label === label);
          // The people and places of the example, as they are here.
          const source = (sample?.source ?? '')
            .replace(/employees(\/|\.\w+\()17/, `employees$1${employee.id}`)
            .replace('123456782', newEmployee().id_number)
            .replace('dana.levi@acme.example', newEmployee().email)
            .replace(/(department_id\W+)\d+/g, `$1${departmentId}`)
            .replace(/(branch_id\W+)\d+/g, `$1${branchId}`);
          await writeFile(join(folder, file), source);
          for (const [command = '', ...args] of commands(program)) {
            const env = { ...process.env, SHAON_TOKEN: test.token };
            await run(command, args, { cwd: folder, env }).catch((error: { stdout: string; stderr: string }) => {
              throw new Error(`${definition.operationId}: ${error.stdout}${error.stderr}\n${source}`);
            });
          }
          if (!calls(program)) continue;
          const { items } = await test.core.auditReads.list(test.company, {}, { limit: 1 });
          expect(items[0]).to.include({
            method: method.toUpperCase(),
            status: path === '/employees' && method === 'post' ? 201 : 200,
          });
          expect(items[0]?.route, `${definition.operationId}`).to.equal(path);
        }
      });
  },
  { hasFollowableLinks: true },
);
