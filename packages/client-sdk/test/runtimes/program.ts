import { ShaonClient, ShaonConnectionError } from '../../src/index.ts';
import { signTestWebhook, verifyWebhook } from '../../src/webhooks/index.ts';

/*
 * Run by every runtime that is there, bundled. The runtime gives the two addresses by its own global; what comes out is
 * one line of JSON.
 */
declare const addresses: { service: string; nobody: string };

const shaon = new ShaonClient({ baseUrl: addresses.service, token: 'shn_all', retryDelay: 0 });
const names: string[] = [];
for await (const employee of shaon.employees.list({ per_page: 2 })) names.push(employee.email);

const nobody = new ShaonClient({ baseUrl: addresses.nobody, token: 'shn_all', retries: 1, retryDelay: 0 });
const refused = await nobody.employees
  .create({
    name: 'x',
    id_number: '123456782',
    email: 'x@y.example',
    phone: '031234567',
    salary_type: 'hourly',
    hourly_rate: 1,
  })
  .catch((error: unknown) => error);

// The service of this test never answers it.
const late = await shaon.branches.list({ timeout: 150, retries: 0 }).catch((error: Error) => error.name);

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const data = { employee_id: 1, attendance_id: 2, check_in: '2026-10-25T08:02:11+02:00' };
const signed = await signTestWebhook({ event: 'attendance.clocked_in', data, secret });
const event = await verifyWebhook(signed.body, signed.headers, secret);

console.log(
  JSON.stringify({
    names,
    maybeApplied: refused instanceof ShaonConnectionError ? refused.maybeApplied : String(refused),
    late,
    event: event.event,
  }),
);
