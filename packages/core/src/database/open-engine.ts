import type { CoreLog } from '../log.ts';
import type { Connections } from './data-source.ts';
import type { Engine } from './engine.ts';
import { isFastPathOn } from './fast/fast-path.ts';
import { fastPostgres } from './fast/fast-postgres.ts';
import { fastSqlite } from './fast/fast-sqlite.ts';
import { plainPostgres } from './plain-postgres.ts';
import { plainSqlite } from './plain-sqlite.ts';

/** The way to a database: the fast one unless it is switched off (`engine.ts`); readings may go to its replicas. */
export function openEngine(connections: Connections, log: CoreLog): Engine {
  const engine = engineOf(connections, log);
  const { readFor } = connections;
  return readFor === undefined
    ? engine
    : { ...engine, readFor: (reading) => readFor(reading, engine.readFor(reading)) };
}

function engineOf(connections: Connections, log: CoreLog): Engine {
  if (connections.dialect === 'sqlite') {
    return isFastPathOn() ? fastSqlite(connections, log) : plainSqlite(connections, log);
  }
  return isFastPathOn() ? fastPostgres(connections) : plainPostgres(connections);
}
