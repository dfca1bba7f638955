import type { CoreLog } from '../../log.ts';
import { CompanyTurns } from '../readings/company-turns.ts';
import { type Connections, poolSizeOf } from './data-source.ts';
import type { Engine } from './engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { sqliteEngine } from './sqlite-engine.ts';

/** Builds the engine of a database. Readings may go to a replica. */
export function openEngine(connections: Connections, log: CoreLog): Engine {
  const { readFor } = connections;
  const engine = connections.dialect === 'sqlite' ? sqliteEngine(connections, log) : postgresEngine(connections);
  const read: Engine['readFor'] =
    readFor === undefined ? engine.readFor : (reading, company) => readFor(reading, engine.readFor(reading, company));
  // On SQLite the reader threads have their own turns.
  return { ...engine, readFor: connections.dialect === 'sqlite' ? read : queuedByCompany(read, connections) };
}

/**
 * Readings of one company leave connections of the primary's pool to others. Long ones take at most half of it together,
 * so that quick ones find a connection; a pool of three gives them two, so that one company does not take every turn.
 */
function queuedByCompany(read: Engine['readFor'], { writer, readSeconds }: Connections): Engine['readFor'] {
  const size = poolSizeOf(writer);
  const half = Math.max(Math.floor(size / 2), Math.min(2, size - 1));
  const turns = {
    list: new CompanyTurns({ atOnce: size, ofOneCompany: half, waiting: Number.POSITIVE_INFINITY }),
    long: new CompanyTurns({ atOnce: half, ofOneCompany: Math.max(half - 1, 1) }),
  };
  return (reading, company) => {
    const run = read(reading, company);
    const { kind, name } = reading;
    return (text, values) => turns[kind].run({ company, name, waitMs: readSeconds * 1_000 }, () => run(text, values));
  };
}
