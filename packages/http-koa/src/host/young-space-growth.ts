import { setFlagsFromString } from 'node:v8';

const SIZE_OPTION = '--max-semi-space-size';

/** Whether the operator has set an option of V8. Node accepts either spelling. */
export function isConfigured(
  option: string,
  options = process.execArgv,
  environment = process.env.NODE_OPTIONS ?? '',
): boolean {
  const dashed = (text: string) => text.replaceAll('_', '-');
  return dashed(environment).includes(option) || options.some((text) => dashed(text).startsWith(option));
}

/** Whether the operator has set the size of the space for new objects. */
export function isYoungSpaceConfigured(): boolean {
  return isConfigured(SIZE_OPTION);
}

/**
 * Sets whether the space for new objects may grow. Node reads its size only at the start, but the factor of its growth
 * each time.
 */
export function allowYoungSpaceGrowth(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}
