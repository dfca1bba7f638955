import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { newEmployee, refusal, withCore } from '../support.ts';

withCore('group commit', (test) => {
  const departments = async () => (await test.core.organization.departments(test.company)).map(({ name }) => name);
  const create = (name: string) => test.core.organization.createDepartment(test.company, { name });
  /** A member that makes a department and then does more. */
  const insert = (name: string, more: (manager: EntityManager) => Promise<unknown>) =>
    test.core.extension.database.writeAllCompanies('test', {}, async (_all, manager) => {
      await test.core.organization.createDepartment(test.company, { name }, { manager });
      await more(manager);
    });

  it('takes back the writes of a member that fails, and of nobody beside it', async () => {
    const outcomes = await Promise.allSettled([
      create('before'),
      insert('lost', () => Promise.reject(new Error('changed my mind'))),
      create('after'),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(await departments())
      .to.include.members(['before', 'after'])
      .and.not.include('lost');
  });

  it('lets one of several creations with one e-mail address through', async () => {
    const { email } = newEmployee();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => test.core.employees.create(test.company, newEmployee({ email }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
  });

  it('acknowledges nobody whose commit fails, and goes on', async () => {
    if (test.database.type !== 'sqlite') return;
    // A foreign key that is looked at only by COMMIT.
    const breakCommit = insert('of nobody', async (manager) => {
      await manager.query('PRAGMA defer_foreign_keys = ON');
      await manager.query(`UPDATE "shaon_department" SET company_id = 999999 WHERE name = 'of nobody'`);
    });
    const outcomes = await Promise.allSettled([create('in bad company'), breakCommit, create('likewise')]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
    await create('next time');
    expect(await departments())
      .to.include('next time')
      .and.not.include.members(['in bad company', 'of nobody', 'likewise']);
  });

  it('runs what waits for the commit for each member that was committed', async () => {
    const ran: string[] = [];
    const { unitOfWork } = test.core.extension.database;
    const member = (name: string, fails: boolean) =>
      unitOfWork.transaction({ place: 'test' }, async (manager) => {
        unitOfWork.afterCommit(manager, () => ran.push(name));
        await Promise.resolve();
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([member('first', false), member('second', true), member('third', false)]);
    expect(ran.sort()).to.deep.equal(['first', 'third']);
  });

  it('gives a transaction of core.transaction a commit to itself', async () => {
    const refused = refusal(
      test.core.transaction(async (manager) => {
        await test.core.organization.createDepartment(test.company, { name: 'unfinished' }, { manager });
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('given up');
      }),
    );
    await Promise.all([create('beside'), refused]);
    expect(await departments())
      .to.include('beside')
      .and.not.include('unfinished');
  });
});
