import { type Core, createCore, type EventSink, silentLog } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { newEmployee, refusal, TEST_KEYS, withCore } from '../support.ts';

const AUDIT_REFUSED = { kind: 'check', constraint: 'test_refuses' };

withCore('statements of a transaction', (test) => {
  if (test.database.type !== 'postgres') return;
  let core: Core;
  let server: pg.Client;
  let heard = async (_manager: EntityManager): Promise<void> => {};

  before(async () => {
    const connection = test.database.connection();
    if (connection.type !== 'postgres') throw new Error('This is about PostgreSQL.');
    server = new pg.Client(connection.url);
    await server.connect();
    core = await createCore({ database: { ...connection, poolSize: 2 }, keys: TEST_KEYS, log: silentLog });
    const sink: EventSink = { name: 'test', publish: (_event, manager) => heard(manager) };
    core.events.addSink(sink);
    await core.employees.create(test.company, newEmployee());
  });
  beforeEach(() => {
    heard = async () => {};
  });
  after(async () => {
    await core?.close();
    await server?.end();
  });

  /** While `work` runs, the audit takes no row of `action`. */
  async function whileRefusing(action: string, work: () => Promise<void>): Promise<void> {
    await server.query(
      `ALTER TABLE shaon_audit ADD CONSTRAINT test_refuses CHECK (action <> '${action}' OR detail IS NULL) NOT VALID`,
    );
    try {
      await work();
    } finally {
      await server.query('ALTER TABLE shaon_audit DROP CONSTRAINT test_refuses');
    }
  }

  const names = async (): Promise<string[]> =>
    (await core.organization.departments(test.company)).map(({ name }) => name);
  const make = (name: string, manager?: EntityManager) =>
    core.organization.createDepartment(test.company, { name }, { manager });

  it('undo it when one of them is refused, and say for what', async () => {
    await whileRefusing('department.create', async () => {
      expect(await refusal(make('Refused'))).to.include(AUDIT_REFUSED);
    });
    await make('Taken');
    expect(await names())
      .to.include('Taken')
      .and.not.to.include('Refused');
  });

  it('fail in the savepoint of the service that sent them, and leave the caller’s transaction usable', async () => {
    await whileRefusing('department.create', () =>
      core.transaction(async (manager) => {
        expect(await refusal(make('Refused inside', manager))).to.include(AUDIT_REFUSED);
        await core.organization.createBranch(test.company, { name: 'Kept' }, { manager });
      }),
    );
    expect(await names()).not.to.include('Refused inside');
    expect((await core.organization.branches(test.company)).map(({ name }) => name)).to.include('Kept');
  });

  it('fail before an event sink is called', async () => {
    let calls = 0;
    heard = async () => {
      calls += 1;
    };
    await server.query('ALTER TABLE shaon_message ADD CONSTRAINT test_refuses CHECK (id < 0) NOT VALID');
    try {
      const refused = await refusal(core.employees.create(test.company, newEmployee()));
      expect(refused).to.include(AUDIT_REFUSED);
      expect(calls).to.equal(0);
    } finally {
      await server.query('ALTER TABLE shaon_message DROP CONSTRAINT test_refuses');
    }
    await core.employees.create(test.company, newEmployee());
    expect(calls).to.equal(1);
  });

  it('are all there for a sink, which may ask by a query of its own kind', async () => {
    let found: unknown;
    heard = async (manager) => {
      const before = await manager.query('SELECT max(employee_id) AS id FROM shaon_message');
      const client = (await manager.queryRunner?.connect()) as pg.Client;
      const answer = new Promise<void>((resolve, reject) => client.query(new OwnQuery(resolve, reject) as never));
      await answer;
      found = before[0].id;
    };
    const { id } = await core.employees.create(test.company, newEmployee());
    expect(found).to.equal(id);
  });

  it('keep nothing when the connection ends behind them, and the next transaction has another', async () => {
    const employee = newEmployee();
    heard = async (manager) => {
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      await server.query('SELECT pg_terminate_backend($1)', [pid]);
    };
    const lost = await refusal(core.employees.create(test.company, employee));
    expect(lost).to.have.property('code', 'database_unavailable');
    heard = async () => {};
    await core.employees.create(test.company, employee);
  });

  it('are as many as asked for at once, and each is told of its own', async () => {
    await whileRefusing('department.create', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0
            ? make(`Refused ${index}`)
            : core.organization.createBranch(test.company, { name: `B${index}` }),
        ),
      );
      expect(outcomes.map(({ status }) => status)).to.deep.equal(
        outcomes.map((_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')),
      );
    });
    const [row] = await core.extension.database
      .allCompanies()
      .run(rawSql(`SELECT COUNT(*) AS made FROM shaon_branch WHERE name LIKE 'B%'`));
    expect(Number(row?.made)).to.equal(20);
  });
});

/** As pg-cursor and pg-query-stream make them. */
class OwnQuery {
  readonly #done: () => void;
  readonly #failed: (error: Error) => void;

  constructor(done: () => void, failed: (error: Error) => void) {
    this.#done = done;
    this.#failed = failed;
  }

  submit(connection: { query(text: string): void }): void {
    connection.query('SELECT 1');
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done();
  }
  handleError(error: Error): void {
    this.#failed(error);
  }
}
