import type { Attendance, Employee, LeaveRequest } from '../src/index.ts';
import { dana } from './small-service.ts';

export interface MiniatureRequest {
  method: string;
  target: string;
  body: string;
  header(name: string): string | undefined;
}

export interface MiniatureAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** The contract in miniature, with one company in memory: enough for the client's conformance suite. */
export function answerAsService(baseUrl: () => string): (request: MiniatureRequest) => MiniatureAnswer {
  const employees: Employee[] = [1, 2, 3, 4, 5].map((id) => ({
    ...dana,
    id,
    email: `${id}@acme.example`,
    department: { id: 3 + (id % 2), name: 'x' },
  }));
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}): MiniatureAnswer => ({
    status,
    body,
    headers: { 'X-Request-Id': 'req-1', ...headers },
  });
  const page = (path: string, query: URLSearchParams, all: unknown[]) => {
    const perPage = Number(query.get('per_page') ?? 50);
    const number = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all.length / perPage));
    const link = (target: number) => {
      const linked = new URLSearchParams(query);
      linked.set('page', String(target));
      return `${baseUrl()}${path}?${linked}`;
    };
    return answer(200, {
      data: all.slice((number - 1) * perPage, number * perPage),
      links: {
        first: link(1),
        last: link(last),
        prev: number > 1 ? link(number - 1) : null,
        next: number < last ? link(number + 1) : null,
      },
      meta: { current_page: number, last_page: last, per_page: perPage, total: all.length },
    });
  };
  const create = (body: Employee & { email: string }) => {
    if (employees.some(({ email }) => email === body.email)) {
      const message = 'The email has already been taken.';
      return answer(422, { message, errors: { email: [message] } });
    }
    const { name, email, phone } = body;
    const id = employees.length + 1;
    employees.push({ id, name, email, phone, role: 'employee', status: 'active', department: null, branch: null });
    return answer(201, { data: employees[id - 1] }, { Location: `${baseUrl()}/employees/${id}` });
  };
  const onEmployee = (method: string, id: number, action: string | undefined, body: string) => {
    const employee = employees.find((one) => one.id === id);
    if (employee === undefined) return answer(404, { message: 'Not found.' });
    if (method === 'PATCH') Object.assign(employee, JSON.parse(body));
    if (action === undefined) return answer(200, { data: employee });
    employee.status = action === 'activate' ? 'active' : 'frozen';
    return answer(200, { message: 'העובד עודכן.', data: employee });
  };

  return ({ method, target, body, header }) => {
    const { pathname, searchParams } = new URL(`http://x${target}`);
    const token = header('authorization');
    if (token !== 'Bearer shn_all' && token !== 'Bearer shn_narrow')
      return answer(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer realm="api"' });
    if (pathname === '/shifts') return answer(200, { data: shifts });
    if (token === 'Bearer shn_narrow')
      return answer(403, { message: 'Invalid ability provided.' }, { 'X-Required-Ability': 'employees:read' });
    if (pathname === '/departments')
      return answer(200, {
        data: [
          { id: 3, name: 'x' },
          { id: 4, name: 'y' },
        ],
      });
    if (pathname === '/branches') return answer(200, { data: [{ id: 2, name: 'חיפה', address: null }] });
    if (!/^(\d{4}-\d\d-\d\d)?$/.test(searchParams.get('date_from') ?? '')) {
      const message = 'The date from field must match the format Y-m-d.';
      return answer(422, { message, errors: { date_from: [message] } });
    }
    if (pathname === '/attendance') return page(pathname, searchParams, attendance);
    if (pathname === '/leave') return page(pathname, searchParams, leave);
    if (pathname === '/employees' && method === 'POST') return create(JSON.parse(body));
    if (pathname === '/employees') {
      const department = searchParams.get('department_id');
      const status = searchParams.get('status');
      const listed = employees
        .filter((one) => department === null || String(one.department?.id) === department)
        .filter((one) => status === null || one.status === status);
      return page(pathname, searchParams, listed);
    }
    const [, , id, action] = pathname.split('/');
    return onEmployee(method, Number(id), action, body);
  };
}

const shifts = [{ id: 1, name: 'רגיל', start_time: '08:00', end_time: null, wage_percentage: 100 }];

const attendance: Attendance[] = [
  {
    id: 1,
    employee_id: 1,
    date: '2026-10-25',
    check_in: '2026-10-25T08:02:11+02:00',
    check_out: '2026-10-25T17:02:11+02:00',
    status: 'pending',
    absence_type: null,
    is_approved: false,
    location: { check_in: { lat: 32.1, lng: 34.8, accuracy_meters: null }, check_out: null },
  },
];

const leave: LeaveRequest[] = [
  {
    id: 1,
    employee_id: 1,
    date: '2026-10-28',
    type: 'חופש',
    status: 'approved',
    manager_note: null,
    has_document: false,
    created_at: '2026-10-20T09:14:02+03:00',
    updated_at: '2026-10-20T09:14:02+03:00',
  },
];
