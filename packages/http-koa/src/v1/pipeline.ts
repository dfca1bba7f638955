import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type Input,
  InvalidInputError,
  isShaonError,
  judge,
  judgeQuery,
  ShaonError,
  type TokenActor,
  unknownNames,
  unknownParameters,
  type WithinTransaction,
  type WriteOptions,
} from '@shaon/core';
import type { Context } from 'koa';
import { type Answer, errorAnswer } from './answer.ts';
import { auditEntryOf, type CallRecord } from './audit-call.ts';
import { authenticate, challenge, type Presented } from './authenticate.ts';
import { corsHeaders, preflightAnswer } from './cors.ts';
import { answerToError } from './error-responses.ts';
import { ignoredNamesHeader } from './ignored-names.ts';
import { errorLocale, messageLocale } from './language.ts';
import { parsePathId, type RouteMatch, routeMatcher, withoutTrailingSlash } from './match-route.ts';
import type { ResolvedV1Options } from './options.ts';
import { noParameters } from './parameters.ts';
import { RateLimit } from './rate-limit.ts';
import { NO_QUERY, type RawQuery, readJsonBody, readQuery } from './read-request.ts';
import type { Route, V1Services } from './route.ts';
import { V1_ROUTES } from './routes.ts';
import { holdsToken } from './without-tokens.ts';

/** SPEC 9. */
const API_VERSION = '1.0.1';
/** D:H15: an inbound id is kept if it is sane. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

const matchRoute = routeMatcher(V1_ROUTES);

/** One call on its way: what it gathered so far. */
interface Call extends CallRecord {
  readonly ctx: Context;
  readonly match: RouteMatch;
  /** Headers that every later answer carries, refusals too. */
  headers: Record<string, string>;
  /** Set while a write's transaction holds the audit row. */
  isAudited: boolean;
  /** Set when `recognised` and `ignored` say what the query held. */
  isQueryNoted: boolean;
}

/**
 * The way of every call, in the order of D:K6: request id → audit → token → limit → route → ability → id → input →
 * service → answer. The audit row is committed before the answer leaves (D:U6).
 */
export class Pipeline {
  readonly #services: V1Services;
  readonly #options: ResolvedV1Options;
  readonly #limit: RateLimit;

  constructor(services: V1Services, options: ResolvedV1Options) {
    this.#services = services;
    this.#options = options;
    this.#limit = new RateLimit(options);
  }

  /** Answers one call, whatever happens in it. */
  async run(ctx: Context): Promise<void> {
    const call = this.#begin(ctx);
    const answer = await this.#sealed(call);
    this.#send(call, await this.#audited(call, answer));
    // For the embedding host's own log and metrics: nothing that a log must not hold.
    ctx.state.shaon = { route: call.route, requestId: call.requestId };
  }

