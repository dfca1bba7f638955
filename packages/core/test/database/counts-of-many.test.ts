import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { type CountedRecord, countedAttendance } from '../../src/attendance/attendance-count.ts';
import type { CompanyTransaction } from '../../src/database/company-scope.ts';
import { CountChanges } from '../../src/database/counts/count-changes.ts';
import { DIFFERENCES } from '../../src/database/dialect.ts';
import { addDays } from '../../src/time/calendar-date.ts';
import { withCore } from '../support.ts';

const DAYS = 200;
/** Each count is found by its key, once more by its id, and its change is looked up: a join would compare all with all. */
const MOST_LOOKS_OF_A_CHANGE = 20;

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows all the steps of a plan pass on or drop. */
function looksOf(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + looksOf(plan), 0);
  return below + (node['Actual Rows'] + dropped) * node['Actual Loops'];
}

function changesOfDays(by: number): CountChanges<CountedRecord> {
  const changes = new CountChanges(countedAttendance);
  for (let day = 0; day < DAYS; day += 1) {
    const place = { departmentId: day % 7, branchId: day % 3, status: 'pending', voidedAt: null } as const;
    changes.add({ ...place, date: addDays('2026-01-01', day) }, by);
  }
  return changes;
}

withCore('the counts that an import changes', (test) => {
  // SQLite is told its index.
  if (test.database.type === 'sqlite') return;

  it('are each found by themselves, where no statistics know the company yet', async () => {
    const { company, core } = test;
    await core.extension.database.write(company, 'test', {}, (scope) => changesOfDays(3).write(scope as never));
    const { looks, changes } = await core.extension.database.write(company, 'test', {}, async (scope) => {
      for (const text of DIFFERENCES.postgres.readByKey) await scope.manager.query(text);
      return looksOfWrite(changesOfDays(2), scope as never, scope.manager);
    });
    expect(changes).to.be.above(5 * DAYS);
    expect(looks).to.be.below(MOST_LOOKS_OF_A_CHANGE * changes);
    const [total] = await core.extension.database
      .read(company)
      .rows(rawSql(`SELECT SUM(total) AS total FROM shaon_attendance_count WHERE company_id = $1 AND kind = 'all'`));
    // In days and in months, of the write before and of the one that is explained.
    expect(Number(total?.total)).to.equal(2 * DAYS * (3 + 2));
    // None of these days is there.
    await core.attendance.recount(company);
  });
});

async function looksOfWrite(changes: CountChanges<CountedRecord>, scope: CompanyTransaction, manager: EntityManager) {
  let looks = 0;
  const explaining = Object.create(scope) as CompanyTransaction;
  explaining.change = async ({ text }, values = []) => {
    const [row] = await manager.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [scope.companyId, ...values]);
    looks = looksOf((row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
    return [];
  };
  await changes.write(explaining);
  return { looks, changes: changes.size };
}
