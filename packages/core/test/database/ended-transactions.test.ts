import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, createCore, silentLog } from '@shaon/core';
import { everyCompanySql } from '@shaon/core/storage';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource, type EntityManager, type EntitySubscriberInterface, type TransactionStartEvent } from 'typeorm';
import { refusal, TEST_KEYS, withCore } from '../support.ts';

const ENDED = { code: 'options_invalid', message: '{ manager } must belong to an open transaction.' };

withCore('a transaction that has ended, or cannot be ended', (test) => {
  const create = (name: string, manager: EntityManager) =>
    test.core.organization.createDepartment(test.company, { name }, { manager });
  const departments = async (prefix: string): Promise<string[]> => {
    const all = await test.core.organization.departments(test.company);
    return all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };

  it('takes no statement more', async () => {
    const kept = await test.core.transaction(async (manager) => manager);
    const all = test.core.extension.database.withinAllCompanies(kept);
    const statement = everyCompanySql`UPDATE nobody SET nothing = $1`;
    expect(await refusal(all.run(statement, [1]))).to.include(ENDED);
  });

  it('is refused as what may be tried again when core is closed in the middle, also a statement of the caller’s', async () => {
    const closed = await createCore({ database: test.database.connection(), keys: TEST_KEYS, log: silentLog });
    const refused = await refusal(
      closed.transaction(async (manager) => {
        const closing = closed.close();
        // On PostgreSQL a pool waits for its connections.
        if (test.database.type === 'postgres') await manager.queryRunner?.release();
        await closing;
        await manager.query('SELECT 1');
      }),
    );
    expect(refused).to.have.property('code', 'database_unavailable');
  });

  it('is not committed when a service in it could not be undone, because its hook has ended the savepoint', async () => {
    const withinTransaction = async (own: EntityManager) => {
      await own.query('RELEASE SAVEPOINT shaon_1');
      throw new Error('no');
    };
    const refused = test.core.transaction(async (manager) => {
      await create('beside a half write', manager);
      const named = { name: 'half a write' };
      await refusal(test.core.organization.createDepartment(test.company, named, { manager, withinTransaction }));
    });
    expect(await refusal(refused)).to.have.property('name', 'StatementError');
    expect(await departments('half a write')).to.deep.equal([]);
    expect(await departments('beside a half write')).to.deep.equal([]);
  });

  if (test.database.type === 'sqlite') {
    // As a full disk does.
    const endByItself = (manager: EntityManager) =>
      refusal(manager.query('INSERT OR ROLLBACK INTO shaon_department SELECT * FROM shaon_department'));

    it('refuses services when SQLite has ended it, so that nothing they write stands alone', async () => {
      const refusals: unknown[] = [];
      await refusal(
        test.core.transaction(async (manager) => {
          await create('ended by SQLite 1', manager);
          await endByItself(manager);
          refusals.push(await refusal(create('ended by SQLite 2', manager)));
          // A read of the same turn, for which the writer's connection is no longer free.
          const read = departments('');
          refusals.push(await refusal(create('ended by SQLite 3', manager)));
          await read;
          refusals.push(await refusal(manager.transaction((inner) => create('ended by SQLite 4', inner))));
        }),
      );
      expect(refusals).to.have.lengthOf(3);
      for (const refused of refusals) expect(refused).to.include(ENDED);
      expect(await departments('ended by SQLite')).to.deep.equal([]);
    });

    it('fails the write in which code of others has let SQLite end it', async () => {
      const withinTransaction = async (manager: EntityManager) => void (await endByItself(manager));
      const name = 'ended within a write';
      const refused = test.core.organization.createDepartment(test.company, { name }, { withinTransaction });
      expect(await refusal(refused)).to.include(ENDED);
      expect(await departments(name)).to.deep.equal([]);
    });
    return;
  }

  let server: pg.Client;
  let host: DataSource;
  let hosted: Core;

  before(async () => {
    const { url } = test.database.connection() as { url: string };
    server = new pg.Client(url);
    await server.connect();
    await server.query('CREATE TABLE note (text text)');
    host = await new DataSource({ type: 'postgres', url, poolSize: 2 }).initialize();
    hosted = await createCore({ dataSource: host, keys: TEST_KEYS, log: silentLog });
  });
  after(async () => {
    await host?.destroy();
    await server?.end();
  });

  const write = (manager: EntityManager, text: string) => manager.query('INSERT INTO note VALUES ($1)', [text]);
  const notes = async (like: string): Promise<unknown[]> =>
    (await server.query('SELECT text FROM note WHERE text LIKE $1', [like])).rows;
  const openTransactions = async (): Promise<unknown[]> =>
    (
      await server.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      )
    ).rows;

  /** As an operator's pg_cancel_backend, which meets the statement that begins with `text`. */
  async function cancelOnce({ queryRunner }: EntityManager, text: string): Promise<void> {
    const client = await queryRunner?.connect();
    const { query } = client;
    client.query = (...sent: unknown[]) => {
      const asked = sent[0] as string | { readonly text: string };
      if (!(typeof asked === 'string' ? asked : asked.text).startsWith(text)) return query.apply(client, sent);
      client.query = query;
      return Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }));
    };
  }

  it('fails the write whose hook has let TypeORM end it by a savepoint that could not be made', async () => {
    const withinTransaction = async (own: EntityManager) => {
      await refusal(own.query('SELECT 1 / 0'));
      await refusal(own.transaction(async () => undefined));
      await refusal(own.transaction((inner) => write(inner, 'by a hook')));
    };
    const called = (manager?: EntityManager) =>
      test.core.organization.createDepartment(test.company, { name: 'by a hook' }, { manager, withinTransaction });
    expect(await refusal(called())).to.include(ENDED);
    const refused = test.core.transaction(async (manager) => {
      await called(manager);
      await write(manager, 'by a hook');
    });
    expect(await refusal(refused)).to.include(ENDED);
    expect(await departments('by a hook')).to.deep.equal([]);
    expect(await notes('by a hook')).to.deep.equal([]);
  });

  it('is not told of as committed by a host’s DataSource when a service in it could not be undone', async () => {
    const refused = await refusal(
      host.transaction(async (manager) => {
        await write(manager, 'not undone');
        await cancelOnce(manager, 'ROLLBACK TO');
        await refusal(hosted.organization.removeDepartment(test.company, 999_999, { manager }));
      }),
    );
    expect(refused).to.have.property('code', 'took_too_long');
    expect(await notes('not undone')).to.deep.equal([]);
    expect(await openTransactions()).to.deep.equal([]);
  });

  it('refuses a service that a subscriber calls before its START TRANSACTION', async () => {
    const early: unknown[] = [];
    const subscriber: EntitySubscriberInterface = {
      beforeTransactionStart: async ({ manager }: TransactionStartEvent) => {
        const joined = hosted.organization.createDepartment(test.company, { name: 'too early' }, { manager });
        early.push(await refusal(joined));
      },
    };
    host.subscribers.push(subscriber);
    try {
      await host.transaction((manager) => write(manager, 'after a subscriber'));
    } finally {
      host.subscribers.splice(host.subscribers.indexOf(subscriber), 1);
    }
    expect(early).to.have.lengthOf(1);
    expect(early[0]).to.include(ENDED);
    expect(await departments('too early')).to.deep.equal([]);
    expect(await notes('after a subscriber')).to.have.lengthOf(1);
  });

  it('goes on in a savepoint of a host around a service that could not be undone', async () => {
    await host.transaction(async (manager) => {
      await write(manager, 'around it');
      await refusal(
        manager.transaction(async (inner) => {
          await cancelOnce(inner, 'ROLLBACK TO');
          await hosted.organization.removeDepartment(test.company, 999_999, { manager: inner });
        }),
      );
    });
    expect(await notes('around it')).to.have.lengthOf(1);
  });

  it('is undone whole when a savepoint of the caller’s could not be', async () => {
    const refused = await refusal(
      test.core.transaction(async (manager) => {
        await write(manager, 'of a caller');
        await cancelOnce(manager, 'ROLLBACK TO');
        await refusal(manager.transaction((inner) => Promise.reject(inner)));
      }),
    );
    expect(refused).to.include({ name: 'StatementError', driverCode: '3B001' });
    expect(await notes('of a caller')).to.deep.equal([]);
    expect(await openTransactions()).to.deep.equal([]);
  });

  it('ends with its connection where its ROLLBACK is cancelled', async () => {
    const pids = new Set<unknown>();
    const note = async (manager: EntityManager) => {
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      const isNew = !pids.has(pid);
      pids.add(pid);
      return isNew;
    };
    const refused = await refusal(
      test.core.transaction(async (manager) => {
        await note(manager);
        await write(manager, 'not rolled back');
        await cancelOnce(manager, 'ROLLBACK');
        throw new Error('changed my mind');
      }),
    );
    expect(refused).to.have.property('message', 'changed my mind');
    expect(await test.core.transaction(note)).to.equal(true);
    while ((await openTransactions()).length > 0) await sleep(10);
    expect(await notes('not rolled back')).to.deep.equal([]);
  });

  const terminate = async (manager: EntityManager): Promise<void> => {
    const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
    await server.query('SELECT pg_terminate_backend($1)', [pid]);
    while (manager.queryRunner?.isReleased !== true) await sleep(5);
  };
  const LOST = { code: 'database_unavailable', message: 'The connection of this transaction was lost. Try it again.' };

  for (const title of ['core', 'a host’s DataSource'] as const) {
    it(`of ${title} refuses services for a lost connection as what may be tried again`, async () => {
      const [core, begin] =
        title === 'core' ? [test.core, test.core.transaction] : [hosted, host.transaction.bind(host)];
      const name = `lost with ${title}`;
      let kept: EntityManager | undefined;
      const refused = (begin as Core['transaction'])(async (manager) => {
        kept = manager;
        await core.organization.createDepartment(test.company, { name: `${name} 1` }, { manager });
        await terminate(manager);
        await core.organization.createDepartment(test.company, { name: `${name} 2` }, { manager });
      });
      expect(await refusal(refused)).to.include(LOST);
      if (title === 'core') expect(await refusal(create(`${name} 3`, kept as EntityManager))).to.include(ENDED);
      expect(await departments(name)).to.deep.equal([]);
    });
  }
});
