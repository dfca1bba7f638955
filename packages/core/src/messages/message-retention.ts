import { setImmediate } from 'node:timers/promises';
import type { CompanyWrites } from '../database/database.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import { messageTable } from './message.ts';
import { giveUpUnsent } from './message-queries.ts';

/** Gives up messages that have waited for a sender since before a time, which welcome messages have for themselves; returns how many. */
export async function giveUpMessages(
  database: CompanyWrites,
  {
    now,
    batchSize,
    ...times
  }: {
    readonly before: Date;
    readonly welcomeBefore: Date;
    readonly now: Date;
    readonly batchSize: number;
  },
): Promise<number> {
  let givenUp = 0;
  for (;;) {
    const batch = await database.writeAllCompanies('prune.unsent_messages', {}, (all) =>
      giveUpUnsent(all, times, now, batchSize),
    );
    givenUp += batch;
    if (batch < batchSize) return givenUp;
    await setImmediate();
  }
}

/** Deletes messages that were finished before a time; waiting ones stay. */
export function pruneMessages(database: CompanyWrites, before: Date, batchSize: number): Promise<number> {
  return deleteInBatches(database, batchSize, {
    table: messageTable,
    where: 'due_at IS NULL AND finished_at < $2',
    values: [before],
    orderBy: 'id',
    returning: 'id',
  });
}
