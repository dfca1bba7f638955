import {
  type AttendanceFilter,
  type CallOptions,
  type DebugOptions,
  type EmployeeChanges,
  type EmployeeFilter,
  type LeaveFilter,
  type NewEmployee,
  ShaonClient,
  type ShaonClientOptions,
} from '@shaon/client-sdk';
import { expressWebhook, signTestWebhook, verifyWebhook } from '@shaon/client-sdk/webhooks';

/*
 * What a program gives may be undefined where it may be missing: it comes from an environment, a form or another
 * function's optional argument.
 */

export function client(text: string | undefined, number: number | undefined, isTrue: boolean | undefined): ShaonClient {
  const debug: DebugOptions = { write: undefined, bodies: isTrue };
  const options: ShaonClientOptions = {
    baseUrl: 'https://hr.example/api/v1',
    token: 't',
    fetch: undefined,
    timeout: number,
    retries: number,
    retryDelay: number,
    pace: isTrue,
    language: text === 'he' ? text : undefined,
    headers: undefined,
    debug: isTrue === true ? debug : undefined,
    onRequest: undefined,
    onResponse: undefined,
    onRetry: undefined,
  };
  return new ShaonClient(options);
}

export async function calls(
  shaon: ShaonClient,
  text: string | undefined,
  number: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const call: CallOptions = { signal, timeout: number, retries: number, requestId: text, headers: undefined };
  const pages = { per_page: number, page: number };
  const units = { department_id: number, branch_id: number };
  const dates = { date_from: text, date_to: text };
  const attendance: AttendanceFilter = { ...pages, ...units, ...dates, employee_id: number, status: text };
  const employees: EmployeeFilter = { ...pages, ...units, status: text };
  const leave: LeaveFilter = { ...pages, ...dates, employee_id: number, status: undefined, type: text };
  await shaon.attendance.list(attendance, call).first();
  await shaon.employees.list(employees, call).first();
  await shaon.leave.list(leave, call).first();
  const person = { name: 'x', id_number: '123456782', email: 'x@y.example', phone: '050-123-4567', ...units };
  const hourly: NewEmployee = { ...person, salary_type: 'hourly', hourly_rate: 50, global_salary: number };
  const global: NewEmployee = { ...person, salary_type: 'global', hourly_rate: number, global_salary: 9_000 };
  // @ts-expect-error the wage that the salary type asks for cannot be left out.
  const unpaid: NewEmployee = { ...person, salary_type: 'global', hourly_rate: 50, global_salary: number };
  const changes: EmployeeChanges = { ...units, name: text, email: text, phone: text, address: text };
  for (const employee of [hourly, global, unpaid]) await shaon.employees.create(employee, call);
  await shaon.employees.update(1, changes, call);
}

export async function webhooks(number: number | undefined, isTest: boolean | undefined): Promise<void> {
  const options = { toleranceSeconds: number, scheme: undefined, now: undefined };
  await verifyWebhook('', {}, 'whsec_AAECAw==', options);
  expressWebhook('whsec_AAECAw==', () => undefined, { ...options, maxBodyBytes: number, onRefused: undefined });
  await signTestWebhook({
    event: 'attendance.clocked_in',
    data: { employee_id: 1, attendance_id: 1, check_in: '2026-10-25T08:02:11+02:00' },
    secret: 'whsec_AAECAw==',
    sent_at: undefined,
    id: undefined,
    timestamp: number,
    attempt: number,
    test: isTest,
  });
}
