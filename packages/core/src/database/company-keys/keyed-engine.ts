import type { Engine } from '../engine.ts';
import type { KeysApart } from './keys-apart.ts';

/** An engine whose writes also update the keys that are kept in tables of their own. */
export function keyedEngine(engine: Engine, keys: KeysApart): Engine {
  const runIn: Engine['runIn'] = (manager, text, values) => {
    const write = keys.writeOf(text);
    if (write === null) return engine.runIn(manager, text, values);
    return write.run((statement, given) => engine.runIn(manager, statement, given), values);
  };
  return {
    ...engine,
    runIn,
    runAheadIn: (...statement) =>
      keys.writeOf(statement[1]) === null ? engine.runAheadIn(...statement) : runIn(...statement),
  };
}
