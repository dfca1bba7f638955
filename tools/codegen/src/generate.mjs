// Everything that is made from the published contract, packages/http-koa/openapi/v1.yaml:
//   its JSON form, for the host and for the SDK's package, the SDK's wire types, and the reference in docs/client-sdk.md.
// `node src/generate.mjs` writes the files, `--check` says which of them are not what would be written.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { withSdkReference } from './sdk-reference.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const contractFile = resolve(root, 'packages/http-koa/openapi/v1.yaml');
const biome = resolve(root, 'node_modules/.bin/biome');

const banner = `// Generated from packages/http-koa/openapi/v1.yaml by tools/codegen. Do not edit: change the contract and run
// \`pnpm --filter @shaon/codegen generate\`.

`;

/** The wire types, formatted as the rest of the sources, so that a diff shows the contract's change alone. */
async function wireTypes(contract) {
  const source = banner + astToString(await openapiTS(contract, { alphabetize: false, defaultNonNullable: false }));
  return execFileSync(biome, ['format', '--stdin-file-path=packages/client-sdk/src/wire.ts'], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
}

async function generate() {
  const contract = parse(readFileSync(contractFile, 'utf8'));
  const json = `${JSON.stringify(contract, null, 1)}\n`;
  return new Map([
    ['packages/http-koa/openapi/generated/v1.json', json],
    ['packages/client-sdk/openapi/generated/v1.json', json],
    ['packages/client-sdk/src/wire.ts', await wireTypes(contract)],
    ['docs/client-sdk.md', withSdkReference(readFileSync(resolve(root, 'docs/client-sdk.md'), 'utf8'), contract)],
  ]);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const files = await generate();
if (process.argv.includes('--check')) {
  const stale = [...files].filter(([name, text]) => readIfThere(resolve(root, name)) !== text).map(([name]) => name);
  for (const name of stale) console.error(`${name} is not what the contract generates`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const [name, text] of files) {
    const file = resolve(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(relative(root, file));
  }
}
