import { createCore, systemActor } from '@shaon/core';
import { type Connection, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type Settings, shaon, TEST_KEYS } from './running-shaon.ts';

const DAYS = 30;

const OLD = 'SELECT id FROM "shaon_attendance" WHERE date < $1';
const REMOVALS = [
  `DELETE FROM "shaon_punch" WHERE attendance_id IN (${OLD})`,
  `DELETE FROM "shaon_external_id" WHERE kind = 'attendance' AND record_id IN (${OLD})`,
  'DELETE FROM "shaon_attendance" WHERE date < $1',
];

/** The demo company with its last days alone: 18 months of them would be read and written for minutes. */
export async function makeShortDemo(connection: Connection, settings: Settings): Promise<void> {
  const demo = await shaon(['demo'], settings);
  expect(demo.code, demo.stderr).to.equal(0);
  const core = await createCore({ database: connection, keys: TEST_KEYS, withoutEvents: true });
  try {
    const first = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
    await core.extension.database.writeAllCompanies('test', {}, async (all) => {
      for (const text of REMOVALS) await all.rows(rawSql(text), [first]);
    });
    await core.attendance.recount(systemActor(1));
  } finally {
    await core.close();
  }
}
