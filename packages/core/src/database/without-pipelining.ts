import type { Engine } from './engine.ts';

/** For an engine that waits for the answer of every statement, also when nobody needs it. */
export function withoutPipelining(runIn: Engine['runIn']): Pick<Engine, 'runPipelinedIn' | 'answeredIn'> {
  return {
    runPipelinedIn: runIn,
    answeredIn: async () => {},
  };
}
