import { existsSync, readFileSync } from 'node:fs';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { type CoreLog, guardedHandler, silentLog } from '@shaon/core';
import type { Agent, buildConnector, Client, Dispatcher } from 'undici';
import { type AddressGuard, BlockedAddressError } from '../address-guard/address-guard.ts';
import { isPublicAddress } from '../address-guard/denied-ranges.ts';
import type { Undici } from './load-undici.ts';
import { type OutboundProxy, openTunnel } from './proxy-tunnel.ts';
import { type AnswerStart, newAnswerStart, skipContinue } from './skip-continue.ts';

export interface GuardedAgentOptions {
  readonly guard: AddressGuard;
  /** Milliseconds for name, connection and TLS handshake together (D:V3). */
  readonly connectTimeoutMs: number;
  /** PEM certificates that are trusted in addition to the built-in ones; null for none. */
  readonly extraCa: string | null;
  /** The proxy by which public addresses are reached; null or absent for none. */
  readonly proxy?: OutboundProxy | null;
  /** The log for errors in callbacks. Default: none. */
  readonly log?: CoreLog;
  /** Milliseconds for which a connection is reused. Default 60,000. */
  readonly connectionLifeMs?: number;
}

/** After this time the name is resolved again; otherwise a busy connection to an old address would never end. */
const CONNECTION_LIFE_MS = 60_000;

/** How many 1xx responses may precede the answer; HTTP sets no limit. */
export const MAX_INTERIM_ANSWERS = 20;

/** The most bytes for one request's answer, framing included: chunks can be announced without end and carry no body. */
const MAX_ANSWER_BYTES = 1024 * 1024;

interface Connection {
  remoteAddress: string | null;
  /** Null until connected. */
  socket: Socket | null;
  /** How many bytes had been read from the socket when its request was sent. */
  readBefore: number;
  /** The start of that request's answer. */
  start: AnswerStart | null;
}

/** Passed to a request as `opaque`; receives the connection of the request. */
export class Trace {
  connection: Connection | null = null;
}

/**
 * An undici Agent whose connections all pass the address guard: the name's addresses before connecting, including
 * literals (undici does not resolve those), and the peer of the connected socket afterwards; a proxy is asked for one of
 * the checked addresses. Connections are kept
 * alive, each for at most a minute. TLS is 1.2 or later and verified against the host name; nothing turns that off
 * (D:V18).
 */
export function createGuardedAgent(undici: Undici, options: GuardedAgentOptions): Agent {
  const log = options.log ?? silentLog;
  const connect = answeringConnect(guardedConnect(undici, options, log), log);
  const TracedClient = tracedClient(undici);
  return new undici.Agent({
    allowH2: false,
    pipelining: 1,
    // The attempt's own deadline covers these two.
    headersTimeout: 0,
    bodyTimeout: 0,
    // The number of connections is not limited here: the claim limits attempts per endpoint, and two endpoints of one
    // origin must not wait for each other.
    factory: (origin, agentOptions) =>
      new undici.Pool(origin, {
        ...agentOptions,
        clientTtl: options.connectionLifeMs ?? CONNECTION_LIFE_MS,
        factory: (_origin, poolOptions) => new TracedClient(origin, poolOptions, connect),
      }),
  });
}

type Connect = (target: buildConnector.Options, connection: Connection) => Promise<Socket>;
type AnsweringConnect = (
  target: buildConnector.Options,
  connection: Connection,
  callback: buildConnector.Callback,
) => void;

/**
 * Answers undici by callback. A host's resolver may reject with a value that is not an Error, and without an Error
 * undici takes a failed connection for a successful one; an error that undici's callback throws must not reach the
 * process.
 */
export function answeringConnect(connect: Connect, log: CoreLog): AnsweringConnect {
  return guardedHandler(log, 'connection of a webhook', async (target, connection, callback) => {
    let socket: Socket;
    try {
      socket = await connect(target, connection);
    } catch (error) {
      callback(error instanceof Error ? error : new Error('The connection was refused without an error.'), null);
      return;
    }
    callback(null, socket);
  });
}

type TracedClient = new (origin: string | URL, options: object, connect: AnsweringConnect) => Client;

