import { join } from 'node:path';
import pg from 'pg';
import { MONTH } from '../v1/data/company.ts';
import { type RunningServer, runServer, type ServerCommand } from '../v1/run-server.ts';
import { askedEmployees, getter, type Peer, type ReadyPeer, run, type Source } from './peer.ts';
import { copyStatements, fieldsOf, PEER_TABLES } from './tables.ts';

/* Directus on PostgreSQL, in a schema of its own beside Shaon's tables. */

const SCHEMA = 'directus';
const ADMIN = 'bench-admin-token';
const READER = 'bench-reader-token';

export const directus: Peer = {
  name: 'Directus',
  database: 'postgres',
  packages: { directus: '12.4.0' },
  prepare,
};

async function prepare(folder: string, source: Source): Promise<ReadyPeer> {
  const command = commandOf(folder, source);
  await inDatabase(source, [`CREATE SCHEMA ${SCHEMA}`]);
  await run(process.execPath, [cli(folder), 'bootstrap'], folder, command.environment);
  const server = await runServer(command);
  try {
    await makeTables(server);
    await makeReader(server);
  } finally {
    await server.stop();
  }
  const copies = PEER_TABLES.flatMap((table) => copyStatements(table, 'public.', `${SCHEMA}.`));
  await inDatabase(source, [...copies, 'VACUUM ANALYZE', 'CHECKPOINT']);
  return { command, requests: requests(source), read };
}

const cli = (folder: string) => join(folder, 'node_modules/directus/cli.js');

function commandOf(folder: string, { database, databasePid }: Source): ServerCommand {
  const { hostname, port, username, password, pathname } = new URL(database);
  return {
    name: 'Directus',
    command: [cli(folder), 'start'],
    databasePid,
    environment: {
      DB_CLIENT: 'pg',
      DB_HOST: hostname,
      DB_PORT: port,
      DB_USER: username,
      DB_PASSWORD: password,
      DB_DATABASE: pathname.slice(1),
      DB_SEARCH_PATH: SCHEMA,
      HOST: '127.0.0.1',
      SECRET: 'bench-secret-of-thirty-two-characters',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'bench-password',
      ADMIN_TOKEN: ADMIN,
      EXTENSIONS_PATH: join(folder, 'extensions'),
      STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
      LOG_LEVEL: 'error',
      TELEMETRY: 'false',
      // Switched off, because Directus would answer 503 while its event loop is late, which a count of all rows causes.
      PRESSURE_LIMITER_ENABLED: 'false',
    },
  };
}

async function inDatabase({ database }: Source, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function makeTables(server: RunningServer): Promise<void> {
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } };
  for (const { plural, columns } of PEER_TABLES) {
    const fields = Object.entries(columns).map(([field, type]) => ({ field, type, schema: {}, meta: {} }));
    await post(server, '/collections', { collection: plural, schema: {}, meta: {}, fields: [id, ...fields] });
  }
}

/** A user whose role may read the tables and nothing else. */
async function makeReader(server: RunningServer): Promise<void> {
  const policy = await post(server, '/policies', { name: 'reads', app_access: false, admin_access: false });
  for (const { plural } of PEER_TABLES) {
    await post(server, '/permissions', { policy, collection: plural, action: 'read', fields: ['*'], permissions: {} });
  }
  const role = await post(server, '/roles', { name: 'reader', policies: [{ policy }] });
  await post(server, '/users', { first_name: 'reader', role, token: READER, status: 'active' });
}

async function post({ port }: RunningServer, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Directus, POST ${path}: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data?: { id?: unknown } };
  return data?.id;
}

function requests(source: Source): ReadyPeer['requests'] {
  const get = getter(READER);
  const list = (limit: number, hasLocation: boolean, more: Readonly<Record<string, string | number>>) =>
    get('/items/attendances', {
      sort: 'date,id',
      meta: 'filter_count',
      limit,
      fields: fieldsOf(hasLocation).join(','),
      ...more,
    });
  const month = { date: { _gte: MONTH.from, _lte: MONTH.to }, department_id: { _eq: source.firstDepartment + 3 } };
  return {
    W1: [list(50, false, {})],
    W2L: [list(200, true, {})],
    W3: [list(50, false, { filter: JSON.stringify(month) })],
    W4: [list(50, false, { page: Math.ceil(source.company.rows / 50) })],
    W5: askedEmployees(source).map((id) => get(`/items/employees/${id}`)),
    W7: [get('/items/departments')],
  };
}

function read(body: unknown): { records: number; total: number | null } {
  const { data, meta } = body as { data: unknown; meta?: { filter_count?: number } };
  return { records: Array.isArray(data) ? data.length : 1, total: meta?.filter_count ?? null };
}
