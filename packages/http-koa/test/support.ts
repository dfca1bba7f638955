import type { RequestListener } from 'node:http';
import {
  ABILITY_NAMES,
  type Ability,
  type Core,
  type CoreOptions,
  createCore,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { createV1Routes, type V1Options, v1RequestListener } from '@shaon/http-koa';
import { type Listening, listen, onEachDatabase, TestClock, type TestDatabase } from '@shaon/testing';
import express from 'express';
import Koa from 'koa';
import mount from 'koa-mount';
import { confidentialValues } from './confidential-values.ts';
import { assertNothingExposed } from './never-exposed.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { assertFitsContract } from './response-contract.ts';

/** A key ring for tests only. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
export const BASE_URL = 'https://hr.example/api/v1';
/** A Tuesday morning in Israel. */
export const TEST_NOW = '2026-06-02T06:00:00.000Z';

/** How the API can stand in a host's server. */
const MOUNTS = {
  koa: (core: Core, options: V1Options) => new Koa().use(mount('/api/v1', createV1Routes(core, options))).callback(),
  'koa under a prefix': (core: Core, options: V1Options) => {
    const inner = new Koa().use(mount('/api/v1', createV1Routes(core, options)));
    const outer = new Koa({ proxy: true });
    outer.use(mount('/hr', inner));
    return outer.callback();
  },
  express: (core: Core, options: V1Options) => express().use('/api/v1', v1RequestListener(core, options)),
} as const;

export type MountKind = keyof typeof MOUNTS;

export interface ApiTest {
  readonly database: TestDatabase;
  readonly core: Core;
  readonly clock: TestClock;
  readonly company: SystemActor;
  readonly foreign: SystemActor;
  /** A token of `company` with every ability. */
  readonly token: string;
  /** Where `/api/v1` lies, without a slash at its end. */
  readonly url: string;
  newToken(abilities: readonly Ability[], of?: SystemActor): Promise<string>;
  /** One call with the token of all abilities, or another, or null for none. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever shape was answered
  readonly body: any;
  readonly text: string;
}

interface ApiOptions {
  readonly v1?: Partial<V1Options>;
  readonly core?: Partial<CoreOptions>;
  readonly mounts?: readonly MountKind[];
  /** Whether links lead to this very server, so that they can be followed as given. */
  readonly hasFollowableLinks?: boolean;
}

/** A suite against a running API, on each database, in each kind of host that is asked for. */
export function withApi(title: string, body: (test: ApiTest) => void, options: ApiOptions = {}): void {
  for (const kind of options.mounts ?? (['koa'] as const)) {
    onEachDatabase(`${title}, ${kind}`, { migrate: migrateCore }, (database) => suite(database, kind, body, options));
  }
}

/** Every way to mount the API; the whole surface runs in each of them. */
export const EVERY_MOUNT: readonly MountKind[] = ['koa', 'koa under a prefix', 'express'];

function suite(database: TestDatabase, kind: MountKind, body: (test: ApiTest) => void, options: ApiOptions): void {
  const clock = new TestClock(new Date(TEST_NOW));
  const answers = new RecordedAnswers();
  let listening: Listening;
  const test: { -readonly [Key in keyof ApiTest]: ApiTest[Key] } = {
    database,
    clock,
    core: undefined as never,
    company: undefined as never,
    foreign: undefined as never,
    token: undefined as never,
    url: undefined as never,
    async newToken(abilities, of = test.company) {
      const { token } = await test.core.tokens.issue(of, { name: 'test', abilities: [...abilities] });
      return token;
    },
    call: (method, path, callOptions = {}) =>
      callApi(test.url, answers, method, path, { token: test.token, ...callOptions }),
  };

  before('start the API', async () => {
    test.core = await createCore({
      database: database.connection(),
      keys: TEST_KEYS,
      clock,
      maxTokens: 10_000,
      ...options.core,
    });
    test.company = systemActor((await test.core.companies.create({ name: 'Bakery' })).id);
    test.foreign = systemActor((await test.core.companies.create({ name: 'Foundry' })).id);
    test.token = await test.newToken(ABILITY_NAMES);
    let handler: RequestListener = () => undefined;
    listening = await listen((request, response) => handler(request, response));
    test.url = `${listening.url}${kind === 'koa under a prefix' ? '/hr' : ''}/api/v1`;
    const baseUrl = options.hasFollowableLinks ? test.url : BASE_URL;
    handler = MOUNTS[kind](test.core, { baseUrl, limitPerMinute: 1_000_000, ...options.v1 });
  });

  after('stop the API and search all that it answered', async () => {
    try {
      if (test.core !== undefined) answers.assertWithout(await confidentialValues(test.core));
    } finally {
      await listening?.close();
      await test.core?.close();
    }
  });

  body(test);
}

/**
 * Every answer of the whole run is held against the contract and searched for members that may never be shown (SPEC 1);
 * `answers` keeps it, to be searched for values when the suite ends.
 */
export async function callApi(
  url: string,
  answers: RecordedAnswers,
  method: string,
  path: string,
  options: CallOptions,
): Promise<ApiResponse> {
  const { token = null } = options;
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  if (token !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
  const payload = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (options.body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(payload !== undefined && { body: payload }),
  });
  const text = await response.text();
  answers.recordRequest(options.body);
  answers.recordResponse(response.headers, text, path);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  assertNothingExposed(body);
  assertFitsContract(method, path, response, body);
  return { status: response.status, headers: response.headers, body, text };
}

export { newEmployee } from '@shaon/testing';
