import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runsAll } from '@shaon/testing';
import { expect } from 'chai';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Compilers of consumers: what is checked with skipLibCheck off are our own declarations too. */
const consumers: [string, string[], object, string?][] = [
  ['nodenext, with the types of Node', ['consumer.ts', 'consumer.cts'], { module: 'nodenext', types: ['node'] }],
  [
    'nodenext, by TypeScript 5.9',
    ['consumer.ts', 'consumer.cts'],
    { module: 'nodenext', types: ['node'] },
    'tools/codegen/node_modules/.bin/tsc',
  ],
  [
    'node16, which lets no CommonJS require ESM',
    ['consumer.ts', 'consumer.cts'],
    { module: 'node16', types: ['node'] },
    'tools/codegen/node_modules/.bin/tsc',
  ],
  [
    'CommonJS as it was before exports',
    ['consumer.cts'],
    { module: 'commonjs', moduleResolution: 'node10', types: ['node'] },
    'tools/codegen/node_modules/.bin/tsc',
  ],
  [
    'a bundler, with the types of the browser',
    ['consumer.ts'],
    { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  ],
  [
    'a bundler, with exactOptionalPropertyTypes',
    ['consumer.ts', 'undefined-members.ts'],
    {
      module: 'preserve',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    },
  ],
];

describe('the types of the built package', function () {
  this.timeout(60_000);
  let project: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'shaon-consumer-'));
    await mkdir(join(project, 'node_modules/@shaon'), { recursive: true });
    await mkdir(join(project, 'node_modules/@types'), { recursive: true });
    await symlink(sdk, join(project, 'node_modules/@shaon/client-sdk'));
    await symlink(join(sdk, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
    await cp(fileURLToPath(new URL('types/consumers', import.meta.url)), project, { recursive: true });
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  });
  after(() => rm(project, { recursive: true, force: true }));

  // An older compiler takes five seconds: `npm run test:all` asks it too.
  const asked = consumers.filter(([, , , compiler]) => runsAll || compiler === undefined);
  for (const [what, files, compilerOptions, compiler = 'node_modules/.bin/tsc'] of asked)
    it(`compile in a consumer with ${what}`, async () => {
      const shared = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022' };
      const config = { compilerOptions: { ...shared, ...compilerOptions }, files };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = await run(join(root, compiler), ['-p', project]).catch((error: { stdout: string }) => error);
      expect(stdout).to.equal('');
    });

  it('can be imported and required, which give one and the same client', async () => {
    const check = "if (typeof m.ShaonClient !== 'function' || typeof w.verifyWebhook !== 'function') throw new Error()";
    await writeFile(
      join(project, 'both.cjs'),
      "import('@shaon/client-sdk').then((m) => console.log(m.ShaonError === require('@shaon/client-sdk').ShaonError))",
    );
    expect((await run(process.execPath, [join(project, 'both.cjs')])).stdout).to.equal('true\n');
    await writeFile(
      join(project, 'imports.mjs'),
      `import * as m from '@shaon/client-sdk'; import * as w from '@shaon/client-sdk/webhooks'; ${check}`,
    );
    await writeFile(
      join(project, 'requires.cjs'),
      `const m = require('@shaon/client-sdk'), w = require('@shaon/client-sdk/webhooks'); ${check}`,
    );
    await run(process.execPath, [join(project, 'imports.mjs')]);
    await run(process.execPath, [join(project, 'requires.cjs')]);
  });

  it('come with the contract', async () => {
    const { exports } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'));
    // Where it is looked for, with and without the package's exports.
    expect(exports['./openapi/v1.json']).to.equal('./openapi/v1.json');
    const contract = JSON.parse(await readFile(join(sdk, 'openapi/v1.json'), 'utf8'));
    expect(contract.info.version).to.equal('1.0.1');
  });
});
