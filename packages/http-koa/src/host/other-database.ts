import { type DatabaseConnection, ShaonError } from '@shaon/core';
import { databaseConnection } from './database.ts';
import { type HostConfig, SETTINGS } from './settings.ts';

/** The database of an option, in the format of DATABASE_URL. Throws `options_invalid`. */
export function otherDatabase(config: HostConfig, option: string, text: string): DatabaseConnection {
  const { read, type } = SETTINGS.databaseUrl;
  const databaseUrl = read(text.trim());
  // A URL may contain a password, so it is not repeated.
  if (databaseUrl == null) throw new ShaonError('options_invalid', `${option} must be ${type}.`);
  return databaseConnection({ ...config, databaseUrl });
}
