import type { Engine } from '../engine.ts';
import type { KeyTables } from './key-tables.ts';

/** An engine whose writes also update the key tables. */
export function keyTableEngine(engine: Engine, keys: KeyTables): Engine {
  const runIn: Engine['runIn'] = (manager, text, values) => {
    const write = keys.writeOf(text);
    if (write === null) return engine.runIn(manager, text, values);
    return write.run((statement, given) => engine.runIn(manager, statement, given), values);
  };
  return {
    ...engine,
    runIn,
    runPipelinedIn: (...statement) =>
      keys.writeOf(statement[1]) === null ? engine.runPipelinedIn(...statement) : runIn(...statement),
  };
}
