import type { CoreLog } from '../../log.ts';
import { isFastPathOn } from './fast-path.ts';
import { type ClientClass, namingClient } from './named-statements.ts';
import { KEEP_PLANS, type Pipeline, PipelinedReads } from './pipelined-reads.ts';
import { pipelinedWriteClient } from './pipelined-writes.ts';

export type { PipelinedClient } from './pipelined-reads.ts';

/** The shared connections for quick reads: those of records, and those of lists, which take longer. */
export interface Pipelines {
  readonly records: PipelinedReads;
  readonly lists: PipelinedReads;
}

/**
 * A class of PostgreSQL clients that prepare statements and pipeline writes; the class itself without the fast path.
 *
 * @param options.isDirect false behind a pooler, which may not support either
 */
export function fastClient(
  Plain: ClientClass,
  { isDirect }: { readonly isDirect: boolean },
  log: CoreLog,
): ClientClass {
  if (!isFastPathOn()) return Plain;
  const Naming = namingClient(Plain, { isNaming: isDirect });
  return isDirect ? pipelinedWriteClient(Naming, log) : Naming;
}

/** @returns null without the fast path */
export function pipelinesFor(make: () => Pipeline, log: CoreLog): Pipelines | null {
  if (!isFastPathOn()) return null;
  return { records: new PipelinedReads(make, log), lists: new PipelinedReads(make, log, KEEP_PLANS) };
}
