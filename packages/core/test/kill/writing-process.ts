import { createCore, systemActor } from '@shaon/core';
import { newEmployee, TEST_KEYS, validIdNumber } from '../support.ts';

/*
 * Hires, punches, freezes and asks for leave, sixteen writers at once, until it is killed, and tells of each hire that was
 * acknowledged. Its argument is a KillOrder as JSON.
 */

export interface KillOrder {
  readonly connection: Parameters<typeof createCore>[0]['database'] & object;
  readonly companyId: number;
  readonly departments: readonly number[];
  /** Numbers for its people that no other process uses. */
  readonly serial: number;
}

const WRITERS = 16;

const { connection, companyId, departments, serial } = JSON.parse(process.argv[2] ?? '') as KillOrder;
const core = await createCore({ database: connection, keys: TEST_KEYS, welcomeMessages: false });
const company = systemActor(companyId);

const departmentOf = (turn: number) => departments[turn % departments.length] as number;
const AN_HOUR = 3_600_000;
let turn = 0;

async function write(): Promise<never> {
  for (;;) {
    turn += 1;
    const number = serial * 10_000 + turn;
    const person = {
      id_number: validIdNumber(number),
      email: `p${number}@example.test`,
      department_id: departmentOf(turn),
    };
    const { id } = await core.employees.create(company, newEmployee(person));
    process.stdout.write(`${id}\n`);
    const at = Date.now() - 30 * 24 * AN_HOUR + (turn % 20) * 24 * AN_HOUR;
    await core.attendance.punchIn(company, id, { at: new Date(at) });
    await core.attendance.punchOut(company, id, { at: new Date(at + AN_HOUR) });
    await core.employees.update(company, id, { department_id: departmentOf(turn + 1) });
    if (turn % 3 === 0) await core.employees.freeze(company, id);
    else await core.leave.submit(company, { employee_id: id, dates: ['2026-05-04'], type: 'army' }).catch(() => null);
    // Half of them are taken back as a whole.
    await core
      .transaction(async (manager) => {
        await core.employees.update(company, id, { department_id: departmentOf(turn + 2) }, { manager });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
  }
}

await Promise.all(Array.from({ length: WRITERS }, write));
