import { koaWebhook } from '@shaon/client-sdk/webhooks';
import Koa from 'koa';
import { createInbox } from './inbox.ts';
import { listen } from './listen.ts';
import { settings } from './settings.ts';

const webhook = koaWebhook(settings.secrets, createInbox(), {
  onRefused: (error) => console.log(`refused  ${error.code}: ${error.message}`),
});

// Before any body parser: the signature covers the raw bytes.
const app = new Koa();
app.use((ctx, next) => (ctx.path === '/shaon' ? webhook(ctx) : next()));
listen(app.callback());
