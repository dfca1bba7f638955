import type { LeaveFilter, LeaveRequest } from '@shaon/core';
import { formatInstant } from '@shaon/core/time';
import type { Answer } from './answer.ts';
import { disclosedDays } from './disclosed.ts';
import type { HandlerRequest } from './handler-request.ts';
import { filterAndPage, type PagingQuery, pageAnswer } from './page-answer.ts';

/** SPEC 4, GET /leave. */
export async function listLeave(request: HandlerRequest<LeaveFilter & PagingQuery>): Promise<Answer> {
  const { services, actor, query } = request;
  const { filter, asked } = filterAndPage(query);
  const page = await services.leave.list(actor, filter, asked);
  return pageAnswer(request, asked, page, (leave) => leaveRecord(leave, actor.companyZone), disclosedDays(page.items));
}

/** SPEC 2, Leave request: exactly these members; times with the company's offset (D:L5). */
function leaveRecord(leave: LeaveRequest, zone: string) {
  return {
    id: leave.id,
    employee_id: leave.employee_id,
    date: leave.date,
    type: leave.type,
    status: leave.status,
    manager_note: leave.manager_note,
    has_document: leave.has_document,
    created_at: formatInstant(leave.created_at, zone),
    updated_at: formatInstant(leave.updated_at, zone),
  };
}
