import { ShaonError } from '@shaon/core';
import type { Command } from 'commander';
import { type Environment, readConfig, unknownVariables } from '../config.ts';
import { assertEnoughFor } from '../config-rules.ts';
import { createLog, type HostLog } from '../log.ts';
import type { HostConfig } from '../settings.ts';
import type { Shell } from './shell.ts';

/** Adds one command to `shaon`. */
export type AddCommand = (program: Command, shell: Shell) => void;

/** The dependencies of a command. */
export interface CommandContext {
  readonly config: HostConfig;
  readonly environment: Environment;
  readonly log: HostLog;
}

/**
 * Reads the settings and opens the log. A server logs to the standard output; other commands
 * write their result there and log warnings to the standard error.
 */
export function commandContext(
  shell: Shell,
  options: { server?: boolean; overrides?: Environment; needs?: 'database' } = {},
): CommandContext {
  const environment = { ...shell.environment, ...options.overrides };
  const config = readConfig(environment);
  if (options.needs !== undefined) assertEnoughFor(options.needs, config);
  const log = options.server
    ? createLog({ level: config.logLevel })
    : createLog({ level: config.logLevel === 'info' ? 'warn' : config.logLevel, to: shell.stderr });
  for (const variable of unknownVariables(environment)) {
    log.warn({ variable }, 'Shaon has no such setting; `shaon config` lists them');
  }
  return { config, environment, log };
}

/** The number that an option names. Throws `options_invalid`. */
export function wholeNumber(option: string, text: string, { least = 1, most = 999_999_999 } = {}): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ShaonError('options_invalid', `${option} must be a whole number from ${least} to ${most}.`);
}

/** The company that an option names. Throws `options_invalid`. */
export function companyIdOf(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new ShaonError('options_invalid', 'A company id is a positive whole number; `shaon company list` shows them.');
}
