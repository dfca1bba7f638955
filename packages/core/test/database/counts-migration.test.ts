import { createCore, migrateCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { runMigrations } from '../../src/database/migrate.ts';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { TEST_KEYS } from '../support.ts';
import { openRaw } from './raw-database.ts';

onEachDatabase('attendance of a database from before its counts', (database) => {
  it('is counted by the migration, voided days, people without a department and a product’s own status too', async () => {
    const connection = database.connection();
    await runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, 1));
    const raw = await openRaw(connection);
    const now = connection.type === 'sqlite' ? '0' : "'2026-01-01T00:00:00Z'";
    const no = connection.type === 'sqlite' ? '0' : 'FALSE';
    try {
      await raw.run(`INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours, created_at, updated_at)
        VALUES ('Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, ${now}, ${now})`);
      await raw.run(
        `INSERT INTO shaon_department (company_id, name, created_at, updated_at) VALUES (1, 'North', ${now}, ${now})`,
      );
      for (const [n, department] of [
        [1, '1'],
        [2, 'NULL'],
      ]) {
        await raw.run(`INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status, department_id, id_number, id_number_hash, salary_type, hourly_rate, created_at, updated_at)
          VALUES (1, 'Person ${n}', 'p${n}@example.test', '0501234567', '+972501234567', 'employee', 'active', ${department}, 'x', 'x${n}', 'hourly', '40', ${now}, ${now})`);
      }
      const day = (employee: number, date: string, voided: string, status = 'pending') =>
        raw.run(`INSERT INTO shaon_attendance (company_id, employee_id, date, status, is_approved, voided_at, created_at, updated_at)
          VALUES (1, ${employee}, '${date}', '${status}', ${no}, ${voided}, ${now}, ${now})`);
      await day(1, '2026-01-31', 'NULL');
      await day(1, '2026-02-01', 'NULL');
      await day(1, '2026-02-02', now);
      await day(2, '2026-02-01', 'NULL');
      await day(1, '2026-02-03', 'NULL', 'exported');
    } finally {
      await raw.close();
    }

    expect(await migrateCore(connection)).to.have.lengthOf(CORE_MIGRATIONS.length - 1);
    const core = await createCore({ database: connection, keys: TEST_KEYS });
    try {
      const total = async (filter: object) =>
        (await core.attendance.list(systemActor(1), filter, { page: 1, per_page: 50 })).total;
      expect(await total({})).to.equal(4);
      expect(await total({ department_id: 1 })).to.equal(3);
      expect(await total({ date_from: '2026-02-01' })).to.equal(3);
      expect(await total({ department_id: 1, status: 'pending' })).to.equal(2);
      expect(await total({ department_id: 1, status: 'exported' })).to.equal(1);
      expect(
        (await core.employees.list(systemActor(1), { status: 'active' }, { page: 1, per_page: 50 })).total,
      ).to.equal(2);
      expect(await total({ status: 'pending', date_to: '2026-01-31' })).to.equal(1);
    } finally {
      await core.close();
    }
  });
});
