import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { askNewLink, makeNewLink } from './account-new-link.ts';
import { askDisable, askEnable, disableAccount, enableAccount } from './account-switch.ts';
import { inviteAccount, showInvitation } from './invite-account.ts';
import { listAccounts } from './list-accounts.ts';
import { askResetFactor, resetFactor } from './reset-second-factor.ts';

/** The accounts that manage a company. */
export const accountsRoutes: readonly PageRoute[] = [
  get('/accounts', admins, listAccounts),
  get('/accounts/new', admins, showInvitation),
  post('/accounts', admins, inviteAccount),
  get('/accounts/:id/link', admins, askNewLink),
  post('/accounts/:id/link', admins, makeNewLink),
  get('/accounts/:id/disable', admins, askDisable),
  post('/accounts/:id/disable', admins, disableAccount),
  get('/accounts/:id/enable', admins, askEnable),
  post('/accounts/:id/enable', admins, enableAccount),
  get('/accounts/:id/second-factor', admins, askResetFactor),
  post('/accounts/:id/second-factor', admins, resetFactor),
];
