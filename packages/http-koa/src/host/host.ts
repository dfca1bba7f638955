import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, ShaonError } from '@shaon/core';
import { listeningUrl, publicRoot } from './addresses.ts';
import { createApp } from './app.ts';
import { watchAudit } from './audit-health.ts';
import { Closers } from './closers.ts';
import { assertEnoughFor, limitStoreName } from './config-rules.ts';
import { databaseConnection, requireDatabase, sessionConnection } from './database.ts';
import { closeServer, RequestsInProgress } from './drain.ts';
import { createProbe, webhooksStalled } from './health.ts';
import { createHttpServer, listenOn } from './http-server.ts';
import { Lifecycle } from './lifecycle.ts';
import { lockLimitCount } from './limit-count-lock.ts';
import { openLimitStore } from './limit-store.ts';
import type { HostLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { nullIfNoAnswer } from './null-if-no-answer.ts';
import { openCore } from './open-core.ts';
import { openOperatorDoor } from './operator-door.ts';
import { V1_PATH } from './paths.ts';
import type { HostConfig } from './settings.ts';
import { lockSqliteFile } from './sqlite-file-lock.ts';
import { addWebhookMetrics } from './webhook-metrics.ts';
import { startWorkers } from './worker.ts';

/** A standalone server: the v1 routes and everything around them. */
export interface Host {
  /**
   * Resolves when the server listens. If it cannot start, or is stopped meanwhile, throws the reason and leaves nothing
   * open. Works once: a later call returns the same promise, and after a stop it throws `state_conflict`.
   */
  start(): Promise<RunningHost>;
  /**
   * Finishes requests in progress and closes; resolves when everything is released. Waits three seconds at most for a
   * start in progress. May be called several times.
   */
  stop(): Promise<void>;
  /** Whether a thread is still reading, which only a signal can end. */
  readonly isReading: boolean;
}

/** The facts of a started host. */
export interface RunningHost {
  /** The address at which it listens, without a slash at the end. */
  readonly url: string;
  /** The address of everything it serves, as used in links, without a slash at the end. */
  readonly rootUrl: string;
  /** The address of the API, as used in links. */
  readonly baseUrl: string;
  /** The port of SHAON_METRICS, if that is set. */
  readonly metricsPort: number | null;
}

/**
 * The standalone host of a configuration: the API, the probes, the metrics, the sender. Nothing runs before `start`,
 * which throws errors that an operator must correct.
 */
export function createHost(config: HostConfig, log: HostLog): Host {
  const lifecycle = new Lifecycle();
  const closers = new Closers();
  const requests = new RequestsInProgress(log);
  let starting: Promise<RunningHost> | undefined;
  let stopping: Promise<void> | undefined;
  let openedCore: Core | undefined;
  let stopWorkers = async (): Promise<void> => {};

  const start = async (): Promise<RunningHost> => {
    assertEnoughFor('sending', config);
    const database = databaseConnection(config);
    await requireDatabase(database);
    const databaseLock = await lockSqliteFile(database, 'serve');
    closers.add(databaseLock.release);
    const opened = await openCore(config, log);
    const { core, webhooks } = opened;
    openedCore = core;
    closers.add(() => core.close());
    const session = sessionConnection(config);
    if (session.type === 'postgres') {
      const mode = limitStoreName(config) === 'memory' ? 'alone' : 'shared';
      const limitLock = await lockLimitCount(session.url, mode, log);
      closers.add(limitLock.release);
    }
    const limits = await openLimitStore(config, log);
    closers.add(limits.close);
    const metrics = config.metrics === null ? null : await createMetrics(log, limits.health);
    if (metrics !== null) await addWebhookMetrics(metrics, webhooks);
    const probe = createProbe({
      core,
      lifecycle,
      audit: watchAudit(core, metrics, log),
      limitHealth: limits.health,
      areWebhooksStalled: webhooksStalled(webhooks),
      whenStalled: 'degraded',
    });
    const workers = await startWorkers(opened, config, log, { isSending: config.serveSends });
    stopWorkers = () => workers.stop(config.drainSeconds * 1_000);
    closers.add(() => stopWorkers());
    let answer: RequestListener = notYet;
    const server = createHttpServer((request, response) => answer(request, response), {
      log,
      onUnparsable: metrics?.unparsable ?? null,
    });
    await listenOn(server, config, 'PORT');
    closers.add(() => closeServer(server, log));
    const { port } = server.address() as AddressInfo;
    const url = listeningUrl(config.host, port);
    const rootUrl = publicRoot({ ...config, port });
    const baseUrl = rootUrl + V1_PATH;
    const app = createApp({
      core,
      webhooks,
      config,
      rootUrl,
      limitStore: limits.store,
      limitHealth: limits.health,
      probe,
      lifecycle,
      metrics,
      log,
    });
    answer = requests.counting(app.callback(), () => !lifecycle.isDraining);

    const door =
      config.metrics === null || metrics === null
        ? null
        : await openOperatorDoor(config.metrics, { metrics, probe, log });
    if (door !== null) closers.add(door.close);
    assertNotStopped();
    lifecycle.serve();
    return { url, rootUrl, baseUrl, metricsPort: door?.port ?? null };
  };

  const stop = async (): Promise<void> => {
    if (lifecycle.isReady) {
      lifecycle.markUnready();
      await sleep(config.drainDelaySeconds * 1_000);
    }
    lifecycle.drain();
    // In parallel, so that a stop takes the longer of the two instead of their sum.
    await Promise.all([requests.ended(config.drainSeconds * 1_000), stopWorkers()]);
    stopWorkers = async () => {};
    if (requests.count > 0)
      log.warn({ requests: requests.count }, 'SHAON_DRAIN_SECONDS are over: requests are cut off');
    await closers.close();
    // A start in progress may have opened more meanwhile, which it closes itself.
    await nullIfNoAnswer(Promise.allSettled([starting]));
  };

  const assertNotStopped = (): void => {
    if (stopping !== undefined) throw new ShaonError('state_conflict', 'The host was stopped: it does not start.');
  };

  const startOrClose = async (): Promise<RunningHost> => {
    try {
      assertNotStopped();
      return await start();
    } catch (error) {
      await closers.close().catch(() => undefined);
      throw error;
    }
  };

  return {
    start: () => {
      starting ??= startOrClose();
      return starting;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
    get isReading() {
      return (openedCore?.operator.runningThreads ?? 0) > 0;
    },
  };
}

/** Answers until the port is known, which links need, so that requests at that moment do not wait. */
function notYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end('{"message":"Service Unavailable"}');
}
