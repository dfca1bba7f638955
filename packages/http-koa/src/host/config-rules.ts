import { isShaonError, ShaonError } from '@shaon/core';
import { databaseType } from './database.ts';
import { KEYS_OF_POSTGRES } from './keys-file.ts';
import { mailSender } from './mail.ts';
import type { HostConfig } from './settings.ts';
import { smsWay } from './sms.ts';

/** A rule between settings: returns the problem and its remedy, or null. */
type ConfigRule = (config: HostConfig) => string | null;

/** Checked by `readConfig`, for every command. */
export const CONFIG_RULES: readonly ConfigRule[] = [
  sqliteIsAFile,
  directUrlNeedsPostgres,
  replicaNeedsPostgres,
  redisStoreNeedsRedis,
  postgresStoreNeedsPostgres,
  sqliteSendsWhereItServes,
  gatewayUrlHasNoCredentials,
  twilioNeedsItsToken,
  mailNeedsItsSender,
  mailNeedsTheAddress,
];

/** Also checked before the database is opened. */
const DATABASE_RULES: readonly ConfigRule[] = [keysOfPostgresAreSet];

/** Also checked before serving and working, because only these send messages. */
const SENDING_RULES: readonly ConfigRule[] = [...DATABASE_RULES, messagesNeedAWayOut];

/** Throws one `options_invalid` with everything that these settings lack for a use. */
export function assertEnoughFor(use: 'database' | 'sending', config: HostConfig): void {
  const rules = use === 'sending' ? SENDING_RULES : DATABASE_RULES;
  const problems = rules.flatMap((rule) => rule(config) ?? []);
  if (problems.length > 0) throw settingsAreWrong(problems);
}

/** All problems in one error, so that they can be corrected at once. */
export function settingsAreWrong(problems: readonly string[]): ShaonError {
  const list = problems.map((text) => `  - ${text}`).join('\n');
  return new ShaonError('options_invalid', `The settings are not right:\n${list}`);
}

/** The store of the rate limit if SHAON_LIMIT_STORE is not set (D:R9). */
export function limitStoreName(config: HostConfig): 'memory' | 'redis' | 'postgres' {
  return config.limitStore ?? (config.redisUrl === null ? 'memory' : 'redis');
}

/** A database in memory would keep nothing, and commands would not see a server's data. */
function sqliteIsAFile(config: HostConfig): string | null {
  const path = config.databaseUrl?.startsWith('sqlite:') ? config.databaseUrl.slice('sqlite:'.length) : 'shaon.sqlite';
  if (path !== '' && path !== ':memory:') return null;
  return 'DATABASE_URL: behind sqlite: stands the path of a file, such as sqlite:/var/lib/shaon/shaon.sqlite.';
}

function directUrlNeedsPostgres(config: HostConfig): string | null {
  if (config.databaseDirectUrl === null || databaseType(config) === 'postgres') return null;
  return 'DATABASE_DIRECT_URL is for PostgreSQL behind a pooler: set DATABASE_URL to the pooler, or remove it.';
}

function replicaNeedsPostgres(config: HostConfig): string | null {
  if (config.databaseReadUrl === null || databaseType(config) === 'postgres') return null;
  return 'DATABASE_READ_URL is for a replica of PostgreSQL, and a SQLite file has none: set DATABASE_URL to PostgreSQL, or remove it.';
}

function redisStoreNeedsRedis(config: HostConfig): string | null {
  if (config.limitStore !== 'redis' || config.redisUrl !== null) return null;
  return 'SHAON_LIMIT_STORE=redis needs REDIS_URL, such as redis://127.0.0.1:6379.';
}

function postgresStoreNeedsPostgres(config: HostConfig): string | null {
  if (config.limitStore !== 'postgres' || databaseType(config) === 'postgres') return null;
  return 'SHAON_LIMIT_STORE=postgres needs DATABASE_URL to be a PostgreSQL database.';
}

/** A SQLite file belongs to one process, so no worker can run while its server runs. */
function sqliteSendsWhereItServes(config: HostConfig): string | null {
  if (config.serveSends || databaseType(config) === 'postgres') return null;
  return 'SHAON_SERVE_SENDS=false: no shaon worker can run beside the server of a SQLite file. It needs DATABASE_URL to be a PostgreSQL database.';
}

function gatewayUrlHasNoCredentials(config: HostConfig): string | null {
  const url = smsWay(config) === 'gateway' ? new URL(config.sms as string) : null;
  if (url === null || (url.username === '' && url.password === '')) return null;
  return 'SHAON_SMS has no user and no password: set SHAON_SMS_TOKEN.';
}

function twilioNeedsItsToken(config: HostConfig): string | null {
  if (smsWay(config) !== 'twilio' || config.smsToken !== null) return null;
  return "SHAON_SMS=twilio:… needs SHAON_SMS_TOKEN, the account's auth token.";
}

/** What a URL in general may be, but not that of a mail server. */
function mailNeedsItsSender(config: HostConfig): string | null {
  try {
    mailSender(config);
    return null;
  } catch (error) {
    if (!isShaonError(error, 'options_invalid')) throw error;
    return `SHAON_SMTP_URL: ${error.message.replace(/^url\b:? ?/, 'it ')}`;
  }
}

function mailNeedsTheAddress(config: HostConfig): string | null {
  if (config.smtpUrl === null || config.baseUrl !== null) return null;
  return 'SHAON_SMTP_URL needs SHAON_BASE_URL: without it the links in e-mails would name this machine.';
}

function messagesNeedAWayOut(config: HostConfig): string | null {
  if (smsWay(config) !== null) return null;
  return 'SHAON_SMS must be set on PostgreSQL: to the address of a gateway, to twilio:…, or to spool to write messages into a file.';
}

function keysOfPostgresAreSet(config: HostConfig): string | null {
  return config.keys === null && databaseType(config) === 'postgres' ? KEYS_OF_POSTGRES : null;
}
