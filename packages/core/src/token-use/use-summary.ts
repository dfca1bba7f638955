import { setImmediate, setTimeout } from 'node:timers/promises';
import { newestAuditId } from '../audit/audit-read-queries.ts';
import type { AllCompanies } from '../database/all-companies.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { type AuditedCall, type UseOfCall, useOfCall } from './use-of-call.ts';
import { addUsesToKept, auditedCalls, auditWriters, moveUseMark, readUseMark } from './use-summary-queries.ts';
import { collectUse } from './use-sums.ts';

type SummaryDatabase = CompanyReads & CompanyWrites;

/** Options of summing up the audit. */
export interface SumUpOptions {
  /** Rows per short transaction, from 1. Default 500. */
  readonly batchSize?: number | undefined;
}

const POLL_MS = 50;
/** After so long behind a longer write, such as an import, summing up stops; the next run continues. */
const WAIT_MS = 3_000;

/**
 * Sums up the audit by token, day and ability, from where the last run ended; returns how many rows it handled. Each
 * batch moves the mark in the transaction that adds its sums. So a run may stop anywhere, and two may run at once: the
 * second finds the mark moved and continues there.
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
  await addToSummary(database, mark, batch.lastId, uses);
  return batch.rows;
}

function addToSummary(
  database: CompanyWrites,
  mark: number,
  lastId: number,
  uses: readonly UseOfCall[],
): Promise<void> {
  return database.writeAllCompanies('token_use.summary', {}, async (all) => {
    if (await moveUseMark(all, mark, lastId)) await addUsesToKept(all, uses);
  });
}

/** Sums up calls by token, day and ability. The order is fixed, so that concurrent writers of sums cannot deadlock. */
function summedUp(calls: readonly AuditedCall[]): UseOfCall[] {
  const uses = new Map<string, UseOfCall>();
  for (const call of calls) collectUse(uses, useOfCall(call));
  return [...uses].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use);
}

/**
 * An id below which no new row can appear; null if one still may. On SQLite ids are in the order of commits. On
 * PostgreSQL a transaction may commit after another one with a higher id, so this waits for all that are writing now.
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
