import { Readable } from 'node:stream';
import { type Core, isShaonError, type SystemActor, type WriteOptions } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { hire } from '../hire.ts';

/** Gives a whole number from 0 and below. */
export type Random = (below: number) => number;

/** Always the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Where the random acts happen, and by whose dice. */
export interface Scene {
  readonly core: Core;
  readonly company: SystemActor;
  readonly random: Random;
  /** A number that no other writer gives. */
  readonly serial: () => number;
  /** When a punch of this moment is made: time flies, so that there are days and nights. */
  readonly punchTime: () => Date;
}

/** How an act may be refused because of what others have done. */
const REFUSALS = new Set([
  'not_found',
  'state_conflict',
  'in_use',
  'already_in',
  'not_in',
  'employee_frozen',
  'invalid_input',
  'limit_reached',
]);

class ChangedMyMind extends Error {}

type Act = (scene: Scene, options: WriteOptions) => Promise<unknown>;

async function idOf({ core, company, random }: Scene, table: string, where = '1 = 1'): Promise<number> {
  const rows = await core.extension.database
    .scope(company)
    .rows(rawSql(`SELECT id FROM "${table}" WHERE company_id = $1 AND ${where} ORDER BY id`));
  return Number(rows[random(rows.length)]?.id ?? 999_999);
}

const employee = (scene: Scene) => idOf(scene, 'shaon_employee');
const unit = async (scene: Scene, table: string) => (scene.random(4) === 0 ? null : idOf(scene, table));
const day = (scene: Scene) => idOf(scene, 'shaon_attendance', 'voided_at IS NULL');
const leave = (scene: Scene) => idOf(scene, 'shaon_leave_request', 'cancelled_at IS NULL');
const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const DATES = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-06-01'];
const at = (date: string, hour: number, minute = 0) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * 60_000);
const dateOf = (sqlClock: Date) => sqlClock.toISOString().slice(0, 10);

async function label({ core, company, random }: Scene): Promise<string> {
  return oneOf(random, await core.absenceTypes.list(company)).label;
}

