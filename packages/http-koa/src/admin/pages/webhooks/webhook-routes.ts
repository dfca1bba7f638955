import { admins, confirmedGet, confirmedPost, get, type PageRoute, post } from '../../page-route.ts';
import { checkSignature, showSignatureCheck } from './check-signature.ts';
import { editEndpoint, showEditEndpoint } from './edit-endpoint.ts';
import { listEndpoints } from './list-endpoints.ts';
import { createEndpoint, showNewEndpoint } from './new-endpoint.ts';
import { replay, showReplay } from './replay.ts';
import { askRevoke, askRotate, askSwitch, revoke, rotate, switchSecret } from './rotate-secret.ts';
import { showEndpoint } from './show-endpoint.ts';
import { showSnippets } from './show-snippets.ts';
import { askDisable, askEnable, askRemove, disable, enable, remove } from './switch-endpoint.ts';
import { sendTestEvent, showTestEvent } from './test-event.ts';

/** Company settings, API: webhook endpoints. */
export const webhookRoutes: readonly PageRoute[] = [
  get('/webhooks', admins, listEndpoints),
  confirmedGet('/webhooks/new', admins, showNewEndpoint),
  confirmedPost('/webhooks/new', admins, createEndpoint),
  get('/webhooks/:id', admins, showEndpoint),
  confirmedGet('/webhooks/:id/edit', admins, showEditEndpoint),
  confirmedPost('/webhooks/:id/edit', admins, editEndpoint),
  get('/webhooks/:id/test', admins, showTestEvent),
  post('/webhooks/:id/test', admins, sendTestEvent),
  get('/webhooks/:id/verify', admins, showSnippets),
  get('/webhooks/:id/signature', admins, showSignatureCheck),
  post('/webhooks/:id/signature', admins, checkSignature),
  confirmedGet('/webhooks/:id/replay', admins, showReplay),
  confirmedPost('/webhooks/:id/replay', admins, replay),
  confirmedGet('/webhooks/:id/rotate', admins, askRotate),
  confirmedPost('/webhooks/:id/rotate', admins, rotate),
  confirmedGet('/webhooks/:id/switch', admins, askSwitch),
  confirmedPost('/webhooks/:id/switch', admins, switchSecret),
  confirmedGet('/webhooks/:id/revoke', admins, askRevoke),
  confirmedPost('/webhooks/:id/revoke', admins, revoke),
  get('/webhooks/:id/disable', admins, askDisable),
  post('/webhooks/:id/disable', admins, disable),
  confirmedGet('/webhooks/:id/enable', admins, askEnable),
  confirmedPost('/webhooks/:id/enable', admins, enable),
  get('/webhooks/:id/remove', admins, askRemove),
  post('/webhooks/:id/remove', admins, remove),
];
