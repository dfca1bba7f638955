import { confirmRoutes } from '../../confirm-routes.ts';
import { formRoutes } from '../../form-routes.ts';
import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { checkSignature, showSignatureCheck } from './check-signature.ts';
import { editEndpoint, newEndpoint } from './endpoint-form.ts';
import { listEndpoints } from './list-endpoints.ts';
import { replay, showReplay } from './replay.ts';
import { revokeSecrets, rotateSecret, switchSecret } from './rotate-secret.ts';
import { showEndpoint } from './show-endpoint.ts';
import { showSnippets } from './show-snippets.ts';
import { disableEndpoint, enableEndpoint, removeEndpoint } from './switch-endpoint.ts';
import { testEvent } from './test-event.ts';

/** Company settings, API: webhook endpoints. */
export const webhookRoutes: readonly PageRoute[] = [
  get('/webhooks', admins, listEndpoints),
  ...formRoutes('/webhooks/new', admins, newEndpoint),
  get('/webhooks/:id', admins, showEndpoint),
  ...formRoutes('/webhooks/:id/edit', admins, editEndpoint),
  ...formRoutes('/webhooks/:id/test', admins, testEvent),
  get('/webhooks/:id/verify', admins, showSnippets),
  get('/webhooks/:id/signature', admins, showSignatureCheck),
  post('/webhooks/:id/signature', admins, checkSignature),
  get('/webhooks/:id/replay', admins, showReplay, { asksPassword: true }),
  post('/webhooks/:id/replay', admins, replay, { asksPassword: true }),
  ...confirmRoutes('/webhooks/:id/rotate', admins, rotateSecret),
  ...confirmRoutes('/webhooks/:id/switch', admins, switchSecret),
  ...confirmRoutes('/webhooks/:id/revoke', admins, revokeSecrets),
  ...confirmRoutes('/webhooks/:id/disable', admins, disableEndpoint),
  ...confirmRoutes('/webhooks/:id/enable', admins, enableEndpoint),
  ...confirmRoutes('/webhooks/:id/remove', admins, removeEndpoint),
];
