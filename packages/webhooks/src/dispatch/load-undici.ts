import type { CoreLog } from '@shaon/core';
import { type CompanyReads, everyCompanySql } from '@shaon/core/storage';
import { endpointTable } from '../endpoints/endpoint.ts';
import { errorCodeOrName } from './error-code-or-name.ts';

export type Undici = typeof import('undici');

/** Loads undici when it is needed: it takes 5 MB of memory, which a process that sends no webhooks saves. */
export const loadUndici = (): Promise<Undici> => import('undici');

const ANY_ENDPOINT = everyCompanySql`SELECT e.id FROM ${endpointTable} e WHERE e.deleted_at IS NULL LIMIT 1`;

/**
 * Loads it at the start if there is any endpoint, because loading stops the event loop for 60 to 100 ms. Never throws;
 * otherwise the first delivery loads it.
 */
export async function loadUndiciIfNeeded(database: CompanyReads, log: CoreLog): Promise<void> {
  try {
    const found = await database.allCompanies().run(ANY_ENDPOINT);
    if (found.length > 0) await loadUndici();
  } catch (error) {
    log.warn({ error: errorCodeOrName(error) }, 'What sends webhooks is loaded with the first delivery');
  }
}
