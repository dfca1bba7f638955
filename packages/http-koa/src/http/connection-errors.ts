import { type CoreLog, guardedHandler } from '@shaon/core';
import type Koa from 'koa';

/** Logs failures of an app's connections, of which Koa tells by an event: the other side has hung up. */
export function logConnectionErrors<Level extends string>(
  app: Koa,
  level: Level,
  { log, name }: { readonly log: CoreLog & Readonly<Record<Level, CoreLog['info']>>; readonly name: string },
): void {
  const note = (error: unknown) => log[level]({ err: error }, 'A connection failed');
  app.on('error', guardedHandler(log, name, note));
}
