import { admins, confirmedGet, confirmedPost, get, type PageRoute, post } from '../../page-route.ts';
import { createToken, showNewToken } from './create-token.ts';
import { editToken, showEdit } from './edit-token.ts';
import { listTokens } from './list-tokens.ts';
import { askRevoke, revokeToken } from './revoke-token.ts';
import { showToken } from './show-token.ts';

/** Company settings, API: tokens. */
// biome-ignore format: a table is read by its columns
export const tokenRoutes: readonly PageRoute[] = [
  get('/tokens',                    admins, listTokens),
  confirmedGet('/tokens/new',       admins, showNewToken),
  confirmedPost('/tokens/new',      admins, createToken),
  get('/tokens/:id',                admins, showToken),
  confirmedGet('/tokens/:id/edit',  admins, showEdit),
  confirmedPost('/tokens/:id/edit', admins, editToken),
  get('/tokens/:id/revoke',         admins, askRevoke),
  post('/tokens/:id/revoke',        admins, revokeToken),
];
