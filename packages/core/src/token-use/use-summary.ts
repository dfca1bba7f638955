import { setImmediate, setTimeout } from 'node:timers/promises';
import { newestAuditId } from '../audit/audit-read-queries.ts';
import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { type AuditedCall, type UseOfCall, useOfCall } from './use-of-call.ts';
import { addUsesToKept, auditedCalls, auditWriters, moveUseMark, readUseMark } from './use-summary-queries.ts';
import { collectUse } from './use-sums.ts';

type SummaryDatabase = CompanyReads & CompanyWrites;

/** How the audit is summed up. */
export interface SumUpOptions {
  /** Rows in one short transaction, from 1. Default 500. */
  readonly batchSize?: number | undefined;
}

const POLL_MS = 50;
/** A longer write, such as an import, holds the summing up; the next run goes on. */
const WAIT_MS = 3_000;

/**
 * Sums the audit up by token, day and ability, from where the last run ended; gives the number of rows it passed. Each
 * batch moves the mark in the transaction that adds its sums, so that a run may break off anywhere, and two may run at
 * once: the second finds the mark moved and goes on from there.
 */
export async function sumUpUse(database: SummaryDatabase, { batchSize = 500 }: SumUpOptions = {}): Promise<number> {
  const upTo = await settledAuditId(database.readAllCompanies());
  let passed = 0;
  while (upTo !== null) {
    const rows = await sumUpBatch(database, upTo, batchSize);
    passed += rows;
    if (rows === 0) break;
    await setImmediate();
  }
  return passed;
}

async function sumUpBatch(database: SummaryDatabase, upTo: number, batchSize: number): Promise<number> {
  const reader = database.readAllCompanies();
  const mark = await readUseMark(reader);
  const batch = await auditedCalls(reader, mark, upTo, batchSize);
  if (batch === null) return 0;
  const uses = summedUp(batch.calls);
  await database.writeAllCompanies('token_use.summary', {}, async (all) => {
    if (await moveUseMark(all, mark, batch.lastId)) await addUsesToKept(all, uses);
  });
  return batch.rows;
}

/** Calls summed up by token, day and ability; in one order for all, so that those who write them wait for each other in it. */
function summedUp(calls: readonly AuditedCall[]): UseOfCall[] {
  const uses = new Map<string, UseOfCall>();
  for (const call of calls) collectUse(uses, useOfCall(call));
  return [...uses].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use);
}

/**
 * An id up to which no row can appear any more; null while one may. SQLite gives ids in the order of commits. On
 * PostgreSQL a transaction may commit later than another with a higher id, so all that write at this moment must end.
 */
async function settledAuditId(all: AllCompanies): Promise<number | null> {
  const newest = await newestAuditId(all);
  if (all.dialect === 'sqlite') return newest;
  let waitingFor = await auditWriters(all);
  for (let waited = 0; waitingFor.size > 0; waited += POLL_MS) {
    if (waited >= WAIT_MS) return null;
    await setTimeout(POLL_MS);
    const writing = await auditWriters(all);
    waitingFor = new Set([...waitingFor].filter((writer) => writing.has(writer)));
  }
  return newest;
}
