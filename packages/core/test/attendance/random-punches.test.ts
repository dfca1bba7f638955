import type { PunchKind } from '@shaon/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { isDayOpen, project } from '../../src/attendance/projection.ts';
import { newEmployee, withCore } from '../support.ts';

const kinds = fc.constantFrom<PunchKind>('in', 'out', 'break_start', 'break_end');

withCore('random punches', (test) => {
  it('leave one live record a date, in agreement with its punches and its approval', async function () {
    this.timeout(60_000);
    const step = fc.record({ kind: kinds, minutes: fc.integer({ min: 1, max: 1_500 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        test.clock.set(new Date('2026-01-01T05:00:00Z'));
        const { id } = await test.core.employees.create(test.company, newEmployee());
        const { attendance } = test.core;
        const methods = {
          in: attendance.punchIn,
          out: attendance.punchOut,
          break_start: attendance.breakStart,
          break_end: attendance.breakEnd,
        };
        for (const { kind, minutes } of steps) {
          test.clock.advance(minutes * 60_000);
          await methods[kind](test.company, id).catch((error: { code?: string }) => {
            if (error.code !== 'already_in' && error.code !== 'not_in') throw error;
          });
        }
        const { items } = await attendance.list(test.company, { employee_id: id }, { page: 1, per_page: 200 });
        expect(new Set(items.map((record) => record.date)).size).to.equal(items.length);
        for (const record of items) {
          const day = await attendance.day(test.company, record.id);
          const facts = day.punches.map(({ kind, at }) => ({ kind, at }));
          const { checkIn, checkOut } = project(facts);
          expect([record.check_in, record.check_out]).to.deep.equal([checkIn, checkOut]);
          expect(record.status).to.equal(isDayOpen(facts) ? 'open' : 'pending');
          expect(record.is_approved).to.equal(false);
        }
      }),
      { numRuns: 25 },
    );
  });
});
