import { setImmediate } from 'node:timers/promises';
import type { Connections } from '../data-source.ts';
import type { Engine } from '../engine.ts';
import { plainPostgres } from '../plain-postgres.ts';

/**
 * PostgreSQL with fewer statements: what is written in one turn of the event loop goes into one. The other half of the
 * gain is the client (`named-statements.ts`), which core's own pool makes its connections of.
 */
export function fastPostgres(connections: Connections): Engine {
  const plain = plainPostgres(connections);
  return {
    ...plain,
    async append(place, work) {
      await setImmediate();
      return plain.append(place, work);
    },
  };
}
