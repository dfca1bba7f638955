import { setTimeout as sleep } from 'node:timers/promises';
import { rawSql, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { newEmployee, randomNumbers, refusal, withCore } from '../support.ts';

/* Transactions of random calls beside and inside each other, and a model of what must be stored afterwards. */

const RUNS = Number(process.env.SHAON_JOIN_RUNS ?? (runsAll ? 300 : 30));
const SEED = Number(process.env.SHAON_JOIN_SEED ?? 1);

type Random = (below: number) => number;

interface Block {
  readonly steps: readonly Step[];
  /** What it throws at its end: nothing, an error of its own, or the first refusal of calls that run together. */
  readonly end: 'well' | 'thrown' | 'together';
}

/** One thing that code in a transaction does, by which of the managers at hand. */
interface Step {
  readonly kind: 'department' | 'employee' | 'refused' | 'statement' | 'savepoint' | 'together' | 'not awaited';
  readonly id: number;
  readonly by: number;
  readonly waitMs: number;
  /** The steps of a savepoint, the hook of a service, or what runs together. */
  readonly inner: Block | null;
}

class ChangedMyMind extends Error {}

function randomBlock(random: Random, depth: number, nextId: () => number): Block {
  const step = (kind: Step['kind'], inner: Block | null, waitMs = random(4)): Step => {
    return { kind, id: nextId(), by: random(5), waitMs, inner };
  };
  const hook = () => (depth > 0 && random(2) === 0 ? randomBlock(random, depth - 1, nextId) : null);
  const service = (inner: Block | null) => step(random(2) === 0 ? 'department' : 'employee', inner);
  const together = (): Block => {
    const one = () => [service(hook()), step('refused', null)][random(2)] as Step;
    return { steps: [service(hook()), one(), one()], end: 'well' };
  };
  const kinds = [
    () => step('statement', null),
    () => step('together', together()),
    () => step('not awaited', { steps: [step('department', null, 0)], end: 'well' }),
    () => service(hook()),
    () => (depth > 0 ? step('savepoint', randomBlock(random, depth - 1, nextId)) : step('refused', null)),
  ];
  const steps = Array.from({ length: 1 + random(4) }, () => (kinds[random(kinds.length)] as () => Step)());
  const end = (['well', 'well', 'thrown', 'together'] as const)[random(4)] ?? 'well';
  if (end !== 'together') return { steps, end };
  const calls = [step('refused', null), { ...service(hook()), waitMs: 0 }, { ...service(null), waitMs: 0 }];
  return { steps: [...steps, step('together', { steps: calls, end: 'together' })], end };
}

/** The ids of what must be stored after a block. */
const storedBy = ({ steps, end }: Block): number[] => (end === 'well' ? steps.flatMap(storedByStep) : []);

function storedByStep({ kind, id, inner }: Step): number[] {
  if (kind === 'refused') return [];
  if (kind === 'statement' || inner === null) return [id];
  const isService = kind === 'department' || kind === 'employee';
  return [...(isService && inner.end === 'well' ? [id] : []), ...storedBy(inner)];
}

withCore('random calls that join a transaction', (test) => {
  const hired = new Map<number, string>();

  function callsIn(outers: readonly EntityManager[], manager: EntityManager) {
    const { company, core } = test;
    const managers = [manager, manager, outers[0] ?? manager, outers.at(-1) ?? manager, manager.queryRunner?.manager];
    const run = async ({ kind, id, by, waitMs, inner }: Step): Promise<unknown> => {
      if (waitMs > 0) await sleep(waitMs);
      const given = managers[by] as EntityManager;
      const inside = (block: Block) => (own: EntityManager) => callsIn([...outers, manager], own)(block);
      const options = { manager: given, withinTransaction: inner === null ? undefined : inside(inner) };
      switch (kind) {
        case 'department':
          return core.organization.createDepartment(company, { name: `department ${id}` }, options);
        case 'employee': {
          const employee = newEmployee();
          hired.set(id, employee.email);
          return core.employees.create(company, employee, options);
        }
        case 'refused':
          return core.organization.removeDepartment(company, 999_999, { manager: given });
        case 'statement':
          return given.query(`INSERT INTO note VALUES (${id})`);
        case 'savepoint':
          return given.transaction(inside(inner as Block));
        case 'together': {
          const calls = (inner as Block).steps.map(run);
          return (inner as Block).end === 'together' ? Promise.all(calls) : Promise.allSettled(calls);
        }
        case 'not awaited':
          return void run((inner as Block).steps[0] as Step);
      }
    };
    return async ({ steps, end }: Block): Promise<void> => {
      for (const step of steps) {
        const done = run(step);
        if (step.inner?.end === 'together' && step.kind === 'together') await done;
        else await (fails(step) ? refusal(done) : done);
      }
      if (end === 'thrown') throw new ChangedMyMind();
    };
  }

  const fails = ({ kind, inner }: Step): boolean =>
    kind === 'refused' || (inner !== null && inner.end !== 'well' && kind !== 'together');

  const names = async (sql: string): Promise<string[]> =>
    (await test.core.extension.database.allCompanies().run(rawSql(sql))).map(({ name }) => String(name));

  before(() => test.core.transaction((manager) => manager.query('CREATE TABLE note (id integer)')));

  it(`leave what the model says, seeds ${SEED} to ${SEED + RUNS - 1}`, async function () {
    this.timeout(30_000 + RUNS * 1_000);
    let id = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const random = randomNumbers(seed);
      const from = id;
      const blocks = Array.from({ length: 1 + random(3) }, () => randomBlock(random, 2, () => ++id));
      const begun = blocks.map(async (block) => {
        const done = test.core.transaction((manager) => callsIn([], manager)(block));
        await (block.end === 'well' ? done : refusal(done));
      });
      await Promise.all(begun).catch((error) => Promise.reject(new Error(`seed ${seed}`, { cause: error })));

      const emails = new Set(await names('SELECT email AS name FROM shaon_employee'));
      const stored = [
        ...(await names('SELECT id AS name FROM note')).map(Number),
        ...(await names('SELECT name FROM shaon_department')).map((name) => Number(name.split(' ').at(-1))),
        ...[...hired].flatMap(([each, email]) => (emails.has(email) ? [each] : [])),
      ];
      const byNumber = (a: number, b: number) => a - b;
      expect(stored.filter((each) => each > from).sort(byNumber), `seed ${seed}`).to.deep.equal(
        blocks.flatMap(storedBy).sort(byNumber),
      );
    }
    const [audited] = await names(
      `SELECT COUNT(*) AS name FROM shaon_audit WHERE action IN ('department.create', 'employee.create')`,
    );
    const [made] = await names(
      'SELECT (SELECT COUNT(*) FROM shaon_department) + (SELECT COUNT(*) FROM shaon_employee) AS name',
    );
    expect(audited).to.equal(made);
  });
});
