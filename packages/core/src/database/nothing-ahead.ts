import type { Engine } from './engine.ts';

/** For an engine that waits for the answer of every statement, also when nobody needs it. */
export function nothingAhead(runIn: Engine['runIn']): Pick<Engine, 'runAheadIn' | 'answeredIn'> {
  return {
    runAheadIn: runIn,
    answeredIn: async () => {},
  };
}
