import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnableProgram } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';
import type { ReportOrder } from './reporting-process.ts';

const PROGRAM = fileURLToPath(new URL('./reporting-process.ts', import.meta.url));
const PEOPLE = 5;
const TIMES = ['08:00', '12:00', '13:00', '17:00'];
/** Two portions. */
const ROWS = 1_000;
const DAY_MS = 86_400_000;

withCore(
  'processes that report what clocks say',
  (test) => {
    let number = 0;

    /** The file of a clock: everybody's days of some weeks, in the order of time. */
    async function newOrder(): Promise<ReportOrder> {
      const ids: number[] = [];
      for (let person = 0; person < PEOPLE; person += 1) {
        ids.push((await test.core.employees.create(test.company, newEmployee())).id);
      }
      const first = Date.now() - 90 * DAY_MS;
      const rows = Array.from({ length: ROWS }, (_, index) => {
        number += 1;
        const [day, time] = [
          Math.floor(index / PEOPLE / TIMES.length),
          TIMES[Math.floor(index / PEOPLE) % TIMES.length],
        ];
        const date = new Date(first + day * DAY_MS).toISOString().slice(0, 10);
        return { device: 'Gate', number, employee_id: ids[index % PEOPLE] as number, at: `${date}T${time}` };
      });
      return { connection: test.database.connection(), companyId: test.company.companyId, rows };
    }

    async function start(order: ReportOrder) {
      const program = [await runnableProgram(PROGRAM), JSON.stringify(order)];
      const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [ended, lines] = [once(child, 'exit'), createInterface({ input: child.stdout })];
      const answers: string[] = [];
      lines.on('line', (line) => answers.push(...line.split(' ')));
      return { child, lines, answers, ended: Promise.all([ended, once(lines, 'close')]) };
    }

    /** Each day has its four punches, once. */
    async function expectDaysOf({ rows }: ReportOrder): Promise<void> {
      for (const id of new Set(rows.map(({ employee_id }) => employee_id))) {
        const own = rows.filter(({ employee_id }) => employee_id === id);
        for (const month of new Set(own.map(({ at }) => at.slice(0, 7)))) {
          const dates = [...new Set(own.map(({ at }) => at.slice(0, 10)).filter((date) => date.startsWith(month)))];
          const records = await test.core.attendance.month(test.company, id, month);
          expect(records.map(({ date }) => date).sort()).to.deep.equal(dates.sort());
          const last = await test.core.attendance.day(test.company, records.at(-1)?.id ?? 0);
          expect(last.punches.map(({ kind, voidedAt }) => `${kind} ${voidedAt}`)).to.deep.equal(
            ['in', 'out', 'in', 'out'].map((kind) => `${kind} null`),
          );
        }
      }
    }

    it('at once record each report of the same file once', async () => {
      const order = await newOrder();
      const both = [await start(order), await start(order)];
      await Promise.all(both.map(({ ended }) => ended));
      expect(both.map(({ child }) => child.exitCode)).to.deep.equal([0, 0]);
      const counts = { recorded: 0, known: 0, refused: 0 };
      for (const answer of both.flatMap(({ answers }) => answers)) counts[answer as keyof typeof counts] += 1;
      expect(counts).to.deep.equal({ recorded: ROWS, known: ROWS, refused: 0 });
      await expectDaysOf(order);
    }).timeout(120_000);

    it('and are killed in the middle lose nothing that was answered; the rest comes again', async () => {
      const order = await newOrder();
      const { child, lines, answers, ended } = await start(order);
      await Promise.race([once(lines, 'line'), ended]);
      child.kill('SIGKILL');
      await ended;
      test.clock.set(new Date());
      const told: string[] = [];
      const counts = await test.core.attendance.recordPunches(test.company, order.rows, {
        onAnswers: (some) => void told.push(...some.map(({ answer }) => answer)),
      });
      expect(told.slice(0, answers.length)).to.deep.equal(answers.map(() => 'known'));
      expect(counts.recorded + counts.known).to.equal(ROWS);
      await expectDaysOf(order);
    }).timeout(120_000);
  },
  { withoutEvents: true },
);
