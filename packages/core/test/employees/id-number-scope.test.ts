import { type Core, type CoreOptions, createCore, migrateCore, rescopeIdNumbers, systemActor } from '@shaon/core';
import { onEachDatabase, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, refusal, TEST_KEYS } from '../support.ts';

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

  const hashesOf = (core: Core) =>
    core.extension.database
      .allCompanies()
      .run(rawSql('SELECT id, id_number_hash AS hash FROM "shaon_employee" ORDER BY id'));
  const errorsOf = async (promise: Promise<unknown>) => ((await refusal(promise)) as { errors?: object }).errors;

  const [shared, other] = [newEmployee().id_number, newEmployee().id_number];
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

  it('is fixed then: a process with another one does not start, and hears the command', async () => {
    const error = (await refusal(createCore(options('company')))) as { code: string; message: string };
    expect(error.code).to.equal('options_invalid');
    expect(error.message).to.contain('shaon id-numbers rescope --to company');
    expect(await refusal(createCore(options('both' as never)))).to.have.property('code', 'options_invalid');
  });

  it('is changed to the company by a command, in batches, and lets two companies have one person', async () => {
    await withCore('installation', async (core) => {
      for (let count = 0; count < 5; count++) await core.employees.create(systemActor(first), newEmployee());
      const before = await hashesOf(core);
      const steps: number[] = [];
      const onProgress = ({ changed }: { changed: number }) => steps.push(changed);
      expect(await rescopeIdNumbers(options(), { to: 'company', batchSize: 2, onProgress })).to.deep.equal({
        changed: 6,
      });
      expect(steps).to.deep.equal([2, 4, 6, 6]);
      const after = await hashesOf(core);
      for (const [index, { hash }] of after.entries()) expect(hash).not.to.equal(before[index]?.hash);

      // A process that still runs with the former scope writes no hash of it.
      const late = core.employees.create(systemActor(second), newEmployee());
      expect(await refusal(late)).to.have.property('code', 'options_invalid');
      const [employee] = (await core.employees.list(systemActor(first), {}, { page: 1, per_page: 1 })).items;
      const amended = core.personnel.amend(systemActor(first), employee?.id ?? 0, {
        id_number: newEmployee().id_number,
      });
      expect(await refusal(amended)).to.have.property('code', 'options_invalid');
    });
    expect(await refusal(createCore(options('installation')))).to.have.property('code', 'options_invalid');
    await withCore('company', async (core) => {
      const again = await core.employees.create(systemActor(second), newEmployee({ id_number: shared }));
      expect(await core.personnel.openIdNumber(systemActor(second), again.id)).to.equal(shared);
      const taken = core.employees.create(systemActor(second), newEmployee({ id_number: shared }));
      expect(await errorsOf(taken)).to.deep.equal({ id_number: [{ rule: 'unique' }] });
      const free = await core.employees.create(systemActor(second), newEmployee());
      expect(await errorsOf(core.personnel.amend(systemActor(second), free.id, { id_number: shared }))).to.deep.equal({
        id_number: [{ rule: 'unique' }],
      });
      await core.personnel.amend(systemActor(second), free.id, { id_number: other });
      await core.employees.create(systemActor(first), newEmployee({ id_number: other }));
      const { items } = await core.employees.list(systemActor(first), {}, { page: 1, per_page: 50 });
      for (const { id } of items) expect(await core.personnel.openIdNumber(systemActor(first), id)).to.match(/^\d{9}$/);
    });
  });

  it('is not changed back where numbers would collide, and their number is told', async () => {
    const error = (await refusal(rescopeIdNumbers(options(), { to: 'installation', batchSize: 3 }))) as {
      code: string;
      message: string;
      details: object;
    };
    expect(error.code).to.equal('state_conflict');
    expect(error.message).to.match(/^2 ID numbers/);
    expect(error.details).to.deep.equal({ collisions: 2 });
    await withCore('company', async (core) => {
      const { items } = await core.employees.list(systemActor(second), {}, { page: 1, per_page: 50 });
      for (const { id } of items) {
        await core.personnel.amend(systemActor(second), id, { id_number: newEmployee().id_number });
      }
    });
  });

  it('is finished by a second run where the first was interrupted, and no core opens in between', async () => {
    const interrupted = rescopeIdNumbers(options(), {
      to: 'installation',
      batchSize: 2,
      onProgress: ({ changed }) => {
        if (changed >= 4) throw new Error('interrupted');
      },
    });
    expect(await refusal(interrupted)).to.have.property('message', 'interrupted');
    for (const scope of ['installation', 'company'] as const) {
      const error = (await refusal(createCore(options(scope)))) as { code: string; message: string };
      expect(error.code).to.equal('options_invalid');
      expect(error.message).to.contain('shaon id-numbers rescope');
    }
    const { changed } = await rescopeIdNumbers(options(), { to: 'installation', batchSize: 2 });
    expect(changed).to.be.greaterThan(0);
    await withCore('installation', async (core) => {
      const people = (await hashesOf(core)).length;
      // The batch in which the first run was interrupted was taken back.
      expect(changed).to.equal(people - 2);
      const taken = core.employees.create(systemActor(second), newEmployee({ id_number: other }));
      expect(await errorsOf(taken)).to.deep.equal({ id_number: [{ rule: 'unique' }] });
      const rows = await core.extension.database
        .allCompanies()
        .run(rawSql(`SELECT detail FROM "shaon_audit" WHERE action = 'id_numbers.rescope' ORDER BY id`));
      expect(rows.map(({ detail }) => JSON.parse(String(detail)).to)).to.deep.equal(['company', 'installation']);
    });
    expect(await rescopeIdNumbers(options(), { to: 'installation' })).to.deep.equal({ changed: 0 });
  });

  it('outlives a rotation of the keys, and refuses a batch size that is none', async () => {
    const keys = `new:${Buffer.alloc(32, 9).toString('base64')},${TEST_KEYS}`;
    const core = await createCore({ database: database.connection(), keys });
    try {
      await core.rotateKeys();
    } finally {
      await core.close();
    }
    const reopened = await createCore({ database: database.connection(), keys: keys.split(',')[0] as string });
    await reopened.close();
    for (const batchSize of [0, 1.5, -1]) {
      const refused = rescopeIdNumbers({ ...options(), keys }, { to: 'company', batchSize });
      expect(await refusal(refused)).to.have.property('code', 'options_invalid');
    }
  });
});

onEachDatabase('the scope of ID numbers, before it was stored (D:A12)', { migrate: migrateCore }, (database) => {
  it('is the installation where there are employees already', async () => {
    const options = { database: database.connection(), keys: TEST_KEYS };
    const core = await createCore(options);
    const { id } = await core.companies.create({ name: 'Old' });
    await core.employees.create(systemActor(id), newEmployee());
    await core.extension.database.writeAllCompanies('test', {}, (all) =>
      all.run(rawSql(`DELETE FROM "shaon_secret" WHERE name LIKE 'id_number_scope%'`)),
    );
    await core.close();
    expect(await refusal(createCore({ ...options, idNumberScope: 'company' }))).to.have.property(
      'code',
      'options_invalid',
    );
    const again = await createCore(options);
    try {
      await again.employees.create(systemActor(id), newEmployee());
    } finally {
      await again.close();
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
