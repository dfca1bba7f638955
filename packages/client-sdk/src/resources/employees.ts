import type { CallOptions } from '../options.ts';
import { listPages, type Pages } from '../pages.ts';
import { bodyText, idSegment } from '../query.ts';
import { type Answer, isObject, type JsonObject, wrongShape } from '../read-response.ts';
import type { Call, Send } from '../send-request.ts';
import { type ShaonCall, startCall } from '../shaon-call.ts';
import type { Employee, EmployeeChanges, EmployeeFilter, EmployeeStatusChange, NewEmployee } from '../types.ts';

/** The people of the company. Reading needs `employees:read`, writing `employees:write` (SPEC 4). */
export interface EmployeesResource {
  /** Employees by `id`, frozen ones included unless `status` filters them out. */
  list(filter?: EmployeeFilter, options?: CallOptions): Pages<Employee>;
  /** @throws NotFoundError when there is none, also when the id belongs to another company. */
  get(id: number, options?: CallOptions): ShaonCall<Employee>;
  /**
   * Creates an employee, who gets a generated password by SMS. The client repeats the call only if nothing can have
   * been sent. If the error's `maybeApplied` is true, the employee may exist; look them up by e-mail before trying
   * again.
   * @throws ValidationError naming the fields, for example `email` when the address is taken.
   */
  create(employee: NewEmployee, options?: CallOptions): ShaonCall<Employee>;
  /** Changes the given fields; a missing field keeps its value, null clears it where null is allowed. */
  update(id: number, changes: EmployeeChanges, options?: CallOptions): ShaonCall<Employee>;
  /** Freezes: no more log-in and no more punches; the records stay. Freezing twice does no harm. */
  deactivate(id: number, options?: CallOptions): ShaonCall<EmployeeStatusChange>;
  /** Reactivates. Doing so twice does no harm. */
  activate(id: number, options?: CallOptions): ShaonCall<EmployeeStatusChange>;
}

export function employeesResource(send: Send): EmployeesResource {
  const one = (makeCall: () => Call, options?: CallOptions) => startCall(send, makeCall, options, readEmployee);
  const changeStatus = (id: number, action: 'activate' | 'deactivate', options?: CallOptions) =>
    startCall(send, () => post(`/employees/${idSegment(id)}/${action}`), options, readStatusChange);
  return {
    list: (filter, options) => listPages(send, '/employees', filter, options),
    get: (id, options) =>
      one(() => ({ method: 'GET', path: `/employees/${idSegment(id)}`, repeatable: true }), options),
    create: (employee, options) =>
      one(
        () => ({ method: 'POST', path: '/employees', body: bodyText('employee', employee), repeatable: false }),
        options,
      ),
    update: (id, changes, options) =>
      one(() => {
        const body = bodyText('changes', changes);
        return { method: 'PATCH', path: `/employees/${idSegment(id)}`, body, repeatable: true };
      }, options),
    deactivate: (id, options) => changeStatus(id, 'deactivate', options),
    activate: (id, options) => changeStatus(id, 'activate', options),
  };
}

function post(path: string): Call {
  return { method: 'POST', path, repeatable: true };
}

function readStatusChange(answer: Answer): EmployeeStatusChange {
  readEmployee(answer);
  if (!isStatusChange(answer.body)) throw wrongShape(answer, 'without the message of this operation');
  return answer.body;
}

function readEmployee(answer: Answer): Employee {
  const { data } = answer.body;
  if (!isEmployee(data)) throw wrongShape(answer, 'with JSON that holds no employee');
  return data;
}

function isEmployee(data: unknown): data is Employee {
  return isObject(data) && typeof data.id === 'number';
}

function isStatusChange(body: JsonObject): body is JsonObject & EmployeeStatusChange {
  return typeof body.message === 'string' && isEmployee(body.data);
}