export const ACTS: Readonly<Record<string, readonly [weight: number, Act]>> = {
  hire: [2, ({ core, company, serial }, options) => hire({ core, company }, options, serial())],
  move: [
    6,
    async (scene, options) =>
      scene.core.employees.update(
        scene.company,
        await employee(scene),
        { department_id: await unit(scene, 'shaon_department'), branch_id: await unit(scene, 'shaon_branch') },
        options,
      ),
  ],
  rename: [
    2,
    async (scene, options) =>
      scene.core.employees.update(
        scene.company,
        await employee(scene),
        { name: `Name ${scene.random(5)}`, email: `mail${scene.random(8)}@example.test` },
        options,
      ),
  ],
  freeze: [2, async (scene, options) => scene.core.employees.freeze(scene.company, await employee(scene), options)],
  reactivate: [
    4,
    async (scene, options) => scene.core.employees.reactivate(scene.company, await employee(scene), options),
  ],
  'make department': [
    1,
    ({ core, company, serial }, options) =>
      core.organization.createDepartment(company, { name: `D${serial()}` }, options),
  ],
  'make branch': [
    1,
    ({ core, company, serial }, options) => core.organization.createBranch(company, { name: `B${serial()}` }, options),
  ],
  'remove department': [
    1,
    async (scene, options) =>
      scene.core.organization.removeDepartment(scene.company, await idOf(scene, 'shaon_department'), {
        ...options,
        clearReferences: scene.random(3) > 0,
      }),
  ],
  'remove branch': [
    1,
    async (scene, options) =>
      scene.core.organization.removeBranch(scene.company, await idOf(scene, 'shaon_branch'), {
        ...options,
        clearReferences: scene.random(3) > 0,
      }),
  ],
  'punch in': [
    8,
    async (scene, options) =>
      scene.core.attendance.punchIn(scene.company, await employee(scene), { at: scene.punchTime() }, options),
  ],
  'punch out': [
    8,
    async (scene, options) =>
      scene.core.attendance.punchOut(scene.company, await employee(scene), { at: scene.punchTime() }, options),
  ],
  'begin break': [
    4,
    async (scene, options) =>
      scene.core.attendance.breakStart(scene.company, await employee(scene), { at: scene.punchTime() }, options),
  ],
  'end break': [
    4,
    async (scene, options) =>
      scene.core.attendance.breakEnd(scene.company, await employee(scene), { at: scene.punchTime() }, options),
  ],
  correct: [
    4,
    async (scene, options) => {
      const { random } = scene;
      const date = random(2) === 0 ? dateOf(scene.punchTime()) : oneOf(random, DATES);
      const from = random(12);
      const punches = [
        { kind: 'in' as const, at: at(date, from, random(60)) },
        { kind: 'out' as const, at: at(date, from + 1 + random(14), random(60)) },
      ];
      return scene.core.attendance.correct(
        scene.company,
        await employee(scene),
        date,
        { punches: punches.slice(random(2), 1 + random(2) + 1), note: 'as told' },
        options,
      );
    },
  ],
  void: [2, async (scene, options) => scene.core.attendance.voidDay(scene.company, await day(scene), options)],
  close: [
    3,
    async (scene, options) =>
      scene.core.attendance.closeDay(scene.company, await day(scene), scene.punchTime(), 'forgotten', options),
  ],
  'approve days': [
    4,
    async (scene, options) =>
      scene.core.attendance.approve(scene.company, [await day(scene), await day(scene), await day(scene)], options),
  ],
  'reject days': [
    2,
    async (scene, options) =>
      scene.core.attendance.reject(scene.company, [await day(scene), await day(scene)], options),
  ],
  'approve month': [
    1,
    async (scene, options) =>
      scene.core.attendance.approveMonth(
        scene.company,
        { employee_ids: [await employee(scene), await employee(scene)], month: dateOf(scene.punchTime()).slice(0, 7) },
        options,
      ),
  ],
  'set status': [
    2,
    async (scene, options) =>
      scene.core.attendance.setStatus(
        scene.company,
        await day(scene),
        oneOf(scene.random, ['exported', 'pending', 'approved', 'open']),
        { approved: scene.random(2) === 0 },
        options,
      ),
  ],
  absence: [
    3,
    async (scene, options) =>
      scene.core.attendance.recordAbsence(
        scene.company,
        { employee_id: await employee(scene), date: oneOf(scene.random, DATES), absence_type: await label(scene) },
        options,
      ),
  ],
  'ask for leave': [
    5,
    async (scene, options) =>
      scene.core.leave.submit(
        scene.company,
        {
          employee_id: await employee(scene),
          dates: DATES.slice(0, 1 + scene.random(3)),
          type: await label(scene),
        },
        options,
      ),
  ],
  'approve leave': [
    5,
    async (scene, options) => scene.core.leave.approve(scene.company, await leave(scene), {}, options),
  ],
  'reject leave': [
    3,
    async (scene, options) => scene.core.leave.reject(scene.company, await leave(scene), {}, options),
  ],
  'cancel leave': [2, async (scene, options) => scene.core.leave.cancel(scene.company, await leave(scene), options)],
  'approve group': [
    3,
    async (scene, options) => scene.core.leave.approveGroup(scene.company, await leave(scene), {}, options),
  ],
  'reject group': [
    2,
    async (scene, options) => scene.core.leave.rejectGroup(scene.company, await leave(scene), {}, options),
  ],
  'cancel group': [
    1,
    async (scene, options) => scene.core.leave.cancelGroup(scene.company, await leave(scene), options),
  ],
  'days of leave': [
    2,
    async (scene, options) =>
      scene.core.absenceDays.recordForLeave(scene.company, [await leave(scene), await leave(scene)], options),
  ],
  attach: [
    2,
    async (scene, options) =>
      scene.core.leave.attachDocument(
        scene.company,
        await leave(scene),
        { name: 'a.pdf', type: 'application/pdf', content: Readable.from([Buffer.from('proof')]) },
        options,
      ),
  ],
  'open document': [
    1,
    async (scene) => {
      const { content } = await scene.core.leave.openDocument(scene.company, await leave(scene));
      for await (const _ of content);
    },
  ],
  'remove document': [
    1,
    async (scene, options) => scene.core.leave.removeDocument(scene.company, await leave(scene), options),
  ],
  'rename type': [
    1,
    async (scene, options) =>
      scene.core.absenceTypes.rename(
        scene.company,
        await idOf(scene, 'shaon_absence_type'),
        `Label ${scene.random(12)}`,
        options,
      ),
  ],
  'retire type': [
    1,
    async (scene, options) =>
      scene.core.absenceTypes.retire(scene.company, await idOf(scene, 'shaon_absence_type'), options),
  ],
  'restore type': [
    2,
    async (scene, options) =>
      scene.core.absenceTypes.restore(scene.company, await idOf(scene, 'shaon_absence_type'), options),
  ],
  'give key': [
    2,
    async (scene, options) =>
      scene.core.externalIds.set(scene.company, 'employee', await employee(scene), `key ${scene.random(6)}`, options),
  ],
  'take key': [
    1,
    async (scene, options) => scene.core.externalIds.remove(scene.company, 'employee', await employee(scene), options),
  ],
  import: [
    1,
    async (scene, options) => {
      if (options.manager !== undefined) return;
      const { core, company, random } = scene;
      const keys = [0, 1, 2, 3, 4, 5].filter(() => random(2) === 0).map((n) => `key ${n}`);
      const found = await core.externalIds.findAll(company, 'employee', keys);
      const rows = [...found.keys()].map((key, index) => ({
        line: index + 2,
        values: {
          external_id: `day ${key} ${random(4)}`,
          employee_external_id: key,
          date: oneOf(random, DATES),
          check_in: '08:00',
          check_out: `1${random(9)}:00`,
        },
      }));
      await core.imports.run({
        company: { id: company.companyId },
        partial: true,
        files: [
          {
            kind: 'attendance',
            name: 'attendance.csv',
            async *rows() {
              for (const row of rows) yield [row];
            },
          },
        ],
      });
    },
  ],
  settings: [
    1,
    (scene, options) => scene.core.companies.update(scene.company, { work_day_hours: 14 + scene.random(4) }, options),
  ],
  export: [
    1,
    async ({ core, company: { companyId } }, options) => {
      if (options.manager !== undefined) return;
      const keepDocument = async (content: Readable) => String((await content.toArray()).length);
      await core.exports.run({ companyId, keepDocument }, async ({ files }) => {
        for (const { rows } of files) for await (const _ of rows());
      });
    },
  ],
  lists: [
    2,
    async ({ core, company }) => {
      const page = { page: 1, per_page: 20 };
      await core.attendance.list(company, { status: 'open' }, page);
      await core.leave.list(company, { status: 'approved' }, page);
      await core.employees.list(company, { status: 'frozen' }, page);
    },
  ],
};

