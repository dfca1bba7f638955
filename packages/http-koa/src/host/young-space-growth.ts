import { setFlagsFromString } from 'node:v8';

const SIZE_OPTION = '--max-semi-space-size';

/** Whether the operator has said how large the space for new objects may be. Node takes either spelling. */
export function isYoungSpaceSaid(options = process.execArgv, environment = process.env.NODE_OPTIONS ?? ''): boolean {
  return [...options, environment].some((text) => text.replaceAll('_', '-').includes(SIZE_OPTION));
}

/**
 * Says whether the space for new objects may grow. Node takes a size for it when it starts only, but reads the factor of its
 * growth each time.
 */
export function letYoungSpaceGrow(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}
