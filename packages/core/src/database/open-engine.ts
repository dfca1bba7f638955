import type { CoreLog } from '../log.ts';
import { keyedEngine } from './company-keys/keyed-engine.ts';
import { CompanyTurns } from './company-turns.ts';
import { type Connections, poolSizeOf } from './data-source.ts';
import type { Engine } from './engine.ts';
import { isFastPathOn } from './fast/fast-path.ts';
import { fastPostgres } from './fast/fast-postgres.ts';
import { fastSqlite } from './fast/fast-sqlite.ts';
import { plainPostgres } from './plain-postgres.ts';
import { plainSqlite } from './plain-sqlite.ts';

/** The way to a database: the fast one unless it is switched off (`engine.ts`); readings may go to its replicas. */
export function openEngine(connections: Connections, log: CoreLog): Engine {
  const { readFor, keysApart = null } = connections;
  const written = engineOf(connections, log);
  const engine = keysApart === null ? written : keyedEngine(written, keysApart);
  // On SQLite the threads have turns of their own.
  const own = connections.dialect === 'sqlite' ? engine.readFor : inTurn(engine.readFor, connections);
  const read: Engine['readFor'] =
    readFor === undefined ? own : (reading, company) => readFor(reading, own(reading, company));
  return { ...engine, readFor: read };
}

/**
 * Long readings take half of the primary's pool at most, so that they leave connections to what is quick; two of three, so
 * that one company does not take all turns.
 */
function inTurn(read: Engine['readFor'], { writer, readingLimits: { seconds } }: Connections): Engine['readFor'] {
  const size = poolSizeOf(writer);
  const atOnce = Math.max(Math.floor(size / 2), Math.min(2, size - 1));
  const turns = new CompanyTurns({ atOnce, ofOneCompany: Math.max(atOnce - 1, 1) });
  const waitMs = seconds === 0 ? null : seconds * 1_000;
  return (reading, company) => {
    const run = read(reading, company);
    if (reading.kind === 'list') return run;
    return (text, values) => turns.run({ company, place: reading.place, waitMs }, () => run(text, values));
  };
}

function engineOf(connections: Connections, log: CoreLog): Engine {
  if (connections.dialect === 'sqlite') {
    return isFastPathOn() ? fastSqlite(connections, log) : plainSqlite(connections, log);
  }
  return isFastPathOn() ? fastPostgres(connections) : plainPostgres(connections);
}