const BAG = Object.entries(ACTS).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

/** Acts that take no manager, or that hold tables in an order of their own. */
const ALONE = new Set(['import', 'export', 'open document']);

/**
 * One random act, or a transaction of some, which may be begun at once, and every second of which is rolled back. On
 * PostgreSQL a transaction has one act, because several would lock in an order that nobody promises. Gives what no act may
 * throw.
 */
export async function actAtRandom(scene: Scene): Promise<string[]> {
  const { core, random } = scene;
  const way = random(6);
  if (way > 1) return attempt(oneOf(random, BAG), scene, {});
  const length = core.extension.database.dialect === 'sqlite' ? 1 + random(3) : 1;
  const names = Array.from({ length }, () => oneOf(random, BAG)).filter((name) => !ALONE.has(name));
  const areAtOnce = random(2) === 0;
  const faults: string[] = [];
  try {
    await core.transaction(async (manager) => {
      const begin = async (name: string) => void faults.push(...(await attempt(name, scene, { manager })));
      if (areAtOnce) await Promise.all(names.map(begin));
      else for (const name of names) await begin(name);
      if (way === 0) throw new ChangedMyMind();
    });
  } catch (error) {
    if (!(error instanceof ChangedMyMind)) faults.push(told(error));
  }
  return faults.map((fault) => `${fault}, in a transaction of ${names.join(', ')}`);
}

async function attempt(name: string, scene: Scene, options: WriteOptions): Promise<string[]> {
  const [, act] = ACTS[name] as (typeof ACTS)[string];
  try {
    await act(scene, options);
    return [];
  } catch (error) {
    return isShaonError(error) && REFUSALS.has(error.code) ? [] : [`${name}: ${told(error)}`];
  }
}

function told(error: unknown): string {
  const { name, code, message, details, stack } = error as Error & Record<string, unknown>;
  const where = String(stack).split('\n').slice(1, 5).join(' ');
  return `${name} ${String(code)} ${message} ${JSON.stringify(details)} ${where}`;
}
