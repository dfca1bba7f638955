import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { MONTH } from '../v1/data/company.ts';
import { askedEmployees, getter, type Peer, type ReadyPeer, run, type Source } from './peer.ts';
import { type ColumnType, copyStatements, fieldsOf, PEER_TABLES, type PeerTable } from './tables.ts';

/* Strapi on SQLite: a project is written into the folder, without its administration pages. */

export const strapi: Peer = {
  name: 'Strapi',
  database: 'sqlite',
  packages: {
    '@strapi/strapi': '5.54.0',
    'better-sqlite3': '12.4.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  prepare,
};

const ID_OF_DOCUMENT = 'lower(hex(randomblob(12)))';

async function prepare(folder: string, source: Source): Promise<ReadyPeer> {
  const path = join(folder, 'data.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  mkdirSync(join(folder, 'public/uploads'), { recursive: true });
  for (const [name, text] of projectFiles()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const environment = { BENCH_DATABASE: path, BENCH_FOLDER: folder, STRAPI_TELEMETRY_DISABLED: 'true' };
  await run(process.execPath, [join(folder, 'prepare.js')], folder, environment);
  const token = readFileSync(join(folder, 'token.txt'), 'utf8');
  copyRows(path, source.database);
  return {
    command: { name: 'Strapi', command: [join(folder, 'server.js')], databasePid: null, environment },
    requests: requests(token, path, source),
    read,
  };
}

const SECRET = 'bench-secret-of-thirty-two-characters';
/** Of the usual ones those without which it does not start. */
const MIDDLEWARES = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];
const APP = 'createStrapi({ appDir: process.env.BENCH_FOLDER, distDir: process.env.BENCH_FOLDER })';
const OPEN = "const { createStrapi } = require('@strapi/strapi');\n";
/** The types that Strapi calls otherwise. */
const TYPES: Partial<Record<ColumnType, string>> = { timestamp: 'datetime' };

type ProjectFile = readonly [path: string, text: string];

const exported = (value: string) => `module.exports = ${value};\n`;
const exportedJson = (value: unknown) => exported(JSON.stringify(value));

/** The least project that serves the tables. */
function projectFiles(): ProjectFile[] {
  const connection =
    "{ client: 'sqlite', connection: { filename: process.env.BENCH_DATABASE }, useNullAsDefault: true }";
  return [
    ['config/database.js', exported(`{ connection: ${connection} }`)],
    // `prepare.js` listens on no port, and none may be missing.
    [
      'config/server.js',
      exported(`{ host: '127.0.0.1', port: Number(process.env.PORT ?? 1), app: { keys: ['${SECRET}'] } }`),
    ],
    [
      'config/admin.js',
      exportedJson({
        auth: { secret: SECRET },
        apiToken: { salt: SECRET },
        transfer: { token: { salt: SECRET } },
        secrets: { encryptionKey: SECRET },
        serveAdminPanel: false,
      }),
    ],
    ['config/api.js', exportedJson({ rest: { maxLimit: 200, withCount: true } })],
    ['config/middlewares.js', exportedJson(MIDDLEWARES.map((name) => `strapi::${name}`))],
    ['src/index.js', exported('{}')],
    ['server.js', `${OPEN}${APP}.start();\n`],
    ['prepare.js', prepareProgram()],
    ...PEER_TABLES.flatMap(filesOfTable),
  ];
}

function filesOfTable({ singular, plural, columns }: PeerTable): ProjectFile[] {
  const schema = {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: singular, pluralName: plural, displayName: singular },
    options: { draftAndPublish: false },
    attributes: Object.fromEntries(
      Object.entries(columns).map(([name, type]) => [name, { type: TYPES[type] ?? type }]),
    ),
  };
  const folder = `src/api/${singular}`;
  const factory = (kind: string) =>
    exported(`require('@strapi/strapi').factories.createCore${kind}('api::${singular}.${singular}')`);
  return [
    [`${folder}/content-types/${singular}/schema.json`, JSON.stringify(schema)],
    [`${folder}/controllers/${singular}.js`, factory('Controller')],
    [`${folder}/routes/${singular}.js`, factory('Router')],
    [`${folder}/services/${singular}.js`, factory('Service')],
  ];
}

/** Loading makes the tables; the token may read lists and single records and nothing else. */
function prepareProgram(): string {
  const permissions = PEER_TABLES.flatMap(({ singular }) =>
    ['find', 'findOne'].map((action) => `api::${singular}.${singular}.${action}`),
  );
  const token = { name: 'reader', description: '', type: 'custom', lifespan: null, permissions };
  return `${OPEN}const { writeFileSync } = require('node:fs');
async function main() {
  const app = await ${APP}.load();
  const { accessKey } = await app.service('admin::api-token').create(${JSON.stringify(token)});
  writeFileSync(\`\${process.env.BENCH_FOLDER}/token.txt\`, accessKey);
  await app.destroy();
}
main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
`;
}

function copyRows(path: string, from: string): void {
  const file = new Sqlite(path);
  try {
    file.prepare('ATTACH ? AS shaon').run(from);
    const now = Date.now();
    const more = { document_id: ID_OF_DOCUMENT, created_at: `${now}`, updated_at: `${now}`, published_at: `${now}` };
    for (const table of PEER_TABLES) {
      for (const statement of copyStatements(table, 'shaon.', 'main.', more)) {
        file.exec(statement.replace('CREATE INDEX ', 'CREATE INDEX main.').replace(' ON main.', ' ON '));
      }
    }
    file.exec('DETACH shaon');
    file.exec('ANALYZE');
  } finally {
    file.close();
  }
}

function requests(token: string, path: string, source: Source): ReadyPeer['requests'] {
  const get = getter(token);
  const list = (pageSize: number, hasLocation: boolean, more: Readonly<Record<string, string | number>>) =>
    get('/api/attendances', {
      'sort[0]': 'date',
      'sort[1]': 'id',
      'pagination[pageSize]': pageSize,
      ...Object.fromEntries(fieldsOf(hasLocation).map((name, place) => [`fields[${place}]`, name])),
      ...more,
    });
  const month = {
    'filters[date][$gte]': MONTH.from,
    'filters[date][$lte]': MONTH.to,
    'filters[department_id][$eq]': source.firstDepartment + 3,
  };
  const file = new Sqlite(path, { readonly: true });
  const find = file.prepare<[number], string>('SELECT document_id FROM employees WHERE id = ?').pluck();
  const employees = askedEmployees(source).map((id) => get(`/api/employees/${find.get(id)}`));
  file.close();
  return {
    W1: [list(50, false, {})],
    W2L: [list(200, true, {})],
    W3: [list(50, false, month)],
    W4: [list(50, false, { 'pagination[page]': Math.ceil(source.company.rows / 50) })],
    W5: employees,
    W7: [get('/api/departments')],
  };
}

function read(body: unknown): { records: number; total: number | null } {
  const { data, meta } = body as { data: unknown; meta?: { pagination?: { total?: number } } };
  return { records: Array.isArray(data) ? data.length : 1, total: meta?.pagination?.total ?? null };
}
