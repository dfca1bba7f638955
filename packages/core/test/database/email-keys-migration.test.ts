import { createCore, migrateCore, silentLog } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { hashPassword } from '../../src/accounts/password.ts';
import { CORE_LEDGER, CORE_MIGRATIONS } from '../../src/database/migrations/index.ts';
import { runMigrations } from '../../src/database/migrations/migrate.ts';
import { refusal, TEST_KEYS } from '../support.ts';
import { openRaw } from './raw-database.ts';

onEachDatabase('e-mail keys of a database from before domains in ASCII (D:A10)', (database) => {
  it('are brought into that form, and a log-in whose mailbox somebody else has is named in the log', async () => {
    const connection = database.connection();
    const before = CORE_MIGRATIONS.findIndex(({ name }) => name === 'ShaonAsciiEmailKeys');
    await runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS.slice(0, before));
    const raw = await openRaw(connection);
    const now = connection.type === 'sqlite' ? '0' : "'2026-01-01T00:00:00Z'";
    const no = connection.type === 'sqlite' ? '0' : 'FALSE';
    const password = 'correct horse 1';
    const hash = await hashPassword(password);
    const addresses = [
      ['Dana@BÜCHER.example', 'dana@bücher.example'],
      ['noa@מבחן.example', 'noa@מבחן.example'],
      ['noa@xn--4dbcagda.example', 'noa@xn--4dbcagda.example'],
      ['דנה@example.test', 'דנה@example.test'],
      ['ron@täst.example', 'ron@täst.example'],
      ['ron@xn--tst-qla.example', 'ron@xn--tst-qla.example'],
      ['plain@example.test', 'plain@example.test'],
    ];
    try {
      await raw.run(`INSERT INTO shaon_company (name, zone, locale, phone_region, open_shift_hours, break_hours, work_day_hours, created_at, updated_at)
        VALUES ('Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, ${now}, ${now})`);
      for (const [email, key] of addresses) {
        await raw.run(`INSERT INTO shaon_login (company_id, name, email_key, email, role, password_hash, must_change_password, failed_attempts, created_at, updated_at)
          VALUES (1, 'A', '${key}', '${email}', 'admin', '${hash}', ${no}, 0, ${now}, ${now})`);
      }
    } finally {
      await raw.close();
    }

    const warned: unknown[] = [];
    await migrateCore(connection, { log: { ...silentLog, warn: (facts) => warned.push(facts) } });
    expect(warned).to.deep.equal([{ loginId: 5 }]);

    const core = await createCore({ database: connection, keys: TEST_KEYS });
    try {
      const idOf = async (email: string) => {
        const { actor } = await core.accounts.signIn({ email, password });
        return actor.loginId;
      };
      expect(await idOf('dana@bücher.EXAMPLE')).to.equal(1);
      expect(await idOf('dana@xn--bcher-kva.example')).to.equal(1);
      expect(await idOf('noa@מבחן.example')).to.equal(2);
      expect(await idOf('דנה@example.test')).to.equal(4);
      expect(await idOf('ron@täst.example')).to.equal(6);
      expect(await idOf('plain@example.test')).to.equal(7);
      const taken = core.accounts.inviteAdmin(1, { name: 'x', email: 'dana@xn--bcher-kva.example' });
      expect(await refusal(taken)).to.have.property('code', 'invalid_input');
    } finally {
      await core.close();
    }
  });
});
