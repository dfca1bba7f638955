import { confirmRoutes } from '../../confirm-routes.ts';
import { formRoutes } from '../../form-routes.ts';
import { admins, get, type PageRoute } from '../../page-route.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import { showToken } from './show-token.ts';
import { editToken, newToken } from './token-form.ts';

/** Company settings, API: tokens. */
export const tokenRoutes: readonly PageRoute[] = [
  get('/tokens', admins, listTokens),
  ...formRoutes('/tokens/new', admins, newToken),
  get('/tokens/:id', admins, showToken),
  ...formRoutes('/tokens/:id/edit', admins, editToken),
  ...confirmRoutes('/tokens/:id/revoke', admins, revokeToken),
];
