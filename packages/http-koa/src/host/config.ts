import { CONFIG_RULES, settingsAreWrong } from './config-rules.ts';
import { fileAccess } from './file-access.ts';
import { keysFile } from './keys-file.ts';
import type { Setting } from './setting.ts';
import { type HostConfig, SETTINGS, type SettingName } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** No settings: the variables of the test suite. */
const FOREIGN_VARIABLES = /^SHAON_TEST_/;

/**
 * Reads every setting once. Throws one `options_invalid` with all errors; each line names the variable and the remedy,
 * never a secret's value. An empty variable counts as not set.
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
  // Rules between two settings can be checked only when each is valid.
  if (problems.length === 0) problems.push(...CONFIG_RULES.flatMap((rule) => rule(config) ?? []));
  if (problems.length > 0) throw settingsAreWrong(problems);
  return config;
}

/** Names of unknown variables that begin like ours; otherwise a mistyped setting would go unnoticed. */
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
  /** The source of the value; null if there is no value. */
  readonly from: 'environment' | 'file' | 'default' | null;
  /** The file of the value. */
  readonly file: string | null;
  readonly type: string;
  readonly about: string;
}

/** Every setting with its value and source; of secrets only whether they are set. */
export function listSettings(config: HostConfig, environment: Environment): SettingLine[] {
  return NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const value = config[name];
    const isSet = (environment[setting.variable]?.trim() ?? '') !== '';
    const file = isSet ? null : fileOf(name, config);
    const shown = setting.secret && (value !== null || file !== null) ? '(hidden)' : setting.show(value);
    const from = isSet ? 'environment' : file !== null ? 'file' : shown === '' ? null : 'default';
    return { variable: setting.variable, value: shown, from, file, type: setting.type, about: setting.about };
  });
}

/** The keys are the only value that may come from a file instead of a variable. */
function fileOf(name: SettingName, config: HostConfig): string | null {
  const file = name === 'keys' ? keysFile(config) : null;
  return file === null || fileAccess(file) === 'missing' ? null : file;
}

function problem({ variable, type, secret, mayHoldPassword }: Setting<unknown>, text: string): string {
  // The URL of another setting has a password before its @, and keys in its query.
  const isConfidential = secret || mayHoldPassword || /[@?]/.test(text);
  return `${variable} is ${isConfidential ? 'set to something else' : JSON.stringify(text)}; it must be ${type}.`;
}
