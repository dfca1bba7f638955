import {
  type Core,
  createCore,
  type DatabaseConnection,
  type LoginRole,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { createWebhooks, webhookEntities } from '@shaon/webhooks';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { historyStatements } from './history.ts';
import { seedPunchesAndLeave } from './punches-and-leave.ts';

/** A Tuesday noon, among the last of the seeded days. */
const NOW = new Date('2026-05-12T09:00:00Z');
export const ROLES = ['admin', 'manager', 'employee'] as const;
const PASSWORD = 'a password of the benchmark';

export type Emails = Readonly<Record<LoginRole, string>>;

function openCore(database: DatabaseConnection): Promise<Core> {
  return createCore({
    database,
    entities: webhookEntities(database.type),
    keys: BENCH_KEYS,
    clock: { now: () => NOW },
  });
}

/** People who sign in, tokens, endpoints, punches, leave, and the history of the API beside the seeded attendance. */
export async function completeCompany(
  database: DatabaseConnection,
  companyId: number,
  sizes: { readonly auditRows: number; readonly deliveries: number },
): Promise<Emails> {
  const company = systemActor(companyId);
  const { emails, ...made } = await withCore(database, async (core) => ({
    emails: await letPeopleIn(core, company),
    ...(await makeConnections(core, company)),
  }));
  // Past core, so no core is open meanwhile.
  await execute(database, [
    ...seedPunchesAndLeave(database.type, company),
    ...historyStatements(database.type, { companyId, until: NOW, ...made, ...sizes }),
    database.type === 'sqlite' ? 'ANALYZE' : 'VACUUM ANALYZE',
  ]);
  await withCore(database, async (core) => {
    await core.prune({ auditMonths: 1_000 });
  });
  return emails;
}

/** Tokens and endpoints, and the admin whose acts are in the audit. */
async function makeConnections(core: Core, company: SystemActor) {
  const tokenIds: number[] = [];
  for (const name of ['Payroll', 'Power BI', 'Doors']) {
    const { summary } = await core.tokens.issue(company, { name, abilities: ['attendance:read', 'employees:read'] });
    tokenIds.push(summary.id);
  }
  const { endpoints } = await createWebhooks(core);
  const endpointIds: number[] = [];
  for (const host of [34, 35, 36]) {
    const url = `https://93.184.216.${host}/hook`;
    endpointIds.push((await endpoints.register(company, { url, events: ['employee.updated'] })).endpoint.id);
  }
  const loginId = (await core.accounts.list(company)).find(({ role }) => role === 'admin')?.id ?? 0;
  return { tokenIds, endpointIds, loginId };
}

async function withCore<T>(database: DatabaseConnection, work: (core: Core) => Promise<T>): Promise<T> {
  const core = await openCore(database);
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

/** An admin, a manager and an employee, each with a password. */
async function letPeopleIn(core: Core, company: SystemActor): Promise<Emails> {
  await core.absenceTypes.createDefaults(company);
  const email = 'admin@bench.example';
  const admin = await core.accounts.inviteAdmin(company.companyId, { name: 'Bench admin', email });
  await core.accounts.useLink(admin.link.secret, PASSWORD);
  await core.accounts.inviteAdmin(company.companyId, { name: 'Second admin', email: 'second@bench.example' });
  const { items } = await core.employees.list(company, {}, { page: 1, per_page: 10 });
  // The second has no leave among the seeded requests.
  const [manager, , employee] = items.filter(({ status }) => status === 'active');
  if (manager === undefined || employee === undefined) throw new Error('The company has no three people.');
  await core.accounts.setRole(company, { employee_id: manager.id, role: 'manager' });
  await core.accounts.setRole(company, { employee_id: employee.id, role: 'employee' });
  const accounts = await core.accounts.list(company, { everybody: true });
  const emailOf = async (employeeId: number) => {
    const account = accounts.find((one) => one.employeeId === employeeId);
    if (account === undefined) throw new Error('A person has no log-in.');
    const { secret } = await core.accounts.makeLink(company, account.id);
    await core.accounts.useLink(secret, PASSWORD);
    return account.email;
  };
  return { admin: email, manager: await emailOf(manager.id), employee: await emailOf(employee.id) };
}

/** The secret of somebody's session. */
export async function sessionOf(core: Core, email: string): Promise<string> {
  const { secret } = await core.accounts.signIn({ email, password: PASSWORD }, { ip: '127.0.0.1' });
  return secret;
}

/** Runs SQL past core. */
async function execute(database: DatabaseConnection, statements: readonly string[]): Promise<void> {
  if (database.type === 'sqlite') {
    const file = new Sqlite(database.path);
    for (const statement of statements) file.exec(statement);
    file.pragma('wal_checkpoint(TRUNCATE)');
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
