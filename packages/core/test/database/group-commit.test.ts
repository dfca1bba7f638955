import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import type { WithinTransaction } from '../../src/database/database.ts';
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
    const rows = await test.core.extension.database
      .allCompanies()
      .run(
        rawSql(
          'SELECT e.id FROM "shaon_employee" e JOIN "shaon_message" m ON m.employee_id = e.id JOIN "shaon_login" l ON l.employee_id = e.id WHERE e.email = $1',
        ),
        [email],
      );
    expect(rows).to.have.lengthOf(1);
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
      .and.not.include('of nobody');
    expect(await departments()).not.to.include.members(['in bad company', 'likewise']);
  });

  it('runs what waits for the commit for each member that was committed', async () => {
    const ran: string[] = [];
    const { unitOfWork } = test.core.extension.database;
    const member = (name: string, fails: boolean) =>
      unitOfWork.transaction({ name: 'test' }, async (manager) => {
        unitOfWork.afterCommit(manager, () => ran.push(name));
        await Promise.resolve();
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([member('first', false), member('second', true), member('third', false)]);
    expect(ran.sort()).to.deep.equal(['first', 'third']);
  });

  /** Counts its runs; makes a department in each of them, and waits for the commit. */
  const counted = (name: string, fails = false) => {
    const { database } = test.core.extension;
    const seen = { runs: 0, commits: 0 };
    const outcome = database.unitOfWork.transaction({ name: 'test' }, async (manager) => {
      seen.runs++;
      database.unitOfWork.afterCommit(manager, () => seen.commits++);
      await test.core.organization.createDepartment(test.company, { name }, { manager });
      if (fails) throw new Error('no');
    });
    return { seen, outcome };
  };
  const settled = (members: readonly { outcome: Promise<void> }[]) =>
    Promise.allSettled(members.map(({ outcome }) => outcome)).then((all) => all.map(({ status }) => status));

  it('does each member once, whoever beside it fails', async () => {
    const members = [counted('once 1'), counted('once failed', true), counted('once 2')];
    expect(await settled(members)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect((await departments()).filter((name) => name.startsWith('once'))).to.have.members(['once 1', 'once 2']);
    expect(members.map(({ seen }) => seen.commits)).to.deep.equal([1, 0, 1]);
    expect(members.map(({ seen }) => seen.runs)).to.deep.equal([1, 1, 1]);
  });

  it('runs once what a caller lets run in a write, though its neighbour fails', async () => {
    let runs = 0;
    const withinTransaction = async () => {
      runs++;
    };
    const write = test.core.extension.database.write(test.company, 'test', { withinTransaction }, () =>
      Promise.resolve(),
    );
    expect(await settled([{ outcome: write }, counted('beside', true)])).to.deep.equal(['fulfilled', 'rejected']);
    expect(runs).to.equal(1);
  });

  describe('counts together', () => {
    const people: number[] = [];
    const frozen = async (company = test.company) =>
      (await test.core.employees.list(company, { status: 'frozen' }, { page: 1, per_page: 1 })).total;
    /** Unlike a creation it waits for no password, so those of one turn share a commit. */
    const freeze = (withinTransaction: WithinTransaction = () => Promise.resolve()) =>
      test.core.employees.freeze(test.company, people.pop() as number, { withinTransaction });
    const failing = () => freeze(() => Promise.reject(new Error('no')));
    const statuses = async (writes: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(writes)).map(({ status }) => status);

    before(async () => {
      for (let n = 0; n < 30; n += 1) people.push((await test.core.employees.create(test.company, newEmployee())).id);
    });

    it('what its members have written, but not what was undone', async () => {
      const outcomes = await statuses([freeze(), failing(), freeze(), failing()]);
      expect(outcomes).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
      expect(await frozen()).to.equal(2);
    });

    it('of each company its own', async () => {
      const { id } = await test.core.employees.create(test.foreign, newEmployee());
      await Promise.all([freeze(), test.core.employees.freeze(test.foreign, id), freeze()]);
      expect(await frozen()).to.equal(4);
      expect(await frozen(test.foreign)).to.equal(1);
    });
  });

  it('keeps the audit rows of calls that share a commit with a write that fails', async () => {
    const path = '/group-commit';
    const rows = [1, 2].map(() => ({
      outcome: test.core.audit.commit({ kind: 'api', companyId: test.company.companyId, path }),
    }));
    expect(await settled([...rows, counted('failed', true)])).to.deep.equal(['fulfilled', 'fulfilled', 'rejected']);
    const found = await test.core.extension.database
      .allCompanies()
      .run(rawSql('SELECT id FROM "shaon_audit" WHERE path = $1'), [path]);
    expect(found).to.have.lengthOf(2);
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
