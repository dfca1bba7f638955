import { expressWebhook } from '@shaon/client-sdk/webhooks';
import express from 'express';
import { createInbox } from './inbox.ts';
import { listen } from './listen.ts';
import { settings } from './settings.ts';

const webhook = expressWebhook(settings.secrets, createInbox(), {
  onRefused: (error) => console.log(`refused  ${error.code}: ${error.message}`),
});

// Before express.json(): the signature covers the raw bytes.
const app = express();
app.post('/shaon', webhook);
app.use(express.json());
listen(app);
