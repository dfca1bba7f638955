import type { Engine } from './engine.ts';

/** An engine that waits for the answer of each statement, also of those that need none. */
export function nothingAhead(runIn: Engine['runIn']): Pick<Engine, 'runAheadIn' | 'answeredIn'> {
  return {
    runAheadIn: async (...statement) => {
      await runIn(...statement);
    },
    answeredIn: async () => {},
  };
}
