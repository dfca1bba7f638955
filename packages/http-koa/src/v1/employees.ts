import type { Employee, EmployeeFilter, StatusChange } from '@shaon/core';
import { type Answer, recordAnswer } from './answer.ts';
import type { HandlerRequest } from './handler-request.ts';
import { filterAndPage, type PagingQuery, pageAnswer } from './page-answer.ts';

/** SPEC 4, GET /employees. */
export async function listEmployees(request: HandlerRequest<EmployeeFilter & PagingQuery>): Promise<Answer> {
  const { filter, asked } = filterAndPage(request.query);
  const page = await request.services.employees.list(request.actor, filter, asked);
  const records = page.items.length;
  return pageAnswer(request, asked, page, employeeRecord, { records, people: records });
}

/** SPEC 4, GET /employees/{id}. */
export async function getEmployee(request: HandlerRequest): Promise<Answer> {
  return recordAnswer(employeeRecord(await request.services.employees.get(request.actor, request.id)));
}

/** SPEC 4, POST /employees; the Location header is an addition (D:H17). */
export async function createEmployee(request: HandlerRequest): Promise<Answer> {
  const { actor, body } = request;
  const employee = await writesOf(request).create(actor, body, request.writing(201));
  return recordAnswer(employeeRecord(employee), 201, { Location: `${request.baseUrl}/employees/${employee.id}` });
}

/** SPEC 4, PATCH /employees/{id}. */
export async function updateEmployee(request: HandlerRequest): Promise<Answer> {
  const { actor, id, body } = request;
  const employee = await writesOf(request).update(actor, id, body, request.writing(200));
  return recordAnswer(employeeRecord(employee));
}

/** SPEC 4, POST /employees/{id}/deactivate. */
export async function deactivateEmployee(request: HandlerRequest): Promise<Answer> {
  const change = await writesOf(request).freeze(request.actor, request.id, request.writing(200));
  return statusAnswer(request, change, 'deactivate');
}

/** SPEC 4, POST /employees/{id}/activate. */
export async function activateEmployee(request: HandlerRequest): Promise<Answer> {
  const change = await writesOf(request).reactivate(request.actor, request.id, request.writing(200));
  return statusAnswer(request, change, 'activate');
}

/** Only for routes that `servedRoutes` leaves out if the service cannot write. */
function writesOf({ services }: HandlerRequest) {
  if (services.employeeWrites === null) throw new TypeError('A route that writes was served by a service that reads.');
  return services.employeeWrites;
}

const STATUS_MESSAGES = {
  he: {
    deactivate: { changed: 'העובד הוקפא.', unchanged: 'העובד כבר מוקפא.' },
    activate: { changed: 'העובד הופעל מחדש.', unchanged: 'העובד כבר פעיל.' },
  },
  en: {
    deactivate: { changed: 'The employee has been frozen.', unchanged: 'The employee is already frozen.' },
    activate: { changed: 'The employee has been reactivated.', unchanged: 'The employee is already active.' },
  },
} as const;

/** `{message, data}` (SPEC 2, Envelopes); repeating the call is no error (D:F1). */
function statusAnswer(request: HandlerRequest, change: StatusChange, act: 'activate' | 'deactivate'): Answer {
  const message = STATUS_MESSAGES[request.locale()][act][change.isChanged ? 'changed' : 'unchanged'];
  return { status: 200, headers: {}, body: { message, data: employeeRecord(change.employee) } };
}

/** SPEC 2, Employee: exactly these members. */
function employeeRecord(employee: Employee) {
  return {
    id: employee.id,
    name: employee.name,
    email: employee.email,
    phone: employee.phone,
    role: employee.role,
    status: employee.status,
    department: employee.department && { id: employee.department.id, name: employee.department.name },
    branch: employee.branch && { id: employee.branch.id, name: employee.branch.name },
  };
}
