import { CONFIG_RULES, settingsAreWrong } from './config-rules.ts';
import type { Setting } from './setting.ts';
import { type HostConfig, SETTINGS, type SettingName } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** The test suite's and the package manager's own, not ours to judge. */
const FOREIGN_VARIABLES = /^SHAON_TEST_/;

/**
 * Reads every setting once. Throws one `options_invalid` with all that is wrong, each line naming the variable and
 * the mend, never a secret's value. An empty variable counts as not set.
 */
export function readConfig(environment: Environment): HostConfig {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const text = environment[setting.variable]?.trim() ?? '';
    const value = text === '' ? setting.fallback : setting.read(text);
    if (value === undefined) problems.push(problem(setting, text));
    values[name] = value ?? setting.fallback;
  }
  const config = values as HostConfig;
  // What two settings mean together can be said once each is right.
  if (problems.length === 0) problems.push(...CONFIG_RULES.flatMap((rule) => rule(config) ?? []));
  if (problems.length > 0) throw settingsAreWrong(problems);
  return config;
}

/** Names of variables that look like ours and are not: a mistyped setting would go unnoticed. */
export function unknownVariables(environment: Environment): string[] {
  const known = new Set<string>(NAMES.map((name) => SETTINGS[name].variable));
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('SHAON_') && !known.has(variable) && !FOREIGN_VARIABLES.test(variable))
    .sort();
}

/** A line of `shaon config`. */
export interface SettingLine {
  readonly variable: string;
  readonly value: string;
  readonly isSet: boolean;
  readonly type: string;
  readonly about: string;
}

/** Every setting with its value; secrets only say whether they are set. */
export function listSettings(config: HostConfig, environment: Environment): SettingLine[] {
  return NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const value = config[name];
    const shown = setting.secret && value !== null ? '(hidden)' : setting.show(value);
    const isSet = (environment[setting.variable]?.trim() ?? '') !== '';
    return { variable: setting.variable, value: shown, isSet, type: setting.type, about: setting.about };
  });
}

function problem(setting: Setting<unknown>, text: string): string {
  // A URL may hold a password, so it is not repeated either.
  const isTelling = setting.secret || text.includes('://');
  return `${setting.variable} is ${isTelling ? 'set to something else' : JSON.stringify(text)}; it must be ${setting.type}.`;
}
