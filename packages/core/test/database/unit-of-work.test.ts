import { type Core, createCore } from '@shaon/core';
import { expect } from 'chai';
import { DataSource, type EntityManager, type EntitySubscriberInterface, type QueryEvent } from 'typeorm';
import { newEmployee, refusal, TEST_KEYS, withCore } from '../support.ts';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Begins something after so many turns of the event loop. */
async function afterTurns<T>(turns: number, begin: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return begin();
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
    // In ten waves: a pool makes its last caller wait for five seconds at most.
    for (let wave = 0; wave < 10; wave += 1) {
      const numbered = (count: number) => Array.from({ length: count }, (_, index) => wave * count + index);
      await Promise.all([
        ...numbered(100).map(transaction),
        ...numbered(10).map(plainWrite),
        ...numbered(20).map(read),
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

  it('refuses a manager that was kept, also while the next transaction is open', async () => {
    const kept = await test.core.transaction(async (manager) => manager);
    await test.core.transaction(async () => {
      expect(await refusal(insertDepartment(kept, 'of another'))).to.include({ code: 'options_invalid' });
    });
    expect(await departments('of another')).to.deep.equal([]);
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

  it('keeps the driver’s text to itself where a savepoint cannot be opened', async () => {
    if (test.database.type !== 'postgres') return;
    const told = await refusal(
      test.core.transaction(async (manager) => {
        await refusal(manager.query('SELECT 1 / 0'));
        await insertDepartment(manager, 'in vain');
      }),
    );
    expect(told).to.be.an('error').with.property('driverCode', '25P02');
    expect(told).not.to.have.property('query');
  });

  it('tells of a commit only where the database has committed, though the caller has caught its own error', async () => {
    const isWhole = test.database.type === 'sqlite';
    const fail = (manager: EntityManager) => manager.query('SELECT * FROM no_such_table').catch(() => undefined);
    const acts: Record<string, () => Promise<unknown>> = {
      'caught in a transaction': () =>
        test.core.transaction(async (manager) => {
          await insertDepartment(manager, 'caught in a transaction');
          await fail(manager);
        }),
      'caught within a write': () =>
        test.core.organization.createDepartment(
          test.company,
          { name: 'caught within a write' },
          { withinTransaction: async (manager) => void (await fail(manager)) },
        ),
    };
    for (const [name, act] of Object.entries(acts)) {
      if (isWhole) await act();
      else expect(await refusal(act())).to.include({ name: 'StatementError', driverCode: '25P02' });
      expect(await departments(name)).to.have.lengthOf(isWhole ? 1 : 0);
    }
    await test.core.organization.createDepartment(test.company, { name: 'after it' });
  });

  describe('runs one after the other what is called at once in a transaction', () => {
    const outcomesOf = async (calls: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(calls)).map(({ status }) => status);

    it('so that a refusal undoes nothing of the others', async () => {
      for (let round = 0; round < 3; round += 1) {
        const [first, second] = [`at once ${round} a`, `at once ${round} b`];
        let outcomes: string[] = [];
        await test.core.transaction(async (manager) => {
          outcomes = await outcomesOf([
            insertDepartment(manager, first),
            test.core.organization.removeDepartment(test.company, 999_999, { manager }),
            insertDepartment(manager, second),
            test.core.employees.freeze(test.company, 999_999, { manager }),
          ]);
        });
        expect(outcomes).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
        expect(await departments(`at once ${round}`)).to.have.members([first, second]);
      }
    });

    it('and waits for them all before it undoes them', async () => {
      for (let round = 0; round < 3; round += 1) {
        const error = await refusal(
          test.core.transaction((manager) =>
            Promise.all([
              test.core.organization.removeDepartment(test.company, 999_999, { manager }),
              insertDepartment(manager, 'undone 1'),
              insertDepartment(manager, 'undone 2'),
            ]),
          ),
        );
        expect(error).to.have.property('code', 'not_found');
        await test.core.organization.createDepartment(test.company, { name: `beside ${round}` });
      }
      expect(await departments('undone')).to.deep.equal([]);
      expect(await departments('beside')).to.have.lengthOf(3);
    });

    it('and what a write lets run in it does not wait for the write, by whichever manager', async () => {
      await test.core.transaction(async (manager) => {
        await test.core.organization.createDepartment(
          test.company,
          { name: 'nested 1' },
          {
            manager,
            withinTransaction: async (own) => {
              const calls = [insertDepartment(own, 'nested 2'), insertDepartment(manager, 'nested 3')];
              expect(await outcomesOf(calls)).to.deep.equal(['fulfilled', 'fulfilled']);
            },
          },
        );
      });
      expect(await departments('nested')).to.have.lengthOf(3);
    });

    for (const event of ['beforeQuery', 'afterQuery'] as const) {
      it(`but nothing for which a listener of the caller’s waits (${event})`, async () => {
        const { organization } = test.core;
        await test.core.transaction(async (manager) => {
          await organization.createDepartment(test.company, { name: `${event} 1` }, { manager });
          const heard: string[] = [];
          const listener: EntitySubscriberInterface = {
            [event]: async ({ query, queryRunner, manager }: QueryEvent) => {
              heard.push(query);
              if (query === 'SELECT 4') return;
              await queryRunner.query('SELECT 4');
              if (query !== 'SELECT 2') return;
              await organization.createDepartment(test.company, { name: `${event} 2` }, { manager });
            },
          };
          const { subscribers } = manager.connection;
          subscribers.push(listener);
          try {
            await manager.query('SELECT 2');
            await organization.createDepartment(test.company, { name: `${event} 3` }, { manager });
          } finally {
            subscribers.splice(subscribers.indexOf(listener), 1);
          }
          expect(heard).to.include.members(['SELECT 2', 'SELECT 4']);
        });
        expect(await departments(event)).to.have.lengthOf(3);
      });
    }

    it('but not a statement for which the code waits that a write lets run in it', async () => {
      for (let turns = 0; turns < 12; turns += 1) {
        await test.core.transaction(async (manager) => {
          const written = afterTurns(turns, () => manager.query('SELECT 1'));
          const withinTransaction = async () => void (await written);
          const named = { name: `waits ${turns}` };
          await test.core.organization.createDepartment(test.company, named, { manager, withinTransaction });
        });
      }
      expect(await departments('waits')).to.have.lengthOf(12);
    });
  });

  it('undoes nothing of the caller’s when a savepoint cannot be made, so that no later statement stands alone', async () => {
    if (test.database.type === 'sqlite') return;
    await test.core.transaction((manager) => manager.query('CREATE TABLE stray (name text)'));
    const error = await refusal(
      test.core.transaction(async (manager) => {
        await manager.query('SELECT * FROM no_such_table').catch(() => undefined);
        await insertDepartment(manager, 'after an error').catch(() => undefined);
        await manager.query("INSERT INTO stray VALUES ('stray')");
      }),
    );
    expect(error).to.be.an('error');
    const rows = await test.core.transaction((manager) => manager.query('SELECT name FROM stray'));
    expect(rows).to.deep.equal([]);
    expect(await departments('after an error')).to.deep.equal([]);
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

  it('waits with a savepoint of the caller’s own for services that are under way in it', async () => {
    await test.core.transaction(async (manager) => {
      await insertDepartment(manager, 'around a savepoint 1');
      await refusal(
        manager.transaction((inner) =>
          Promise.all([
            test.core.organization.removeDepartment(test.company, 999_999, { manager: inner }),
            insertDepartment(inner, 'lost in a savepoint 1'),
            insertDepartment(inner, 'lost in a savepoint 2'),
          ]),
        ),
      );
      await insertDepartment(manager, 'around a savepoint 2');
    });
    expect(await departments('lost in a savepoint')).to.deep.equal([]);
    expect(await departments('around a savepoint')).to.have.lengthOf(2);
  });

  if (test.database.type === 'sqlite') return;

  describe('lets the end of a host’s own transaction wait for services that are under way', () => {
    let host: DataSource;
    let core: Core;

    before(async () => {
      const { url } = test.database.connection() as { url: string };
      host = await new DataSource({ type: 'postgres', url, poolSize: 3 }).initialize();
      core = await createCore({ dataSource: host, keys: TEST_KEYS });
    });
    after(() => host?.destroy());

    const create = (manager: EntityManager, name: string) =>
      core.organization.createDepartment(test.company, { name }, { manager });
    const remove = (manager: EntityManager) => core.organization.removeDepartment(test.company, 999_999, { manager });

    /** Ends by the first refusal, while others are under way. */
    async function atOnce(manager: EntityManager, name: string): Promise<void> {
      await Promise.all([remove(manager), create(manager, `${name} 1`), create(manager, `${name} 2`)]);
    }

    it('of which a refusal undoes all', async () => {
      for (let round = 0; round < 3; round += 1) {
        const error = await refusal(host.transaction((manager) => atOnce(manager, 'lost by a host')));
        expect(error).to.have.property('code', 'not_found');
        // Each connection of the pool once more: none may still be in that transaction.
        await Promise.all([1, 2, 3].map(() => host.transaction((manager) => manager.query('SELECT pg_sleep(0.01)'))));
      }
      expect(await departments('lost by a host')).to.deep.equal([]);
    });

    it('also where it ends by a failure that is not theirs', async () => {
      for (let round = 0; round < 5; round += 1) {
        const works: Promise<unknown>[] = [];
        await refusal(
          host.transaction(async (manager) => {
            works.push(create(manager, 'of a host 1'), create(manager, 'of a host 2'));
            await new Promise((resolve) => setTimeout(resolve, round));
            throw new Error('a remote call failed');
          }),
        );
        await Promise.allSettled(works);
      }
      expect(await departments('of a host')).to.deep.equal([]);
    });

    it('and of a savepoint of the host in it, which leaves the rest', async () => {
      await host.transaction(async (manager) => {
        await create(manager, 'kept by a host 1');
        await refusal(manager.transaction((inner) => atOnce(inner, 'lost in a savepoint of a host')));
        await create(manager, 'kept by a host 2');
      });
      expect(await departments('lost in a savepoint of a host')).to.deep.equal([]);
      expect(await departments('kept by a host')).to.have.lengthOf(2);
    });

    it('by a query runner that begins again too', async () => {
      const runner = host.createQueryRunner();
      for (const name of ['by a runner 1', 'by a runner 2']) {
        await runner.startTransaction();
        await refusal(atOnce(runner.manager, 'lost by a runner'));
        await runner.rollbackTransaction();
        await runner.startTransaction();
        await create(runner.manager, name);
        await runner.commitTransaction();
      }
      await runner.release();
      expect(host.subscribers).to.have.lengthOf(1);
      expect(await departments('lost by a runner')).to.deep.equal([]);
      expect(await departments('by a runner')).to.have.lengthOf(2);
    });

    it('of two cores, so that a refusal by one undoes nothing of the other', async () => {
      const other = await createCore({ dataSource: host, keys: TEST_KEYS });
      const refuse = async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error('no');
      };
      await host.transaction(async (manager) => {
        const options = { manager, withinTransaction: refuse };
        const refused = refusal(
          core.organization.createDepartment(test.company, { name: 'lost by one core' }, options),
        );
        await new Promise((resolve) => setTimeout(resolve, 20));
        await other.organization.createDepartment(test.company, { name: 'kept by the other core' }, { manager });
        await refused;
      });
      expect(await departments('lost by one core')).to.deep.equal([]);
      expect(await departments('kept by the other core')).to.have.lengthOf(1);
      await other.close();
    });

    it('but not for the write of another core in which the host’s code runs', async () => {
      const other = await createCore({ dataSource: host, keys: TEST_KEYS });
      await host.transaction(async (manager) => {
        const withinTransaction = async (own: EntityManager) => {
          await create(own, 'within another core 1');
          await create(manager, 'within another core 2');
        };
        const name = 'within another core 3';
        await other.organization.createDepartment(test.company, { name }, { manager, withinTransaction });
      });
      expect(await departments('within another core')).to.have.lengthOf(3);
      await other.close();
    });

    it('but not for the write in which the host’s code runs', async () => {
      await host.transaction(async (manager) => {
        const withinTransaction = async (own: EntityManager) => {
          await own.transaction((inner) => create(inner, 'within a write 1'));
          await refusal(
            own.transaction(async (inner) => {
              await create(inner, 'lost within a write');
              throw new Error('no');
            }),
          );
        };
        await core.organization.createDepartment(
          test.company,
          { name: 'within a write 2' },
          { manager, withinTransaction },
        );
      });
      expect(await departments('within a write')).to.have.lengthOf(2);
      expect(await departments('lost within a write')).to.deep.equal([]);
    });
  });
});
