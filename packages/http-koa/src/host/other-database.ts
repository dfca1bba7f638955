import { ShaonError } from '@shaon/core';
import { type HostConfig, SETTINGS } from './settings.ts';

/** The settings for the database of an option, in the format of DATABASE_URL. Throws `options_invalid`. */
export function forOtherDatabase(config: HostConfig, option: string, text: string): HostConfig {
  const { read, type } = SETTINGS.databaseUrl;
  const databaseUrl = read(text.trim());
  // A URL may contain a password, so it is not repeated.
  if (databaseUrl == null) throw new ShaonError('options_invalid', `${option} must be ${type}.`);
  return { ...config, databaseUrl };
}
