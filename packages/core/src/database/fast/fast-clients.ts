import type { CoreLog } from '../../log.ts';
import { isFastPathOn } from './fast-path.ts';
import { type ClientClass, namingClient } from './named-statements.ts';
import { pipelinedWriteClient } from './pipelined-writes.ts';

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
