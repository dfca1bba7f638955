import { createCore, migrateCore, silentLog, systemActor } from '@shaon/core';
import { createTestDatabase, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { runMigrations } from '../../src/database/migrations/migrate.ts';
import { makeToken, tokenDigest } from '../../src/tokens/token-format.ts';
import { TEST_KEYS } from '../support.ts';
import { openRaw } from './raw-database.ts';

/** A database may have stopped at any of them, since each was the newest for a time. */
describe('a database of any older schema', () => {
  for (const dialect of testedDialects()) {
    for (const [index, { name }] of CORE_MIGRATIONS.slice(0, -1).entries()) {
      it(`is brought up with what is in it: ${name}, ${dialect}`, async () => {
        const database = await createTestDatabase(dialect);
        const { connection } = database;
        try {
          await runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, 1));
          const token = await fill(connection);
          await runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, index + 1));
          const refused = await createCore({ database: connection, keys: TEST_KEYS }).catch((error: unknown) => error);
          expect(refused).to.have.property('code', 'schema_outdated');

          const begun: unknown[] = [];
          const log = { ...silentLog, info: (fields: object) => begun.push(...Object.values(fields)) };
          const applied = await migrateCore(connection, { log });
          expect(applied).lengthOf(CORE_MIGRATIONS.length - index - 1);
          expect(begun, 'each of them was logged as it began').deep.equal(applied);
          const core = await createCore({ database: connection, keys: TEST_KEYS });
          try {
            const page = { page: 1, per_page: 50 };
            expect((await core.attendance.list(systemActor(1), {}, page)).total).to.equal(3);
            expect((await core.employees.list(systemActor(1), {}, page)).total).to.equal(2);
            expect(await core.tokens.authenticate(token)).to.include({ outcome: 'accepted' });
          } finally {
            await core.close();
          }
        } finally {
          await database.drop();
        }
      }).timeout(60_000);
    }
  }
});

/** A company with two employees, three days and a token, in the first schema; gives the token. */
async function fill(connection: Parameters<typeof openRaw>[0]): Promise<string> {
  const raw = await openRaw(connection);
  const now = connection.type === 'sqlite' ? '0' : "'2026-01-01T00:00:00Z'";
  const no = connection.type === 'sqlite' ? '0' : 'FALSE';
  const token = makeToken();
  try {
    await raw.run(`INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours, created_at, updated_at)
      VALUES ('Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, ${now}, ${now})`);
    for (const n of [1, 2]) {
      await raw.run(`INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status, id_number, id_number_hash, salary_type, hourly_rate, created_at, updated_at)
        VALUES (1, 'Person ${n}', 'p${n}@example.test', '0501234567', '+972501234567', 'employee', 'active', 'x', 'x${n}', 'hourly', '40', ${now}, ${now})`);
    }
    for (const [employee, date] of [
      [1, '2026-01-31'],
      [1, '2026-02-01'],
      [2, '2026-02-01'],
    ]) {
      await raw.run(`INSERT INTO shaon_attendance (company_id, employee_id, date, status, is_approved, created_at, updated_at)
        VALUES (1, ${employee}, '${date}', 'pending', ${no}, ${now}, ${now})`);
    }
    await raw.run(`INSERT INTO shaon_token (company_id, name, prefix, last_four, digest, abilities, created_by, created_at)
      VALUES (1, 'payroll', 'shn_1234', '1234', '${tokenDigest(token)}', 'employees:read', 'system', ${now})`);
  } finally {
    await raw.close();
  }
  return token;
}
