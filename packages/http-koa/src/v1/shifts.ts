import type { Shift } from '@shaon/core';
import { type Answer, completeListAnswer } from './answer.ts';
import type { HandlerRequest } from './handler-request.ts';

/** SPEC 4, GET /shifts. */
export async function listShifts(request: HandlerRequest): Promise<Answer> {
  const shifts = await request.services.shifts.list(request.actor);
  return completeListAnswer(shifts.map(shiftRecord));
}

/** SPEC 2, Shift. */
function shiftRecord(shift: Shift) {
  return {
    id: shift.id,
    name: shift.name,
    start_time: shift.start_time,
    end_time: shift.end_time,
    wage_percentage: shift.wage_percentage,
  };
}
