import { type Core, type CoreOptions, createCore, migrateCore, systemActor } from '@shaon/core';
import { createTestDatabase, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, refusal, TEST_KEYS } from '../support.ts';

const errorsOf = async (promise: Promise<unknown>) => ((await refusal(promise)) as { errors?: object }).errors;

onEachDatabase('the scope of ID numbers (D:W8, A12)', { migrate: migrateCore }, (database) => {
  const options = (idNumberScope?: 'installation' | 'company'): CoreOptions => ({
    database: database.connection(),
    keys: TEST_KEYS,
    ...(idNumberScope && { idNumberScope }),
  });

  async function withCore<T>(
    scope: 'installation' | 'company' | undefined,
    work: (core: Core) => Promise<T>,
  ): Promise<T> {
    const core = await createCore(options(scope));
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  }

  const shared = newEmployee().id_number;
  let first = 0;
  let second = 0;

  it('may be changed until there is an employee', async () => {
    await withCore(undefined, async (core) => {
      first = (await core.companies.create({ name: 'First' })).id;
      second = (await core.companies.create({ name: 'Second' })).id;
    });
    await withCore('company', async () => {});
    await withCore('installation', async (core) => {
      await core.employees.create(systemActor(first), newEmployee({ id_number: shared }));
      const taken = core.employees.create(systemActor(second), newEmployee({ id_number: shared }));
      expect(await errorsOf(taken)).to.deep.equal({ id_number: [{ rule: 'unique' }] });
    });
  });

  it('is fixed then: a process with another one does not start, and hears which one the database has', async () => {
    const error = (await refusal(createCore(options('company')))) as { code: string; message: string };
    expect(error.code).to.equal('options_invalid');
    expect(error.message)
      .to.contain('by installation since its first employee')
      .and.contain('SHAON_ID_NUMBER_SCOPE) to "installation"');
    expect(await refusal(createCore(options('both' as never)))).to.have.property('code', 'options_invalid');
  });

  it('outlives a rotation of the keys', async () => {
    const keys = `new:${Buffer.alloc(32, 9).toString('base64')},${TEST_KEYS}`;
    const core = await createCore({ database: database.connection(), keys });
    try {
      await core.rotateKeys();
    } finally {
      await core.close();
    }
    const rotated = { database: database.connection(), keys: keys.split(',')[0] as string };
    expect(await refusal(createCore({ ...rotated, idNumberScope: 'company' }))).to.have.property(
      'code',
      'options_invalid',
    );
    await (await createCore(rotated)).close();
  });
});

onEachDatabase('the scope of ID numbers, where it is the company (D:A12)', { migrate: migrateCore }, (database) => {
  it('lets two companies have one person, and none of them twice', async () => {
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS, idNumberScope: 'company' });
    try {
      const [shared, other] = [newEmployee().id_number, newEmployee().id_number];
      const first = systemActor((await core.companies.create({ name: 'First' })).id);
      const second = systemActor((await core.companies.create({ name: 'Second' })).id);
      await core.employees.create(first, newEmployee({ id_number: shared }));
      const again = await core.employees.create(second, newEmployee({ id_number: shared }));
      expect(await core.personnel.openIdNumber(second, again.id)).to.equal(shared);
      const unique = { id_number: [{ rule: 'unique' }] };
      expect(await errorsOf(core.employees.create(second, newEmployee({ id_number: shared })))).to.deep.equal(unique);
      const free = await core.employees.create(second, newEmployee());
      expect(await errorsOf(core.personnel.amend(second, free.id, { id_number: shared }))).to.deep.equal(unique);
      await core.personnel.amend(second, free.id, { id_number: other });
      const theirs = await core.employees.create(first, newEmployee({ id_number: other }));
      expect(await core.personnel.openIdNumber(first, theirs.id)).to.equal(other);
    } finally {
      await core.close();
    }
  });

  it('writes no hash of the former scope in a process that still runs with it', async () => {
    const fresh = await createTestDatabase(database.type, { migrate: migrateCore });
    const options = { database: fresh.connection, keys: TEST_KEYS };
    const former = await createCore(options);
    try {
      const company = systemActor((await former.companies.create({ name: 'New' })).id);
      await (await createCore({ ...options, idNumberScope: 'company' })).close();
      const late = former.employees.create(company, newEmployee());
      expect(await refusal(late)).to.have.property('code', 'options_invalid');
    } finally {
      await former.close();
      await fresh.drop();
    }
  });
});

onEachDatabase('the scope of ID numbers of a new database', { migrate: migrateCore }, (database) => {
  it('is one, also when processes with different settings start at once', async () => {
    const connection = { database: database.connection(), keys: TEST_KEYS };
    const starts = Array.from({ length: 8 }, (_, index) =>
      createCore({ ...connection, idNumberScope: index % 2 === 0 ? 'installation' : 'company' }),
    );
    const cores = await Promise.all(starts);
    try {
      const { id } = await (cores[0] as Core).companies.create({ name: 'New' });
      const created = await Promise.allSettled(
        cores.map((core) => core.employees.create(systemActor(id), newEmployee())),
      );
      const scopes = created.map(({ status }, index) => status === 'fulfilled' && index % 2);
      const done = scopes.filter((scope) => scope !== false);
      expect(done).to.have.lengthOf(4);
      expect(new Set(done).size).to.equal(1);
    } finally {
      for (const core of cores) await core.close();
    }
  });
});
