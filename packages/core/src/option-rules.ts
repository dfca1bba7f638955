import { invalidOption } from './errors.ts';

/** Throws `options_invalid` for an option that `names` lacks; `owner` is what takes the options. */
export function refuseUnknownOptions(owner: string, options: object, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) throw invalidOption(`${owner} has no option ${unknown}.`);
}

/** The value of an option that is a whole number; throws `options_invalid` for any other. */
export function wholeNumber(name: string, value: number, least: number, most?: number): number {
  if (Number.isSafeInteger(value) && value >= least && (most === undefined || value <= most)) return value;
  throw invalidOption(`${name} is a whole number from ${least}${most === undefined ? '' : ` to ${most}`}.`);
}
