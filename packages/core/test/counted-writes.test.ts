import { countedStatements, sentStatements } from '@shaon/testing';
import { expect } from 'chai';
import { newEmployee, withCore } from './support.ts';

/*
 * The statements of what people do with their days and requests, counted and not timed. What the API does is counted in http-koa's counted-work.test.ts.
 */

interface Work {
  /** Without the statements that begin or end a transaction, which SQLite's writes of one turn share. */
  readonly sqlite: number;
  /** With those that begin or end a transaction. */
  readonly postgres: number;
}

// biome-ignore format: a table is read by its columns
const WORK = {
  'punch in':          { sqlite: 6, postgres: 8  },
  'break start':       { sqlite: 8, postgres: 10  },
  'break end':         { sqlite: 8, postgres: 10  },
  'punch out':         { sqlite: 8, postgres: 10  },
  'approve a day':     { sqlite: 4, postgres: 7  },
  'a clock reports':   { sqlite: 15, postgres: 20 },
  'ask to correct':    { sqlite: 11, postgres: 13 },
  'apply a request':   { sqlite: 25, postgres: 33 },
  'ask for leave':     { sqlite: 6, postgres: 8  },
  'approve a request': { sqlite: 7, postgres: 9  },
  'reject a request':  { sqlite: 6, postgres: 8  },
  'cancel a request':  { sqlite: 5, postgres: 7  },
} as const satisfies Record<string, Work>;

/** The first employee's acts read what a process then knows. */
const FIRST = 1;
const PEOPLE = 4;

withCore('the counted statements', (test) => {
  it('of punches, decisions and requests are those of the table', async () => {
    const { core, company, database } = test;
    await core.absenceTypes.create(company, { label: 'army' });
    for (let number = 0; number < PEOPLE; number += 1) {
      const { id } = await core.employees.create(company, newEmployee());
      const counted = async <T>(name: keyof typeof WORK, act: () => Promise<T>): Promise<T> => {
        let result: T | undefined;
        const sent = await sentStatements(async () => {
          result = await act();
        });
        if (number < FIRST) return result as T;
        const { type } = database;
        const counting = countedStatements(type, sent);
        expect(counting, `${name}: ${counting.join('\n')}`).to.have.lengthOf(WORK[name][type]);
        return result as T;
      };
      const { attendance, correctionRequests, leave } = core;
      const day = await counted('punch in', () => attendance.punchIn(company, id));
      test.clock.advance(600_000);
      await counted('break start', () => attendance.breakStart(company, id));
      test.clock.advance(600_000);
      await counted('break end', () => attendance.breakEnd(company, id));
      test.clock.advance(600_000);
      await counted('punch out', () => attendance.punchOut(company, id));
      test.clock.advance(600_000);
      const rows = [300_000, 0].map((before, index) => ({
        ...{ device: 'Gate', number: 2 * number + index, employee_id: id },
        at: new Date(test.clock.now().getTime() - before),
      }));
      await counted('a clock reports', () => attendance.recordPunches(company, rows));
      await counted('approve a day', () => attendance.approve(company, [day.id]));
      const out = { kind: 'out', at: test.clock.now() } as const;
      const asked = await counted('ask to correct', () =>
        correctionRequests.ask(company, {
          ...{ employee_id: id, date: day.date, reason: 'forgot', punches: [{ kind: 'in', at: day.check_in! }, out] },
        }),
      );
      await counted('apply a request', () => correctionRequests.apply(company, asked.id, {}, { approve: true }));
      const dates = ['2026-07-01', '2026-07-02', '2026-07-05'];
      const requests = await counted('ask for leave', () =>
        leave.submit(company, { employee_id: id, type: 'army', dates }),
      );
      const [first, second, third] = requests.map((request) => request.id) as [number, number, number];
      await counted('approve a request', () => leave.approve(company, first));
      await counted('reject a request', () => leave.reject(company, second));
      await counted('cancel a request', () => leave.cancel(company, third));
    }
  });
});
