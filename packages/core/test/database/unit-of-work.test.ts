import { createCore } from '@shaon/core';
import { expect } from 'chai';
import { DataSource, type EntityManager } from 'typeorm';
import { newEmployee, refusal, TEST_KEYS, withCore } from '../support.ts';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

withCore('unit of work', (test) => {
  const insertDepartment = (manager: EntityManager, name: string) =>
    test.core.organization.createDepartment(test.company, { name }, { manager });

  const departments = async (prefix: string): Promise<string[]> => {
    const all = await test.core.organization.departments(test.company);
    return all.map((department) => department.name).filter((name) => name.startsWith(prefix));
  };

  it('keeps exactly what was committed, of a thousand transactions beside plain writes and reads', async function () {
    this.timeout(60_000);
    const seenEarly: string[] = [];
    const transaction = (index: number) =>
      test.core
        .transaction(async (manager) => {
          await insertDepartment(manager, `${index % 2 === 0 ? 'kept' : 'lost'} ${index}`);
          await new Promise((resolve) => setImmediate(resolve));
          if (index % 2 === 1) throw new Error('changed my mind');
        })
        .catch((error: Error) => {
          if (error.message !== 'changed my mind') throw error;
        });
    const plainWrite = (index: number) =>
      test.core.organization.createDepartment(test.company, { name: `plain ${index}` });
    const read = async () => {
      seenEarly.push(...(await departments('lost')));
    };
    // In four waves: a pool makes its last caller wait for five seconds at most.
    for (let wave = 0; wave < 4; wave += 1) {
      const numbered = (count: number) => Array.from({ length: count }, (_, index) => wave * count + index);
      await Promise.all([
        ...numbered(250).map(transaction),
        ...numbered(25).map(plainWrite),
        ...numbered(50).map(read),
      ]);
    }
    expect(seenEarly).to.deep.equal([]);
    expect(await departments('lost')).to.deep.equal([]);
    expect(await departments('kept')).to.have.lengthOf(500);
    expect(await departments('plain')).to.have.lengthOf(100);
  });

  it('refuses a write that would wait for its own transaction, on SQLite', async () => {
    if (test.database.type !== 'sqlite') return;
    const error = await refusal(
      test.core.transaction(() =>
        test.core.organization.createDepartment(test.company, { name: 'forgot the manager' }),
      ),
    );
    expect(error).to.have.property('code', 'transaction_nested');
    await test.core.organization.createDepartment(test.company, { name: 'the gate is open again' });
  });

  it('refuses the same of what a write lets run in its transaction, on SQLite', async () => {
    if (test.database.type !== 'sqlite') return;
    let isForgetful = true;
    const forgetful = async () => {
      if (!isForgetful) return;
      await test.core.organization.createDepartment(test.company, { name: 'forgot the manager' });
    };
    test.core.events.addSink({ name: 'forgetful', publish: forgetful });
    for (const act of [
      () => test.core.employees.create(test.company, newEmployee()),
      () => test.core.organization.createDepartment(test.company, { name: 'outer' }, { withinTransaction: forgetful }),
    ]) {
      expect(await refusal(act())).to.have.property('code', 'transaction_nested');
    }
    isForgetful = false;
    expect(await departments('outer')).to.deep.equal([]);
  });

  it('takes what was begun inside a transaction and goes on after its end for what it is: outside', async () => {
    const { promise: committed, resolve: commit } = deferred();
    let late: Promise<unknown> = Promise.resolve();
    await test.core.transaction(async () => {
      late = committed.then(() => test.core.organization.createDepartment(test.company, { name: 'late' }));
    });
    commit();
    await late;
    expect(await departments('late')).to.have.lengthOf(1);
  });

  it('refuses a manager that has no open transaction', async () => {
    const ended = await test.core.transaction(async (manager) => manager);
    const error = await refusal(insertDepartment(ended, 'too late'));
    expect(error).to.have.property('code');
    expect(await departments('too late')).to.deep.equal([]);
  });

  it('refuses what is no open transaction of its database in a service, and writes nothing', async () => {
    const connection = test.database.connection();
    const other = await new DataSource(
      connection.type === 'sqlite'
        ? { type: 'better-sqlite3', database: connection.path }
        : { type: 'postgres', url: connection.url },
    ).initialize();
    const ended = await test.core.transaction(async (manager) => manager);
    const hired = newEmployee();
    const create = (manager: unknown) =>
      refusal(test.core.employees.create(test.company, hired, { manager: manager as EntityManager }));
    try {
      for (const manager of [null, {}, other.manager, ended]) {
        expect(await create(manager)).to.include({ code: 'options_invalid' });
      }
      // Their transaction may be of another database with our tables in it.
      await other.transaction(async (manager) => {
        expect(await create(manager)).to.include({ code: 'options_invalid' });
      });
    } finally {
      await other.destroy();
    }
    await test.core.employees.create(test.company, hired);
  });

  it('closes once, however often it is asked to', async () => {
    const core = await createCore({ database: test.database.connection(), keys: TEST_KEYS });
    await Promise.all([core.close(), core.close()]);
    await core.close();
  });

  it('undoes a service’s write in a savepoint and lets the caller commit the rest', async () => {
    const taken = newEmployee();
    await test.core.employees.create(test.company, taken);
    await test.core.transaction(async (manager) => {
      await insertDepartment(manager, 'before the refusal');
      expect(
        await refusal(
          test.core.employees.create(test.company, newEmployee({ id_number: taken.id_number }), { manager }),
        ),
      ).to.have.property('code', 'invalid_input');
      await insertDepartment(manager, 'after the refusal');
    });
    expect(await departments('before the refusal')).to.have.lengthOf(1);
    expect(await departments('after the refusal')).to.have.lengthOf(1);
  });

  it('runs what waits for the commit after it, and never after a rollback', async () => {
    const { unitOfWork } = test.core.extension.database;
    const ran: string[] = [];
    await test.core.transaction(async (manager) => {
      unitOfWork.afterCommit(manager, () => ran.push('committed'));
      expect(ran).to.deep.equal([]);
    });
    await refusal(
      test.core.transaction(async (manager) => {
        unitOfWork.afterCommit(manager, () => ran.push('rolled back'));
        throw new Error('no');
      }),
    );
    expect(ran).to.deep.equal(['committed']);
  });

  it('commits a host’s rows with ours through the host’s own DataSource', async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') {
      const own = await new DataSource({ type: 'better-sqlite3', database: connection.path }).initialize();
      const error = await refusal(createCore({ dataSource: own, keys: TEST_KEYS }));
      expect(error).to.have.property('code', 'options_invalid');
      await own.destroy();
      return;
    }
    const host = await new DataSource({ type: 'postgres', url: connection.url }).initialize();
    const core = await createCore({ dataSource: host, keys: TEST_KEYS });
    try {
      await host.query('CREATE TABLE hire (email text)');
      const [kept, lost] = [newEmployee(), newEmployee()];
      await host.transaction(async (manager) => {
        await manager.query('INSERT INTO hire VALUES ($1)', [kept.email]);
        await core.employees.create(test.company, kept, { manager });
      });
      await refusal(
        host.transaction(async (manager) => {
          await manager.query('INSERT INTO hire VALUES ($1)', [lost.email]);
          await core.employees.create(test.company, lost, { manager });
          throw new Error('no');
        }),
      );
      expect(await host.query('SELECT email FROM hire')).to.deep.equal([{ email: kept.email }]);
      const { items } = await core.employees.list(test.company, {}, { page: 1, per_page: 200 });
      const emails = items.map((employee) => employee.email);
      expect(emails).to.include(kept.email).and.not.include(lost.email);
      await core.close();
      expect(host.isInitialized).to.equal(true);
    } finally {
      await host.destroy();
    }
  });
});
