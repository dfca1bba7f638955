import type { RequestListener } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { type Core, coreEntities, createCore, migrateCore } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import { createWebhooks, migrateWebhooks, type Webhooks, webhookEntities } from '@shaon/webhooks';
import Koa from 'koa';
import mount from 'koa-mount';
import { DataSource } from 'typeorm';
import { createPages } from './pages.ts';
import { createScreens } from './screens.ts';
import { createSettings, SETTINGS_PATH } from './settings.ts';
import { accountTable, hireTable } from './tables.ts';

export interface ProductOptions {
  readonly databaseUrl: string;
  /** As SHAON_KEYS; `shaon keys new` makes one. */
  readonly keys: string;
  /** Signs the log-in cookie. */
  readonly cookieKey: string;
  /** The public address of the API, such as `https://hr.example/api/v1`. */
  readonly baseUrl: string;
  /** Allowed receivers without public addresses, such as `https://hooks.corp.internal`. */
  readonly allowedReceivers?: readonly string[];
}

export interface Product {
  readonly listener: RequestListener;
  readonly dataSource: DataSource;
  readonly core: Core;
  readonly webhooks: Webhooks;
  close(): Promise<void>;
}

export async function openProduct(options: ProductOptions): Promise<Product> {
  const url = options.databaseUrl;
  await migrateCore({ type: 'postgres', url });
  await migrateWebhooks({ type: 'postgres', url });

  const entities = [accountTable, hireTable, ...coreEntities('postgres'), ...webhookEntities('postgres')];
  const dataSource = await new DataSource({ type: 'postgres', url, entities }).initialize();
  // Creates the product's own tables. Shaon's entities are marked so that this ignores them, and so does
  // migration:generate.
  await dataSource.synchronize();

  const core = await createCore({ dataSource, keys: options.keys, welcomeMessages: false });
  // From here on each change is stored with its events; start() sends them.
  const webhooks = await createWebhooks(core, { allow: options.allowedReceivers ?? [] });
  await webhooks.start();

  const app = new Koa({ keys: [options.cookieKey] });
  // Before the body parser, because Shaon reads the raw bodies.
  app.use(createV1Routes(core, { baseUrl: options.baseUrl, path: '/api/v1' }));
  app.use(mount(SETTINGS_PATH, createSettings(dataSource, { core, webhooks, baseUrl: options.baseUrl })));
  app.use(bodyParser());
  app.use(createScreens(dataSource).routes());
  app.use(createPages(dataSource, core, webhooks).routes());

  return {
    listener: app.callback(),
    dataSource,
    core,
    webhooks,
    async close() {
      await webhooks.stop();
      await core.close();
      await dataSource.destroy();
    },
  };
}
