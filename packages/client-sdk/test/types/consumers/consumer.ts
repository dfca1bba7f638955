import {
  type Employee,
  type NewEmployee,
  type Page,
  RateLimitError,
  type RetryInfo,
  ShaonApiError,
  ShaonClient,
  ShaonConnectionError,
  ShaonError,
} from '@shaon/client-sdk';
import {
  expressWebhook,
  fetchWebhook,
  koaWebhook,
  signTestWebhook,
  verifyWebhook,
  type WebhookEvent,
} from '@shaon/client-sdk/webhooks';

const shaon = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', retries: 0, pace: true, onRetry });

function onRetry({ delay, error }: RetryInfo): void {
  console.warn(delay, error?.code);
}

export async function reads(): Promise<number> {
  let count = 0;
  for await (const day of shaon.attendance.list({ date_from: '2026-10-01', department_id: 3, status: 'locked' })) {
    const from: string | null = day.check_in;
    const place: number | undefined = day.location?.check_in?.lat;
    if (from !== null && place !== undefined) count += 1;
  }
  const page: Page<Employee> = await shaon.employees.list({ per_page: 10 }).page(2);
  const next: string | null = page.links.next;
  for await (const request of shaon.leave.list({ status: 'approved', type: 'חופש' }))
    if (request.status === 'rejected') count += 1;
  const names: string[] = (await shaon.departments.list()).map(({ name }) => name);
  const wages: number[] = (await shaon.shifts.list({ signal: AbortSignal.timeout(1) })).map((s) => s.wage_percentage);
  const first: Employee | undefined = await shaon.employees.list().first();
  const { data, response } = await shaon.shifts.list().withResponse();
  count += data.length + response.status + Number(response.headers.get('x-ratelimit-remaining')) + (first?.id ?? 0);
  return count + names.length + wages.length + (next === null ? 0 : 1) + (await shaon.branches.list()).length;
}

export async function writes(): Promise<string> {
  const hourly: NewEmployee = {
    name: 'x',
    id_number: '123456782',
    email: 'x@y.example',
    phone: '050-123-4567',
    salary_type: 'hourly',
    hourly_rate: 50,
  };
  const { id, department } = await shaon.employees.create(hourly);
  await shaon.employees.update(id, { phone: null, department_id: department?.id ?? null });
  const { message, data } = await shaon.employees.deactivate(id);
  return message + data.status;
}

export function mistakes(): void {
  // @ts-expect-error a salary type needs its amount
  shaon.employees.create({ name: 'x', id_number: '1', email: 'x', phone: '1', salary_type: 'global' });
  // @ts-expect-error the status has operations of its own
  shaon.employees.update(1, { status: 'frozen' });
  // @ts-expect-error the set of leave statuses is closed
  shaon.leave.list({ status: 'cancelled' });
  // @ts-expect-error no such filter
  shaon.employees.list({ departement_id: 1 });
  // @ts-expect-error ids are numbers
  shaon.employees.get('17');
  // @ts-expect-error how much of the list is to be held
  shaon.employees.list().toArray();
  // @ts-expect-error the token is missing
  new ShaonClient({ baseUrl: 'https://hr.example/api/v1' });
}

export function errors(error: unknown): number | undefined {
  if (error instanceof RateLimitError) return error.retryAfter;
  if (error instanceof ShaonApiError) return error.errors?.email?.length ?? error.status;
  if (error instanceof ShaonConnectionError) return error.cause === undefined ? 0 : 1;
  if (error instanceof ShaonError) return error.maybeApplied ? 1 : 0;
  return undefined;
}

export async function webhooks(body: Uint8Array, request: Request): Promise<string | null> {
  const event: WebhookEvent = await verifyWebhook(body, request.headers, ['whsec_a'], { toleranceSeconds: 0 });
  switch (event.event) {
    case 'attendance.clocked_out':
      return event.data.check_out;
    case 'leave_request.approved':
      return event.data.manager_note;
    case 'employee.updated':
      return event.data.status;
    case 'employee.created':
      // @ts-expect-error a new employee's event holds no status
      return event.data.status;
    default:
      return null;
  }
}

export const handlers = [
  koaWebhook('whsec_a', (event) => void event.sent_at),
  expressWebhook('whsec_a', async (event) => void event.delivery.id),
  fetchWebhook('whsec_a', (event) => void event.data),
];

export const signed: Promise<{ body: string }> = signTestWebhook({
  event: 'attendance.clocked_in',
  data: { employee_id: 1, attendance_id: 2, check_in: '2026-10-25T08:02:11+02:00' },
  secret: 'whsec_a',
});
