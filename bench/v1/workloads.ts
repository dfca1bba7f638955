import type autocannon from 'autocannon';
import { type BenchCompany, MONTH } from './data/company.ts';

/** One kind of request, as autocannon sends it. */
export interface Workload {
  readonly name: string;
  readonly says: string;
  readonly requests: readonly autocannon.Request[];
}

/** How many different employees W5 requests in turn. */
const ASKED_EMPLOYEES = 500;

export function workloads(company: BenchCompany, firstEmployee: number, firstDepartment: number): Workload[] {
  const get = (path: string, token = company.token): autocannon.Request => ({
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  const lastPage = Math.ceil(company.rows / 50);
  const month = `date_from=${MONTH.from}&date_to=${MONTH.to}&department_id=${firstDepartment + 3}`;
  const employees = Array.from({ length: Math.min(ASKED_EMPLOYEES, company.employees) }, (_, index) =>
    get(`/employees/${firstEmployee + ((index * 37) % company.employees)}`),
  );
  return [
    list('W1', 'GET /attendance, page 1 of 50', get('/attendance')),
    list('W2L', '200 a page with location', get('/attendance?per_page=200', company.locationToken)),
    list('W3', 'one month and a department', get(`/attendance?${month}`)),
    list('W4', 'the last page', get(`/attendance?page=${lastPage}`)),
    { name: 'W5', says: 'GET /employees/{id}', requests: employees },
    {
      name: 'W6',
      says: 'POST /employees, password hash apart',

      requests: [newEmployees(get('/employees'))],
    },
    { name: 'W7', says: 'GET /departments', requests: [get('/departments')] },
  ];
}

function list(name: string, says: string, request: autocannon.Request): Workload {
  return { name, says, requests: [request] };
}

function newEmployees(like: autocannon.Request): autocannon.Request {
  return {
    ...like,
    method: 'POST',
    headers: { ...like.headers, 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, body: JSON.stringify(newEmployee()) }),
  };
}

let created = 0;

/** A different person each time, because e-mail addresses and ID numbers are unique. */
export function newEmployee() {
  const number = ++created;
  return {
    name: `עובדת חדשה ${number}`,
    id_number: israeliId(10_000_000 + number + (process.pid % 100) * 100_000),
    email: `new-${process.pid}-${number}@bench.example`,
    phone: '0501234567',
    salary_type: 'hourly' as const,
    hourly_rate: 45.5,
  };
}

/** Eight digits with their check digit (SPEC 4, POST /employees). */
export function israeliId(eightDigits: number): string {
  const digits = String(eightDigits);
  let sum = 0;
  for (let place = 0; place < 8; place++) {
    const product = Number(digits[place]) * (1 + (place % 2));
    sum += product > 9 ? product - 9 : product;
  }
  return digits + ((10 - (sum % 10)) % 10);
}
