import type { CallOptions } from '../options.ts';
import { listPages, type Pages } from '../pages.ts';
import { checkBody, idSegment } from '../query.ts';
import { type Answer, isObject, type JsonObject, wrongShape } from '../read-response.ts';
import type { Send } from '../send-request.ts';
import type { Employee, EmployeeChanges, EmployeeFilter, EmployeeStatusChange, NewEmployee } from '../types.ts';

/** The people of the company. Reading needs `employees:read`, writing `employees:write` (SPEC 4). */
export interface EmployeesResource {
  /** Employees by `id`, frozen ones included unless `status` filters them out. */
  list(filter?: EmployeeFilter, options?: CallOptions): Pages<Employee>;
  /** @throws NotFoundError when there is none, also when the id belongs to another company. */
  get(id: number, options?: CallOptions): Promise<Employee>;
  /**
   * Creates an employee, who gets a generated password by SMS. Repeated only where nothing can have been sent: an
   * error whose `maybeApplied` is true leaves open whether they exist; look them up by e-mail before trying again.
   * @throws ValidationError naming the fields, for example `email` when the address is taken.
   */
  create(employee: NewEmployee, options?: CallOptions): Promise<Employee>;
  /** Changes what is given; a missing field keeps its value, null clears it where null is allowed. */
  update(id: number, changes: EmployeeChanges, options?: CallOptions): Promise<Employee>;
  /** Freezes: no more log-in and no more punches; the records stay. Freezing twice does no harm. */
  deactivate(id: number, options?: CallOptions): Promise<EmployeeStatusChange>;
  /** Reactivates. Doing so twice does no harm. */
  activate(id: number, options?: CallOptions): Promise<EmployeeStatusChange>;
}

export function employeesResource(send: Send): EmployeesResource {
  const changeStatus = async (id: number, action: 'activate' | 'deactivate', options?: CallOptions) => {
    const path = `/employees/${idSegment(id)}/${action}`;
    const answer = await send({ method: 'POST', path, repeatable: true }, options);
    readEmployee(answer);
    if (!isStatusChange(answer.body)) throw wrongShape(answer, 'without the message of this operation');
    return answer.body;
  };
  return {
    list: (filter, options) => listPages(send, '/employees', filter, options),
    get: async (id, options) =>
      readEmployee(await send({ method: 'GET', path: `/employees/${idSegment(id)}`, repeatable: true }, options)),
    create: async (employee, options) => {
      const body = checkBody('employee', employee);
      return readEmployee(await send({ method: 'POST', path: '/employees', body, repeatable: false }, options));
    },
    update: async (id, changes, options) => {
      const body = checkBody('changes', changes);
      const path = `/employees/${idSegment(id)}`;
      return readEmployee(await send({ method: 'PATCH', path, body, repeatable: true }, options));
    },
    deactivate: (id, options) => changeStatus(id, 'deactivate', options),
    activate: (id, options) => changeStatus(id, 'activate', options),
  };
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
