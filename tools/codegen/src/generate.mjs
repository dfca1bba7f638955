// Makes all files that depend on the published contract, packages/http-koa/openapi/v1.yaml: its JSON form, for the host
// and for the SDK's package, its webhooks as OpenAPI 3.1, programs that call each operation, the SDK's wire types, and
// the guides of docs/ that the host serves. `node src/generate.mjs` writes the files, and the SDK's reference, which is
// not committed; `--check` lists those that are out of date.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { codeSamples } from './code-samples.mjs';
import { GUIDES, guidePage } from './guide.mjs';
import { sdkReference, withSdkReference } from './sdk-reference.mjs';
import { webhooksDocument } from './webhooks-document.mjs';

const isCheck = process.argv.includes('--check');
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const contractFile = resolve(root, 'packages/http-koa/openapi/v1.yaml');
const biome = resolve(root, 'node_modules/.bin/biome');

const banner = `// Generated from packages/http-koa/openapi/v1.yaml by tools/codegen. Do not edit: change the contract and run
// \`pnpm --filter @shaon/codegen generate\`.

`;

/** The wire types, formatted like the other sources, so that a diff shows only the contract's change. */
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
  const json = jsonText(contract);
  const webhooks = jsonText(webhooksDocument(contract));
  const reference = sdkReference(contract);
  const guides = GUIDES.map((name) => [
    `packages/http-koa/viewer/generated/${name}.html`,
    guidePage(name, name === 'client-sdk' ? withSdkReference(page(name), reference) : page(name)),
  ]);
  const built = ['docs/built/client-sdk-reference.md', `# The client SDK\n\n${reference}\n`];
  return new Map([
    ...(isCheck ? [] : [built]),
    ['packages/http-koa/openapi/generated/v1.json', json],
    ['packages/client-sdk/openapi/v1.json', json],
    ['packages/http-koa/openapi/generated/v1-webhooks.json', webhooks],
    ['packages/client-sdk/openapi/v1-webhooks.json', webhooks],
    ['packages/http-koa/openapi/generated/code-samples.json', jsonText(codeSamples(contract))],
    ['packages/client-sdk/src/wire.ts', await wireTypes(contract)],
    ...guides,
  ]);
}

function page(name) {
  return readFileSync(resolve(root, `docs/${name}.md`), 'utf8');
}

function jsonText(value) {
  return `${JSON.stringify(value, null, 1)}\n`;
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
if (isCheck) {
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
