import { existsSync } from 'node:fs';
import { type DatabaseConnection, ShaonError } from '@shaon/core';
import { type HostConfig, SETTINGS } from './settings.ts';
import { realPath } from './sqlite-file-lock.ts';

/** The settings for the database of an option, in the format of DATABASE_URL. Throws `options_invalid`. */
export function forOtherDatabase(config: HostConfig, option: string, text: string): HostConfig {
  const { read, type } = SETTINGS.databaseUrl;
  const databaseUrl = read(text.trim());
  // A URL may contain a password, so it is not repeated.
  if (databaseUrl == null) throw new ShaonError('options_invalid', `${option} must be ${type}.`);
  return { ...config, databaseUrl, databaseDirectUrl: null };
}

/** Throws `options_invalid` with the text if both are one database, as far as their addresses tell. */
export function assertAnother(from: DatabaseConnection, to: DatabaseConnection, text: string): void {
  if (placeOf(from) === placeOf(to)) throw new ShaonError('options_invalid', text);
}

function placeOf(connection: DatabaseConnection): string {
  if (connection.type === 'sqlite') return existsSync(connection.path) ? realPath(connection.path) : connection.path;
  const { hostname, port, pathname } = new URL(connection.url);
  return `${hostname}:${port || '5432'}${pathname}`;
}
