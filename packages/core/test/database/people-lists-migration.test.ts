import { createCore, migrateCore, systemActor } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { runMigrations } from '../../src/database/migrations/migrate.ts';
import { TEST_KEYS } from '../support.ts';
import { openRaw } from './raw-database.ts';

const PEOPLE = 1_203;

onEachDatabase('people of a database from before they could be searched by a column', (database) => {
  it('are found after the migration, in more than one batch, and those who have signed in are known', async () => {
    const connection = database.connection();
    const before = CORE_MIGRATIONS.findIndex(({ name }) => name === 'ShaonPeopleLists');
    await runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, before));
    const isSqlite = connection.type === 'sqlite';
    const at = (ms: number) => (isSqlite ? String(ms) : `'${new Date(ms).toISOString()}'`);
    const flag = (value: boolean) => (isSqlite ? String(Number(value)) : String(value));
    const raw = await openRaw(connection);
    try {
      await raw.run(`INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours, created_at, updated_at)
        VALUES ('Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, ${at(0)}, ${at(0)})`);
      const rows = Array.from({ length: PEOPLE }, (_, index) => {
        const phone = index % 2 === 0 ? `'050-123-${4000 + index}', NULL` : 'NULL, NULL';
        return `(1, 'Éva ${index}', 'P${index}@Example.test', ${phone}, 'employee', 'active', 'x', 'x${index}', 'hourly', '40', ${at(0)}, ${at(0)})`;
      });
      await raw.run(`INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status, id_number, id_number_hash, salary_type, hourly_rate, created_at, updated_at)
        VALUES ${rows.join(',')}`);
      const login = (employee: number, mustChange: boolean, updated: number) =>
        raw.run(`INSERT INTO shaon_login (company_id, name, email_key, email, role, employee_id, password_hash, must_change_password, failed_attempts, created_at, updated_at)
          VALUES (1, 'A', 'p${employee}', 'p${employee}', 'employee', ${employee}, 'hash', ${flag(mustChange)}, 0, ${at(0)}, ${at(updated)})`);
      await login(1, true, 1_000);
      await login(2, false, 2_000);
      await login(3, true, 3_000);
      await raw.run(`INSERT INTO shaon_session (company_id, login_id, digest, created_at, last_seen_at, expires_at)
        SELECT 1, id, 'd', ${at(5_000)}, ${at(5_000)}, ${at(6_000)} FROM shaon_login WHERE employee_id = 3`);
    } finally {
      await raw.close();
    }

    await migrateCore(connection);
    const core = await createCore({ database: connection, keys: TEST_KEYS });
    try {
      const company = systemActor(1);
      const found = async (text: string) =>
        (await core.personnel.search(company, { text }, { page: 1, per_page: 50 })).total;
      expect(await found('ÉVA p@')).to.equal(0);
      expect(await found('ÉVA')).to.equal(PEOPLE);
      expect(await found(`p${PEOPLE - 1}@EXAMPLE`)).to.equal(1);
      expect(await found('0501235202')).to.equal(1);
      const { items } = await core.personnel.search(company, {}, { page: 1, per_page: 2 });
      expect(items.map(({ name }) => name)).to.deep.equal(['Éva 0', 'Éva 1']);
      const logins = await core.personnel.logins(company, [1, 2, 3]);
      const signIns = [1, 2, 3].map((id) => logins.get(id)?.lastSignInAt?.getTime() ?? null);
      expect(signIns).to.deep.equal([null, 2_000, 5_000]);
      expect((await core.personnel.counts(company)).notSignedIn).to.equal(1);
    } finally {
      await core.close();
    }
  });

  it('are found without accents once these are folded, too', async () => {
    const connection = database.connection();
    const raw = await openRaw(connection);
    try {
      await raw.run(`DELETE FROM shaon_migrations WHERE name LIKE 'ShaonSearchWithoutMarks%'`);
      await raw.run(`UPDATE shaon_employee SET searched = replace(searched, 'eva', 'éva')`);
    } finally {
      await raw.close();
    }
    expect(await migrateCore(connection)).to.deep.equal(['ShaonSearchWithoutMarks1765200000000']);
    const core = await createCore({ database: connection, keys: TEST_KEYS });
    try {
      const found = async (text: string) =>
        (await core.personnel.search(systemActor(1), { text }, { page: 1, per_page: 50 })).total;
      expect([await found('eva'), await found('ÉVA')]).to.deep.equal([PEOPLE, PEOPLE]);
    } finally {
      await core.close();
    }
  });
});
