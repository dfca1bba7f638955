import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { EntityManager, EntitySubscriberInterface, QueryEvent, TransactionCommitEvent } from 'typeorm';
import { deferred } from '../held-transaction.ts';
import { newEmployee, refusal, withCore } from '../support.ts';

type Hook = (own: EntityManager) => Promise<void>;

withCore('calls that join a transaction by several managers, or inside each other', (test) => {
  const create = (name: string, manager: EntityManager, withinTransaction?: Hook) =>
    test.core.organization.createDepartment(test.company, { name }, { manager, withinTransaction });
  const remove = (manager: EntityManager) =>
    test.core.organization.removeDepartment(test.company, 999_999, { manager });
  const departments = async (prefix: string): Promise<string[]> => {
    const all = await test.core.organization.departments(test.company);
    return all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };
  const noMore = async () => {
    throw new Error('no');
  };
  const ofRunner = ({ queryRunner }: EntityManager) => queryRunner?.manager as EntityManager;
  const madeByHost = ({ connection, queryRunner }: EntityManager) => connection.createEntityManager(queryRunner);
  const ofRepository = (manager: EntityManager) => manager.getRepository('shaon_department').manager;

  for (const [title, another] of Object.entries({ ofRunner, madeByHost, ofRepository })) {
    it(`take turns whichever manager of the query runner they are given (${title})`, async () => {
      for (let round = 0; round < 5; round += 1) {
        const slow = async () => void (await sleep(round));
        await test.core.transaction((manager) =>
          Promise.all([
            create(`${title} ${round} a`, manager, slow),
            refusal(remove(another(manager))),
            create(`${title} ${round} b`, another(manager), slow),
            refusal(create(`lost by ${title}`, manager, noMore)),
          ]),
        );
      }
      expect(await departments(title)).to.have.lengthOf(10);
      expect(await departments(`lost by ${title}`)).to.deep.equal([]);
    });
  }

  it('are not mixed up by a repository that a savepoint has asked for first', async () => {
    await test.core.transaction(async (manager) => {
      await create('repository 1', manager, async (own) => void ofRepository(own));
      await Promise.all([create('repository 2', ofRepository(manager)), create('repository 3', manager)]);
    });
    expect(await departments('repository')).to.have.lengthOf(3);
  });

  it('end before the end of a caller’s savepoint in a write around them, also when nobody waits for them', async () => {
    const called: Promise<unknown>[] = [];
    const begin = async (name: string, manager: EntityManager) => {
      const { promise: begun, resolve } = deferred();
      const slow = async () => {
        resolve();
        await sleep(5);
      };
      called.push(create(name, manager, slow));
      await begun;
    };
    await test.core.transaction((manager) =>
      create('around 1', manager, async (own) => {
        await own.transaction((inner) => begin('around 2', inner));
        await refusal(
          own.transaction(async (inner) => {
            await begin('lost around', inner);
            await noMore();
          }),
        );
      }),
    );
    await Promise.all(called);
    expect(await departments('around')).to.have.lengthOf(2);
    expect(await departments('lost around')).to.deep.equal([]);
  });

  it('write nothing after the end of the caller’s savepoint in which they were called, though they read first', async () => {
    const hired = [newEmployee(), newEmployee(), newEmployee()];
    const late: Promise<unknown>[] = [];
    await test.core.transaction(async (manager) => {
      const failing = manager.transaction((inner) => {
        late.push(...hired.map((each) => test.core.employees.create(test.company, each, { manager: inner })));
        return Promise.all([remove(inner), ...late]);
      });
      expect(await refusal(failing)).to.have.property('code', 'not_found');
      await Promise.allSettled(late);
      await create('goes on', manager);
    });
    expect(await departments('goes on')).to.have.lengthOf(1);
    const { items } = await test.core.employees.list(test.company, {}, { page: 1, per_page: 200 });
    expect(items.map(({ email }) => email)).not.to.include.members(hired.map(({ email }) => email));
    for (const each of hired) await test.core.employees.create(test.company, each);
  });

  it('of a write’s hook belong to the write, by whichever manager and however late their write begins', async () => {
    const hired = newEmployee();
    await test.core.transaction(async (manager) => {
      let called: Promise<unknown> = Promise.resolve();
      const hook = async () => {
        called = test.core.employees.create(test.company, hired, { manager });
        await noMore();
      };
      await refusal(create('lost with its hook', manager, hook));
      await called;
    });
    await test.core.employees.create(test.company, hired);
    expect(await departments('lost with its hook')).to.deep.equal([]);
  });

  it('are refused by the manager of a write that is over', async () => {
    await test.core.transaction(async (manager) => {
      let kept = manager;
      await create('over 1', manager, async (own) => {
        kept = own;
      });
      expect(await refusal(create('over 2', kept))).to.include({ code: 'options_invalid' });
      await create('over 3', manager);
    });
    expect(await departments('over')).to.have.members(['over 1', 'over 3']);
  });

  it('are refused by a query runner’s manager of an ended transaction, also while the next one is open', async () => {
    const kept = await test.core.transaction(async (manager) => ofRunner(manager));
    await test.core.transaction(async () => {
      expect(await refusal(create('of an ended one', kept))).to.include({ code: 'options_invalid' });
    });
    expect(await departments('of an ended one')).to.deep.equal([]);
  });

  it('are not cut through by the end of a savepoint of the caller’s, whose subscriber calls one and does not wait', async () => {
    const called: Promise<unknown>[] = [];
    await test.core.transaction(async (manager) => {
      const subscriber: EntitySubscriberInterface = {
        beforeTransactionCommit: ({ manager: given }: TransactionCommitEvent) => {
          called.push(create('by a subscriber', given, () => sleep(10)));
        },
      };
      await create('before a subscriber', manager);
      await savepointHeardBy(subscriber, manager);
    });
    await Promise.all(called);
    expect(await departments('by a subscriber')).to.have.lengthOf(1);
  });

  it('may be called by a listener of the caller’s own savepoint', async () => {
    await test.core.transaction(async (manager) => {
      let calls = 0;
      const listener: EntitySubscriberInterface = {
        beforeQuery: async ({ query, manager: given }: QueryEvent) => {
          if (!/SAVEPOINT typeorm/.test(query)) return;
          calls += 1;
          await create(`by a listener ${calls}`, given);
        },
      };
      await create('before a listener', manager);
      await savepointHeardBy(listener, manager);
    });
    expect(await departments('by a listener')).to.have.lengthOf(2);
  });
});

/** Begins and ends a savepoint of the caller's, of which the subscriber hears. */
async function savepointHeardBy(subscriber: EntitySubscriberInterface, manager: EntityManager): Promise<void> {
  const { subscribers } = manager.connection;
  subscribers.push(subscriber);
  try {
    await manager.transaction(async () => undefined);
  } finally {
    subscribers.splice(subscribers.indexOf(subscriber), 1);
  }
}
