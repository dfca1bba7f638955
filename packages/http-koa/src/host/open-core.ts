import { type Core, createCore, isShaonError, ShaonError } from '@shaon/core';
import { type Webhooks, webhookEntities } from '@shaon/webhooks';
import { publicRoot } from './addresses.ts';
import { databaseConnection, requireDatabase } from './database.ts';
import { findKeys } from './keys-file.ts';
import type { HostLog } from './log.ts';
import { mailSender } from './mail.ts';
import { ADMIN_PATH } from './paths.ts';
import type { HostConfig } from './settings.ts';
import { smsSender } from './sms.ts';
import { registerWebhooks } from './webhooks.ts';

/** Core with its registered extension. */
export interface OpenCore {
  readonly core: Core;
  readonly webhooks: Webhooks;
}

/**
 * Core's services over the database of the settings, with the keys of SHAON_KEYS or the keys file. Throws like
 * `createCore`.
 */
export async function openCore(config: HostConfig, log: HostLog): Promise<OpenCore> {
  const database = databaseConnection(config);
  await requireDatabase(database);
  const found = await findKeys(config);
  if (found.isNew) log.warn({ file: found.file }, 'Keys were made: back this file up, apart from the database');
  if (found.isReadableByOthers) log.warn({ file: found.file }, 'Others can read the keys file: chmod 600 it');
  const sender = smsSender(config);
  const mailer = mailSender(config);
  const core = await createCore({
    entities: webhookEntities(database.type),
    database,
    ...(config.databaseReadUrl === null ? {} : { readUrl: config.databaseReadUrl }),
    keys: found.keys,
    log,
    maxTokens: config.maxTokens,
    idNumberScope: config.idNumberScope,
    ...(sender === null ? {} : { smsSender: sender }),
    ...(mailer === null ? {} : { mailSender: mailer }),
    // Without a public address a link would name this machine, which no phone can reach.
    ...(config.baseUrl === null
      ? {}
      : { signInUrl: publicRoot(config) + ADMIN_PATH, pagesUrl: publicRoot(config) + ADMIN_PATH }),
  }).catch((error: unknown) => {
    throw nameKeysFile(error, found.file);
  });
  try {
    return { core, webhooks: await registerWebhooks(core, config) };
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** Core's message names SHAON_KEYS, which is not set if a file has the keys. */
function nameKeysFile(error: unknown, file: string | null): unknown {
  if (file === null || !isShaonError(error, 'keys_mismatch')) return error;
  const text = `The keys in ${file} do not fit this database. Put back the file with which it was made.`;
  return new ShaonError('keys_mismatch', text, {}, { cause: error });
}
