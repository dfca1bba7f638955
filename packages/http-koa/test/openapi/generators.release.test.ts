import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withApi } from '../support.ts';

const run = promisify(execFile);
const DOCUMENT = fileURLToPath(new URL('../../openapi/generated/v1.json', import.meta.url));
const TSC = join(fileURLToPath(new URL('../../../..', import.meta.url)), 'node_modules/.bin/tsc');
const JAR = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';

/** The newest that run on Node 20; later packages of openapi-generator are without its jar. */
const PACKAGES = [
  ...['orval@7.13.2', '@hey-api/openapi-ts@0.95.0', 'swagger-typescript-api@13.13.0', 'openapi-typescript@7.13.0'],
  ...['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'axios@1.21.1', 'zod@3.25.76'],
  '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2',
];

/** By package: the command, which is in its `node_modules/.bin`. */
const GENERATORS: Record<string, [program: string, ...rest: string[]]> = {
  orval: ['orval', '--input', DOCUMENT, '--output', 'orval.ts', '--client', 'fetch'],
  'hey-api': ['openapi-ts', '-i', DOCUMENT, '-o', 'hey-api', '-c', '@hey-api/client-fetch'],
  'swagger-typescript-api': ['swagger-typescript-api', 'generate', '-p', DOCUMENT, '-o', '.', '-n', 'swagger.ts'],
  'openapi-zod-client': ['openapi-zod-client', DOCUMENT, '-o', 'zod.ts'],
  'openapi-typescript': ['openapi-typescript', DOCUMENT, '-o', 'types.ts'],
};

/** Of openapi-generator. */
const LANGUAGES = ['csharp-netcore', 'go', 'java', 'kotlin', 'php', 'python', 'ruby', 'rust', 'typescript-fetch'];

/** Programs that hire by a client that was made. */
const HIRING: Record<string, string> = {
  'hey-api': `
import { client } from './hey-api/client.gen.ts';
import { createEmployee, type NewEmployee } from './hey-api/index.ts';
export async function hire(baseUrl: string, token: string, body: NewEmployee): Promise<number> {
  client.setConfig({ baseUrl, auth: token });
  return (await createEmployee({ body, throwOnError: true })).data.data.id;
}`,
  'swagger-typescript-api': `
import { Api, type NewEmployee } from './swagger.ts';
export async function hire(baseUrl: string, token: string, body: NewEmployee): Promise<number> {
  const api = new Api({ baseUrl, baseApiParams: { headers: { Authorization: 'Bearer ' + token } } });
  return (await api.employees.createEmployee(body)).data.data.id;
}`,
  'openapi-zod-client': `
import type { z } from 'zod';
import { createApiClient, type schemas } from './zod.ts';
export async function hire(url: string, token: string, body: z.infer<typeof schemas.NewEmployee>): Promise<number> {
  const api = createApiClient(url, { axiosConfig: { headers: { Authorization: 'Bearer ' + token } } });
  return (await api.createEmployee(body)).data.id;
}`,
  'openapi-generator': `
import { EmployeesApi } from './typescript-fetch/apis/EmployeesApi';
import { NewEmployeeFromJSON } from './typescript-fetch/models/NewEmployee';
import { Configuration } from './typescript-fetch/runtime';
export async function hire(basePath: string, accessToken: string, body: object): Promise<number> {
  const api = new EmployeesApi(new Configuration({ basePath, accessToken, fetchApi: fetch }));
  return (await api.createEmployee({ newEmployee: NewEmployeeFromJSON(body) })).data.id;
}`,
};

interface Hiring {
  hire(baseUrl: string, token: string, employee: object): Promise<number>;
}

describe('generators of clients', function () {
  this.timeout(120_000);
  let folder: string;

  before('a folder in which they are installed', async function () {
    this.timeout(300_000);
    folder = await mkdtemp(join(tmpdir(), 'shaon-generators-'));
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', ...PACKAGES], { cwd: folder });
    for (const [name, program] of Object.entries(HIRING)) await writeFile(join(folder, `hire-by-${name}.ts`), program);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, [program, ...rest]] of Object.entries(GENERATORS))
    it(`${name} makes one`, async () => {
      await run(join(folder, 'node_modules/.bin', program), rest, { cwd: folder });
    });

  it('the types of those compile', async () => {
    const hiring = Object.keys(HIRING).filter((name) => name in GENERATORS);
    const files = ['orval.ts', 'types.ts', ...hiring.map((name) => `hire-by-${name}.ts`)];
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--target', 'es2022'];
    const module = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable'];
    const { stdout } = await run(TSC, [...options, ...module, ...files], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).to.equal('');
  });

  for (const language of LANGUAGES)
    it(`openapi-generator makes one of ${language}`, async function () {
      const java = skipWithout(this, 'java');
      await run(java, ['-jar', JAR, 'generate', '-i', DOCUMENT, '-g', language, '-o', language], { cwd: folder });
    });

  withApi('clients that generators made', (test) => {
    for (const name of Object.keys(HIRING))
      it(`hire one person by the hour and one by the month: ${name}`, async function () {
        if (name === 'openapi-generator') skipWithout(this, 'java');
        const { hire } = (await import(pathToFileURL(join(folder, `hire-by-${name}.ts`)).href)) as Hiring;
        const wages = [
          { salary_type: 'hourly', hourly_rate: 7391.27 },
          { salary_type: 'global', global_salary: 7391.27, hourly_rate: undefined },
        ];
        for (const wage of wages) {
          const id = await hire(test.url, test.token, { ...newEmployee(), ...wage });
          expect((await test.core.employees.get(test.company, id)).status).to.equal('active');
        }
      });
  });
});
