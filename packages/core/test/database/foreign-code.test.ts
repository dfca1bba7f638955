import { setTimeout as sleep } from 'node:timers/promises';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { newEmployee, refusal, withCore } from '../support.ts';

/** What a write lets run in a caller's transaction, beside other services that the caller calls meanwhile. */
withCore('code of others in a caller’s transaction', (test) => {
  const create = (name: string, manager: EntityManager, withinTransaction?: (own: EntityManager) => Promise<void>) =>
    test.core.organization.createDepartment(test.company, { name }, { manager, withinTransaction });
  const remove = (manager: EntityManager) =>
    refusal(test.core.organization.removeDepartment(test.company, 999_999, { manager }));
  const departments = async (prefix: string): Promise<string[]> => {
    const all = await test.core.organization.departments(test.company);
    return all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };

  it('undoes nothing of a service that the caller calls meanwhile, when it fails', async () => {
    await test.core.transaction(async (manager) => {
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const failing = refusal(
        create('beside 1', manager, async () => {
          begin();
          await sleep(20);
          throw new Error('too late');
        }),
      );
      await begun;
      await create('beside 2', manager);
      expect(await failing).to.have.property('message', 'too late');
    });
    expect(await departments('beside')).to.deep.equal(['beside 2']);
  });

  it('fails no read of a service that the caller calls meanwhile, when a statement of it has failed', async () => {
    const hired = await test.core.transaction(async (manager) => {
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      const failing = refusal(
        create('not there', manager, async (own) => {
          const error = await refusal(own.query('SELECT * FROM not_there'));
          fail();
          await sleep(20);
          throw error;
        }),
      );
      await failed;
      const created = await test.core.employees.create(test.company, newEmployee(), { manager });
      expect(await failing).to.be.an('error');
      return created;
    });
    expect(await test.core.employees.get(test.company, hired.id)).to.deep.equal(hired);
  });

  it('reads in a service that it calls with the caller’s manager, and does not wait for its own write', async () => {
    await test.core.transaction(async (manager) => {
      await create('around a read', manager, async () => {
        await test.core.employees.create(test.company, newEmployee(), { manager });
      });
    });
    expect(await departments('around a read')).to.have.lengthOf(1);
  });

  it('keeps what it writes while the caller’s other services are refused', async () => {
    await test.core.transaction((manager) => manager.query('CREATE TABLE written (number integer)'));
    let written = 0;
    await test.core.transaction(async (manager) => {
      const hook = async (own: EntityManager) => {
        for (; written < 5; written += 1) {
          await own.query(`INSERT INTO written VALUES (${written})`);
          await sleep(3);
        }
      };
      const created = create('through it all', manager, hook);
      while (written < 5) {
        void remove(manager);
        await sleep(1);
      }
      await created;
    });
    const rows = await test.core.transaction((manager) => manager.query('SELECT number FROM written ORDER BY number'));
    expect(rows).to.deep.equal([0, 1, 2, 3, 4].map((number) => ({ number })));
  });

  it('is waited for with all that it has begun, before the write goes on', async () => {
    const fail = async () => {
      await sleep(10);
      throw new Error('no');
    };
    const publish = async (_event: unknown, manager: EntityManager) =>
      void refusal(create('begun by a sink', manager, fail));
    test.core.events.addSink({ name: 'hasty', publish });
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const audited = await test.core.extension.database
      .allCompanies()
      .run(rawSql(`SELECT detail FROM shaon_audit WHERE action = 'employee.create'`));
    expect(audited.map(({ detail }) => JSON.parse(String(detail)))).to.deep.include({ employee_id: id });
    expect(await departments('begun by a sink')).to.deep.equal([]);
  });
});
