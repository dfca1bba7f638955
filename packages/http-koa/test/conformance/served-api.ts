import { connect } from 'node:net';
import { ABILITY_NAMES, type Ability, type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql, type TestDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { confidentialValues } from '../confidential-values.ts';
import {
  makeDataFolder,
  migrateAll,
  RunningShaon,
  type Served,
  ServedHost,
  type Settings,
  settingsFor,
  TEST_KEYS,
} from '../host/running-shaon.ts';
import { RecordedAnswers } from '../recorded-answers.ts';
import { type ApiResponse, type CallOptions, callApi } from '../support.ts';

/** Where the links of these servers lead; nothing listens there. */
export const PUBLIC_URL = 'https://hr.example/behind/api/v1';

/** A served host, and a core beside it to seed and to look into the database. */
export interface ServedApi {
  readonly database: TestDatabase;
  readonly core: Core;
  readonly company: SystemActor;
  readonly foreign: SystemActor;
  /** A token of `company` with every ability. */
  readonly token: string;
  readonly server: Served;
  /** Ends in `/api/v1`. */
  readonly url: string;
  /** Where the server keeps its files. */
  readonly folder: string;
  /** What was answered so far; searched at the end of the suite for what no answer may show (SPEC 1). */
  readonly answers: RecordedAnswers;
  newToken(abilities: readonly Ability[], of?: SystemActor): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  /** Sends bytes as they are on a connection of their own and gives all that comes back until it is closed. */
  send(bytes: string | Buffer, options?: SendOptions): Promise<string>;
  /** The audit rows of a request id, in their order. */
  audited(requestId: string): Promise<Record<string, unknown>[]>;
  rows(sql: string, values?: readonly (string | number)[]): Promise<Record<string, unknown>[]>;
  /** These texts must not be in what the process writes, from its start to its end. */
  keepOutOfLog(...texts: readonly string[]): void;
  /** Serves again after the server was ended. */
  restart(): Promise<void>;
}

interface SendOptions {
  readonly hangUpAfterMs?: number;
  /** Sent when an answer begins. */
  readonly afterAnswer?: string;
}

const SETTINGS: Settings = {
  SHAON_BASE_URL: PUBLIC_URL,
  SHAON_LIMIT_PER_MINUTE: '1000000',
  SHAON_LOG_LEVEL: 'trace',
};

type Serve = (settings: Settings) => Promise<Served>;

/** A suite against a host on each database. */
export function withServer(title: string, body: (api: ServedApi) => void, settings: Settings = {}): void {
  onEachDatabase(`${title}, served`, { migrate: migrateAll }, (database) =>
    suite(database, body, (more) => ServedHost.serve({ ...more, ...settings })),
  );
}

/** A suite against the built host in a process of its own, which can be killed and which waits for locks by itself. */
export function withServerProcess(title: string, body: (api: ServedApi) => void): void {
  onEachDatabase(`${title}, served`, { migrate: migrateAll }, (database) =>
    suite(database, body, (settings) => RunningShaon.serve(settings)),
  );
}

function suite(database: TestDatabase, body: (api: ServedApi) => void, start: Serve): void {
  const folder = makeDataFolder();
  const secrets = new Set<string>();
  const answers = new RecordedAnswers();
  let output = '';
  const api: { -readonly [Key in keyof ServedApi]: ServedApi[Key] } = {
    database,
    core: undefined as never,
    company: undefined as never,
    foreign: undefined as never,
    token: undefined as never,
    server: undefined as never,
    folder: folder.path,
    answers,
    get url() {
      return `${api.server.url}/api/v1`;
    },
    async newToken(abilities, of = api.company) {
      const { token } = await api.core.tokens.issue(of, { name: 'conformance', abilities: [...abilities] });
      secrets.add(token);
      return token;
    },
    call: (method, path, options = {}) => callApi(api.url, answers, method, path, { token: api.token, ...options }),
    async send(bytes, options = {}) {
      const answer = await exchange(Number(new URL(api.url).port), bytes, options);
      answers.record(answer);
      return answer;
    },
    audited: (requestId) => api.rows('SELECT * FROM "shaon_audit" WHERE request_id = $1 ORDER BY id', [requestId]),
    rows: (sql, values = []) => api.core.extension.database.allCompanies().run(rawSql(sql), [...values]),
    keepOutOfLog: (...texts) => {
      for (const text of texts) secrets.add(text);
    },
    async restart() {
      const { stdout, stderr } = await api.server.end();
      output += stdout + stderr;
      await serve();
    },
  };
  const serve = async () => {
    const connection = database.connection();
    api.server = await start(settingsFor(connection, folder.path, SETTINGS));
  };

  before('serve the API', async () => {
    api.core = await createCore({
      database: database.connection(),
      keys: TEST_KEYS,
      maxTokens: 10_000,
      withoutEvents: true,
    });
    api.company = systemActor((await api.core.companies.create({ name: 'Bakery' })).id);
    api.foreign = systemActor((await api.core.companies.create({ name: 'Foundry' })).id);
    api.token = await api.newToken(ABILITY_NAMES);
    await serve();
  });

  body(api);

  after('end the server and search all that it answered and wrote', async () => {
    try {
      if (api.core !== undefined) answers.assertWithout(await confidentialValues(api.core, folder.path));
    } finally {
      await api.core?.close();
      await api.server?.end();
      folder.remove();
    }
    if (api.server === undefined) return;
    const { stdout, stderr } = await api.server.end();
    output += stdout + stderr;
    for (const secret of secrets) expect(output.includes(secret), 'the log holds a secret').to.equal(false);
    expect(output).not.to.match(/shn_[A-Za-z0-9_-]{8}|Unhandled|uncaught/i);
  });
}

const ANSWER_MS = 15_000;

function exchange(port: number, bytes: string | Buffer, options: SendOptions): Promise<string> {
  const { hangUpAfterMs, afterAnswer } = options;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const limit = setTimeout(() => socket.destroy(new Error('No end of the answer came')), ANSWER_MS);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(Buffer.concat(chunks).toString());
    });
    if (afterAnswer !== undefined) socket.once('data', () => socket.write(afterAnswer));
    socket.write(bytes);
    if (hangUpAfterMs !== undefined) setTimeout(() => socket.destroy(), hangUpAfterMs);
  });
}