  /** The answer as bytes, before the wait for the disk: records and texts held across it cost garbage collection. */
  async #sealed(call: Call): Promise<SealedAnswer> {
    try {
      return sealed(await this.#answer(call));
    } catch (error) {
      call.isAudited = false;
      call.detail ??= reasonOf(error);
      return sealed(answerToError(error, errorLocale(call.ctx), this.#options.log, call.requestId));
    }
  }

  #begin(ctx: Context): Call {
    const { method, path } = ctx;
    const inbound = ctx.req.headers['x-request-id'];
    const match = matchRoute(method, path);
    return {
      ctx,
      match,
      requestId: requestIdOf(inbound),
      startedAt: performance.now(),
      at: this.#services.clock.now(),
      method,
      path,
      ip: this.#options.clientAddress(ctx.req),
      actor: null,
      // Known before the caller is: the audit names the endpoint of every call (D:U2, U4), refused ones too.
      route: match.kind === 'unknown' ? null : match.path,
      recognised: [],
      ignored: [],
      detail: null,
      headers: {},
      isAudited: false,
      isQueryNoted: false,
    };
  }

  async #answer(call: Call): Promise<Answer> {
    if (!this.#options.isSecure(call.ctx.req)) return refusePlainHttp(call);
    const preflight = preflightAnswer(call.ctx, this.#options.corsOrigins);
    if (preflight !== null) return preflight;
    if (!this.#options.isAvailable()) return errorAnswer(503, 'Service Unavailable');

    const presented = await authenticate(call.ctx.req, this.#services.tokens);
    if (presented.outcome !== 'accepted') return this.#refuseToken(call, presented);
    const { actor } = presented;
    call.actor = actor;

    // Before all that may refuse the call: a 403, 404, 405 or 422 counts too, and carries the headers (D:R3).
    const limit = await this.#limit.count(actor);
    call.headers = { ...limit.headers };
    await this.#services.tokens.noteUse(actor, call.ip);
    if (limit.isExceeded) return errorAnswer(429, 'Too Many Attempts.');

    const { match } = call;
    if (match.kind === 'unknown') return errorAnswer(404, 'Not found.');
    if (match.kind === 'wrong-method') {
      return errorAnswer(405, 'The method is not allowed here.', { Allow: match.allow });
    }
    return this.#serve(call, actor, match.route, match.id);
  }

  /** One body for all of them; the audit knows which it was (D:K5, U1). Not counted: there is no token to charge (D:R2). */
  #refuseToken(call: Call, presented: Exclude<Presented, { outcome: 'accepted' }>): Answer {
    if ('actor' in presented) call.actor = presented.actor;
    call.detail = { token: presented.outcome };
    return errorAnswer(401, 'Unauthenticated.', { 'WWW-Authenticate': challenge(presented) });
  }

  async #serve(call: Call, actor: TokenActor, route: Route, idSegment: string | null): Promise<Answer> {
    const raw = readQuery(call.ctx.querystring);
    call.isQueryNoted = true;
    if (raw !== NO_QUERY) {
      call.recognised = recognisedParameters(route.query, raw);
      this.#noteIgnored(call, unknownParameters(route.query, raw));
    }
    if (!actor.abilities.has(route.ability)) {
      throw new ShaonError('ability_missing', 'Invalid ability provided.', { ability: route.ability });
    }
    const id = idSegment === null ? 0 : parsePathId(idSegment);
    if (id === null) throw new ShaonError('not_found', 'Not found.');
    const { query, body } = await this.#readInput(call, actor, route, id, raw);
    return route.handle({
      services: this.#services,
      actor,
      id,
      query,
      recognised: call.recognised,
      body,
      baseUrl: this.#options.baseUrl,
      path: withoutTrailingSlash(call.path),
      locale: () => messageLocale(call.ctx, actor.companyLocale),
      writing: (status) => this.#writing(call, status),
    });
  }

  /** Query and body; a refusal of either yields to the 404 of a record that does not exist (D:K6). */
  async #readInput(call: Call, actor: TokenActor, route: Route, id: number, raw: RawQuery) {
    try {
      const query = judgeQuery(route.query, raw);
      const body = route.body === null ? {} : await readJsonBody(call.ctx.req, this.#options.log);
      if (route.body !== null) this.#noteIgnored(call, unknownNames(route.body, body));
      if (Object.keys(query.errors).length > 0) {
        const bodyErrors = route.body === null ? {} : judge(route.body, body).errors;
        throw new InvalidInputError({ ...query.errors, ...bodyErrors });
      }
      return { query: query.value, body };
    } catch (refusal) {
      if (id > 0) await this.#assertEmployeeExists(actor, id);
      throw refusal;
    }
  }

  /** Every `{id}` of SPEC 4 is an employee's. */
  async #assertEmployeeExists(actor: TokenActor, id: number): Promise<void> {
    if (!(await this.#services.employees.exists(actor, id))) throw new ShaonError('not_found', 'Not found.');
  }

  #noteIgnored(call: Call, names: readonly string[]): void {
    if (names.length === 0) return;
    call.ignored = [...call.ignored, ...names];
    const header = ignoredNamesHeader(call.ignored);
    if (header !== null) call.headers['X-Ignored-Parameters'] = header;
  }

  /** The write's transaction takes the audit row with it; a rollback takes it back. */
  #writing(call: Call, status: number): WriteOptions {
    const audit: WithinTransaction = async (manager) => {
      await this.#services.audit.write(manager, auditEntryOf(call, status));
      call.isAudited = true;
    };
    return { withinTransaction: Object.assign(audit, { usesManagerOnly: true as const }) };
  }

  /** Commits the row of a call that wrote nothing; without one no data leaves (D:U6). */
  async #audited(call: Call, answer: SealedAnswer): Promise<SealedAnswer> {
    if (call.isAudited) return answer;
    if (!call.isQueryNoted) noteRefusedQuery(call);
    try {
      await this.#services.audit.commit(auditEntryOf(call, answer.status));
      return answer;
    } catch (error) {
      return sealed(answerToError(error, 'en', this.#options.log, call.requestId));
    }
  }

  #send(call: Call, answer: SealedAnswer): void {
    const { ctx } = call;
    const { bytes } = answer;
    const { res } = ctx;
    if (res.headersSent) return;
    ctx.status = answer.status;
    // Koa's own `set` takes several times as long, for a dozen headers a tenth of a small request.
    res.setHeader('Cache-Control', 'no-store, private');
    res.setHeader('Vary', this.#options.corsOrigins.size > 0 ? 'Authorization, Origin' : 'Authorization');
    res.setHeader('X-API-Version', API_VERSION);
    res.setHeader('X-Request-Id', call.requestId);
    if (this.#options.corsOrigins.size > 0) setHeaders(res, corsHeaders(ctx, this.#options.corsOrigins));
    setHeaders(res, call.headers);
    setHeaders(res, answer.headers);
    if (bytes === null) {
      ctx.body = null;
      ctx.status = answer.status;
      return;
    }
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    ctx.body = bytes;
  }
}

/** D:H15, K2: the caller's own if it is sane and holds no token. */
function requestIdOf(inbound: string | string[] | undefined): string {
  const isKept = typeof inbound === 'string' && SANE_REQUEST_ID.test(inbound) && !holdsToken(inbound);
  return isKept ? inbound : randomUUID();
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) res.setHeader(name, headers[name] as string);
}

/** An answer whose body is bytes, null where it has none. */
interface SealedAnswer extends Omit<Answer, 'body'> {
  readonly bytes: Buffer | null;
}

function sealed({ status, headers, body }: Answer): SealedAnswer {
  return { status, headers, bytes: body === undefined ? null : Buffer.from(JSON.stringify(body)) };
}

/**
 * Never a redirect: the token has leaked by then, and a redirect would hide it (D:H18). Whose token it was is not even
 * looked at: what somebody may have read on the way proves nobody, so the audit names no caller and no company.
 */
function refusePlainHttp(call: Call): Answer {
  call.detail = { refused: 'plain http' };
  return errorAnswer(403, 'Call this API by https.');
}

/** The recognised parameters in the order in which they came, empty ones left out (D:Q7, Q13, U4). */
function recognisedParameters(input: Input<unknown>, raw: RawQuery): [string, string][] {
  const recognised: [string, string][] = [];
  for (const name in raw) {
    if (!input.fields.includes(name)) continue;
    // Several values are refused (D:Q12), and the audit tells what they were.
    for (const value of [raw[name] ?? []].flat()) {
      if (value.trim() !== '') recognised.push([name, value]);
    }
  }
  return recognised;
}

/** What a call asked for that was refused before its query was read: a revoked token's, one over the limit (D:U4). */
function noteRefusedQuery(call: Call): void {
  const input = call.match.kind === 'route' ? call.match.route.query : noParameters;
  const raw = readQuery(call.ctx.querystring);
  call.recognised = recognisedParameters(input, raw);
  call.ignored = unknownParameters(input, raw);
}

/** What broke the rules, as field and rule names, for the audit (D:W10): never a value. */
function reasonOf(error: unknown): Record<string, unknown> | null {
  if (!isShaonError(error)) return null;
  if (!('errors' in error)) return { code: error.code };
  const errors = (error as InvalidInputError).errors;
  return {
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, issues]) => [field, issues.map((issue) => issue.rule)]),
    ),
  };
}
