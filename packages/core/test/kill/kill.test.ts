import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { assertStoredCounts, runnableProgram, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import { withCore } from '../support.ts';
import type { KillOrder } from './writing-process.ts';

/* More of them: SHAON_KILLS=100. */
const KILLS = Number(process.env.SHAON_KILLS ?? (runsAll ? 40 : 2));
const PROGRAM = fileURLToPath(new URL('./writing-process.ts', import.meta.url));

withCore(`writers killed ${KILLS} times`, (test) => {
  it('lose nothing that was acknowledged, and leave every stored count right', async function () {
    this.timeout(60_000 + KILLS * 15_000);
    const departments: number[] = [];
    for (const name of ['Ovens', 'Mixers', 'Shop']) {
      departments.push((await test.core.organization.createDepartment(test.company, { name })).id);
    }
    const target = { connection: test.database.connection(), companyId: test.company.companyId, departments };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const acknowledged = await runAndKill({ ...target, serial: kill }, 200 + Math.random() * 600);
      expect(acknowledged.length, 'acknowledged').to.be.greaterThan(0);
      for (const id of acknowledged) expect(await test.core.employees.exists(test.company, id), `${id}`).to.equal(true);
      await assertStoredCounts(test.database.connection());
    }
    const { total } = await test.core.attendance.list(test.company, {}, { page: 1, per_page: 1 });
    expect(total).to.be.greaterThan(0);
  });
});

/** Kills the writers some time after their first hire, and gives the ids of those that they told of. */
async function runAndKill(order: KillOrder, afterMs: number): Promise<number[]> {
  const child = spawn(process.execPath, [await runnableProgram(PROGRAM), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const told: number[] = [];
  lines.on('line', (line) => told.push(Number(line)));
  await Promise.race([once(lines, 'line'), ended]);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  expect(child.exitCode, 'they write until they are killed').to.equal(null);
  const read = once(lines, 'close');
  child.kill('SIGKILL');
  await Promise.all([ended, read]);
  // The last line may have been cut off.
  return told.filter((id) => Number.isSafeInteger(id) && id > 0);
}
