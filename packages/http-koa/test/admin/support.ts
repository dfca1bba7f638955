import type { RequestListener } from 'node:http';
import {
  type AccountActor,
  type Core,
  type CoreOptions,
  createCore,
  type LoginRole,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import { type AdminOptions, createAdminRoutes } from '@shaon/http-koa/admin';
import {
  type Connection,
  type Listening,
  listen,
  newEmployee,
  type OnEachDatabaseOptions,
  onEachDatabase,
  TestClock,
  type TestDatabase,
} from '@shaon/testing';
import { createWebhooks, migrateWebhooks, type Webhooks, type WebhooksOptions, webhookEntities } from '@shaon/webhooks';
import Koa from 'koa';
import mount from 'koa-mount';
import { Secret, TOTP } from 'otpauth';
import { TEST_KEYS, TEST_NOW } from '../support.ts';
import { HtmlBrowser } from './html-browser.ts';

/** Everybody's password in these tests. */
/** What the app of a person shows for the key of a second factor. */
export const codeAt = (key: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: at.getTime() });

export const PASSWORD = 'long enough to be one';

/** A person who can sign in. */
export interface Someone {
  readonly name: string;
  readonly email: string;
  readonly actor: AccountActor;
}

/** The web interface and the API over a company with one person of each role, and a foreign company with an admin. */
export interface PagesTest {
  readonly database: TestDatabase;
  readonly core: Core;
  readonly webhooks: Webhooks;
  readonly clock: TestClock;
  readonly company: SystemActor;
  readonly foreign: SystemActor;
  readonly admin: Someone;
  readonly manager: Someone;
  readonly employee: Someone;
  readonly foreignAdmin: Someone;
  /** Where the server is, without `/admin`. */
  readonly origin: string;
  /** A browser of somebody who is signed in. */
  signedIn(who: Someone, headers?: Readonly<Record<string, string>>): Promise<HtmlBrowser>;
  /** A browser of nobody. */
  visitor(headers?: Readonly<Record<string, string>>): HtmlBrowser;
  /** One more person with a log-in and a staff row. */
  hire(name: string, role?: LoginRole, of?: SystemActor): Promise<Someone>;
}

export interface PagesOptions {
  readonly core?: Partial<CoreOptions>;
  readonly admin?: Partial<AdminOptions>;
  readonly webhooks?: WebhooksOptions;
}

async function migrateAll(connection: Connection): Promise<void> {
  await migrateCore(connection);
  await migrateWebhooks(connection);
}

/**
 * A suite against the pages, on each database.
 *
 * @param options a function is asked before each suite
 */
export function withPages(
  title: string,
  body: (test: PagesTest) => void,
  options: PagesOptions | (() => Promise<PagesOptions>) = {},
  on: Pick<OnEachDatabaseOptions, 'only'> = {},
): void {
  const optionsOf = typeof options === 'function' ? options : async () => options;
  onEachDatabase(title, { migrate: migrateAll, ...on }, (database) => suite(database, body, optionsOf));
}

function suite(database: TestDatabase, body: (test: PagesTest) => void, optionsOf: () => Promise<PagesOptions>): void {
  const clock = new TestClock(new Date(TEST_NOW));
  let listening: Listening;
  let count = 0;

  const test: { -readonly [Key in keyof PagesTest]: PagesTest[Key] } = {
    database,
    clock,
    core: undefined as never,
    webhooks: undefined as never,
    company: undefined as never,
    foreign: undefined as never,
    admin: undefined as never,
    manager: undefined as never,
    employee: undefined as never,
    foreignAdmin: undefined as never,
    origin: undefined as never,
    visitor: (headers) => new HtmlBrowser(test.origin, headers),
    async signedIn(who, headers) {
      const browser = test.visitor(headers);
      await browser.get('/admin/sign-in');
      const page = await browser.submit('/sign-in', { email: who.email, password: PASSWORD });
      if (browser.session === undefined) throw new Error(`${who.name} could not sign in: ${page.main}`);
      return browser;
    },
    async hire(name, role = 'employee', of = test.company) {
      count += 1;
      const email = `person-${count}@bakery.example`;
      const employee = await test.core.employees.create(of, newEmployee({ name, email }));
      if (role !== 'employee') await test.core.accounts.setRole(of, { employee_id: employee.id, role });
      const account = (await test.core.accounts.list(of, { everybody: true })).find(
        (one) => one.employeeId === employee.id,
      );
      const link = await test.core.accounts.makeLink(of, account?.id ?? 0);
      await test.core.accounts.useLink(link.secret, PASSWORD);
      const { companyId } = of;
      const actor: AccountActor = {
        kind: 'account',
        companyId,
        loginId: account?.id ?? 0,
        role,
        name,
        employeeId: employee.id,
      };
      return { name, email, actor };
    },
  };

  async function invite(company: SystemActor, name: string, email: string): Promise<Someone> {
    const { account, link } = await test.core.accounts.inviteAdmin(company.companyId, { name, email });
    await test.core.accounts.useLink(link.secret, PASSWORD);
    const actor = {
      kind: 'account',
      companyId: company.companyId,
      loginId: account.id,
      role: 'admin',
      name,
      employeeId: null,
    } as const;
    return { name, email, actor };
  }

  before('start the pages', async () => {
    const options = await optionsOf();
    test.core = await createCore({
      database: database.connection(),
      entities: webhookEntities(database.type),
      keys: TEST_KEYS,
      clock,
      ...options.core,
    });
    test.webhooks = await createWebhooks(test.core, options.webhooks);
    test.company = systemActor((await test.core.companies.create({ name: 'Bakery', locale: 'en' })).id);
    test.foreign = systemActor((await test.core.companies.create({ name: 'Foundry', locale: 'en' })).id);
    await test.core.absenceTypes.createDefaults(test.company);
    await test.core.absenceTypes.createDefaults(test.foreign);
    test.admin = await invite(test.company, 'Ada Admin', 'admin@bakery.example');
    test.foreignAdmin = await invite(test.foreign, 'Fay Foreign', 'admin@foundry.example');
    test.manager = await test.hire('Mona Manager', 'manager');
    test.employee = await test.hire('Emil Employee');
    let handler: RequestListener = () => undefined;
    listening = await listen((request, response) => handler(request, response));
    test.origin = listening.url;
    const routes = createAdminRoutes(test.core, test.webhooks, { baseUrl: `${test.origin}/admin`, ...options.admin });
    const api = createV1Routes(test.core, { baseUrl: `${test.origin}/api/v1` });
    handler = new Koa().use(mount('/api/v1', api)).use(mount('/admin', routes)).callback();
  });

  after('stop the pages', async () => {
    await listening?.close();
    await test.webhooks?.stop();
    await test.core?.close();
  });

  body(test);
}