/** One connection with one request at a time, so that the connection's peer is the request's peer. */
function tracedClient({ Client }: Undici): TracedClient {
  return class extends Client {
    readonly #connection: Connection;

    constructor(origin: string | URL, options: object, connect: AnsweringConnect) {
      const connection: Connection = { remoteAddress: null, socket: null, readBefore: 0, start: null };
      super(origin, {
        ...options,
        connect: (target: buildConnector.Options, callback: buildConnector.Callback) =>
          connect(target, connection, callback),
      });
      this.#connection = connection;
    }

    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const { opaque } = options as { opaque?: unknown };
      if (opaque instanceof Trace) opaque.connection = this.#connection;
      this.#connection.readBefore = this.#connection.socket?.bytesRead ?? 0;
      this.#connection.start = newAnswerStart(MAX_INTERIM_ANSWERS);
      return super.dispatch(options, handler);
    }
  };
}

function guardedConnect(
  { buildConnector }: Undici,
  { guard, connectTimeoutMs, extraCa, proxy = null }: GuardedAgentOptions,
  log: CoreLog,
): Connect {
  // Created once, because parsing a hundred and fifty certificates takes longer than a handshake.
  const secureContext = tls.createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extraCa === null ? {} : { ca: [...systemCertificates(), extraCa] }),
  });
  return async (target, connection) => {
    connection.remoteAddress = null;
    connection.socket = null;
    const port = target.port === '' ? 443 : Number(target.port);
    const started = performance.now();
    const addresses = await withTimeout(guard.resolve(target.hostname, port), connectTimeoutMs);
    const remaining = () => Math.max(1, connectTimeoutMs - (performance.now() - started));
    // The operator's own network, which the guard permits by name, is not behind the proxy.
    const isDirect = proxy === null || !addresses.every(isPublicAddress);
    const tunnel = isDirect ? null : await openTunnel(proxy, addresses, port, remaining());
    const connector = buildConnector({
      secureContext,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      // A resumed session would not be checked against the host name again.
      maxCachedSessions: 0,
      allowH2: false,
      autoSelectFamily: true,
      timeout: remaining(),
      lookup: fixedLookup(addresses, log),
    });
    const socket = await new Promise<Socket>((resolve, reject) => {
      const through = tunnel === null ? target : { ...target, httpSocket: tunnel.socket };
      connector(through, (error, connected) => (error === null ? resolve(connected as Socket) : reject(error)));
    });
    const peer = tunnel?.address ?? socket.remoteAddress;
    connection.remoteAddress = peer ?? null;
    try {
      guard.checkPeer(target.hostname, port, peer);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    connection.socket = socket;
    connection.readBefore = socket.bytesRead;
    endWhenTooLong(socket, connection, log);
    skipContinue(socket, () => connection.start);
    return socket;
  };
}

function endWhenTooLong(socket: Socket, connection: Connection, log: CoreLog): void {
  const refuseLongAnswer = guardedHandler(log, 'answer to a webhook', () => {
    if (socket.bytesRead - connection.readBefore > MAX_ANSWER_BYTES) {
      socket.destroy(new Error('The receiver sent more than an answer may have.'));
    }
  });
  socket.on('readable', refuseLongAnswer);
}

/** What Node trusts without `ca`. Before Node 22.15 the list lacks the file of NODE_EXTRA_CA_CERTS, which is read here. */
function systemCertificates(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  if (getCACertificates !== undefined) return getCACertificates('default');
  const file = process.env.NODE_EXTRA_CA_CERTS ?? '';
  return existsSync(file) ? [...tls.rootCertificates, readFileSync(file, 'utf8')] : tls.rootCertificates;
}

/**
 * Gives Node only the addresses that were checked, on the next tick. After an answer at once, a connection that fails
 * at once, for example without a route, would emit its error before undici listens, and end the process.
 */
export function fixedLookup(addresses: readonly string[], log: CoreLog): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    const answer = guardedHandler(log, 'addresses of a webhook', callback);
    const [first] = answers;
    if (options.all === true) process.nextTick(answer, null, answers);
    else if (first === undefined) process.nextTick(answer, new BlockedAddressError('No address to connect to.'), '');
    else process.nextTick(answer, null, first.address, first.family);
  };
}

const LATE = Symbol('late');

/** Limits the wait for the name servers, which is part of the time to connect. */
async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, LATE);
  });
  try {
    const first = await Promise.race([promise, late]);
    if (first !== LATE) return first;
  } finally {
    clearTimeout(timer);
  }
  throw Object.assign(new Error('The name servers did not answer in time.'), { code: 'ETIMEOUT', syscall: 'query' });
}
