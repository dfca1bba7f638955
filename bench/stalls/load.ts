import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginRole } from '@shaon/core';

/** Requests to a server at a given rate, each kind by one caller after the other. */
export interface Stream {
  readonly name: string;
  readonly everyMs: number;
  ask(turn: number): Promise<number>;
}

/** The result of a stream. */
export interface StreamResult {
  readonly name: string;
  answered: number;
  /** Answers of 500 and above, by their status. */
  readonly failed: Map<number, number>;
  slowestMs: number;
}

/** Runs all streams side by side for this many seconds. A slow answer delays only the next one of its own stream. */
export async function runStreams(streams: readonly Stream[], seconds: number): Promise<StreamResult[]> {
  const until = performance.now() + seconds * 1_000;
  return Promise.all(streams.map((stream) => runStream(stream, until)));
}

async function runStream({ name, everyMs, ask }: Stream, until: number): Promise<StreamResult> {
  const result: StreamResult = { name, answered: 0, failed: new Map(), slowestMs: 0 };
  for (let turn = 0; performance.now() < until; turn += 1) {
    const startedAt = performance.now();
    const status = await ask(turn);
    const tookMs = performance.now() - startedAt;
    result.answered += 1;
    result.slowestMs = Math.max(result.slowestMs, tookMs);
    if (status >= 400) result.failed.set(status, (result.failed.get(status) ?? 0) + 1);
    await sleep(Math.max(everyMs - tookMs, 0));
  }
  return result;
}

export interface Callers {
  readonly origin: string;
  readonly token: string;
  readonly cookies: ReadonlyMap<LoginRole, string>;
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return response.status;
}

/** GET requests of the API, one path after the other. */
export function apiStream(callers: Callers, name: string, everyMs: number, paths: readonly string[]): Stream {
  const headers = { Authorization: `Bearer ${callers.token}` };
  return {
    name,
    everyMs,
    ask: (turn) => statusOf(`${callers.origin}/api/v1${paths[turn % paths.length]}`, { headers }),
  };
}

/** Pages of the web interface, as one role. */
export function pageStream(
  callers: Callers,
  name: string,
  everyMs: number,
  role: LoginRole,
  paths: readonly string[],
): Stream {
  const headers = { Cookie: callers.cookies.get(role) ?? '', 'Accept-Language': 'he' };
  return {
    name,
    everyMs,
    ask: (turn) => statusOf(`${callers.origin}/admin${paths[turn % paths.length]}`, { headers }),
  };
}

/** Somebody who punches in and out, as the page of their day lets them. */
export function punchStream(callers: Callers, everyMs: number): Stream {
  const headers = { Cookie: callers.cookies.get('employee') ?? '' };
  return {
    name: 'punches',
    everyMs,
    async ask() {
      const shown = await fetch(`${callers.origin}/admin/my-day`, { headers });
      const page = await shown.text();
      const form = /<form[^>]*id="punch"[\s\S]*?<\/form>/.exec(page)?.[0] ?? '';
      const fields = new URLSearchParams();
      for (const [input] of form.matchAll(/<(?:input|button)[^>]*>/g)) {
        const field = /name="([^"]*)"/.exec(input)?.[1];
        // Of the buttons one is pressed.
        if (field !== undefined && !fields.has(field)) fields.append(field, /value="([^"]*)"/.exec(input)?.[1] ?? '');
      }
      const secret = shown.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
      return statusOf(`${callers.origin}/admin/my-day/punch`, {
        method: 'POST',
        headers: { Cookie: [headers.Cookie, ...secret].join('; '), Origin: callers.origin },
        body: fields,
      });
    },
  };
}
