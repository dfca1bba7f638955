import { Agent, createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountActor, Core } from '@shaon/core';
import { adminRequestListener } from '@shaon/http-koa/admin';

/** What asks the pages of a manager one after another, by the name of a page. */
export interface PagesUnderTest {
  readonly requests: Readonly<Record<string, () => Promise<unknown>>>;
  stop(): Promise<void>;
}

const EVERYBODY = Array.from({ length: 50 }, (_, index) => index + 1).join();

/** The same pages as people have them, written and audited, by a manager of the product's own log-in. */
export async function servePages(core: Core, companyId: number, month: string): Promise<PagesUnderTest> {
  const manager: AccountActor = {
    kind: 'account',
    companyId,
    loginId: 1,
    role: 'manager',
    name: 'Manager',
    employeeId: 1,
  };
  let handler: RequestListener = () => undefined;
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  handler = adminRequestListener(core, null, { baseUrl: origin, accountFromRequest: () => manager });
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) => () =>
    new Promise<void>((resolve, reject) => {
      get(origin + path, { agent }, (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} was answered ${response.statusCode}.`));
        });
      }).once('error', reject);
    });
  return {
    requests: {
      'page: month': ask(`/attendance?month=${month}`),
      'page: month, people with pending days': ask(`/attendance?month=${month}&state=pending`),
      'page: day': ask(`/attendance/day?date=${month}-05`),
      'page: a person’s day': ask(`/attendance/people/5?date=${month}-05`),
      'page: approve 50 people': ask(`/attendance/approve?month=${month}&employees=${EVERYBODY}`),
      'page: leave, pending': ask('/leave'),
      'page: leave, approved this year': ask('/leave?status=approved&since=2026-01-01'),
      'page: leave, calendar': ask(`/leave/calendar?month=${month}`),
      'page: my day': ask('/my-day'),
      'page: my month': ask(`/my-day/month?month=${month}`),
      'page: my leave': ask('/my-day/leave'),
    },
    async stop() {
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
