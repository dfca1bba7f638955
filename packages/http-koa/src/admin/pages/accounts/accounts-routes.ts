import { admins, confirmedGet, confirmedPost, get, type PageRoute } from '../../page-route.ts';
import { askNewLink, makeNewLink } from './account-new-link.ts';
import { askDisable, askEnable, disableAccount, enableAccount } from './account-switch.ts';
import { inviteAccount, showInvitation } from './invite-account.ts';
import { listAccounts } from './list-accounts.ts';
import { askResetFactor, resetFactor } from './reset-second-factor.ts';

/** The accounts that manage a company. */
export const accountsRoutes: readonly PageRoute[] = [
  get('/accounts', admins, listAccounts),
  confirmedGet('/accounts/new', admins, showInvitation),
  confirmedPost('/accounts', admins, inviteAccount),
  confirmedGet('/accounts/:id/link', admins, askNewLink),
  confirmedPost('/accounts/:id/link', admins, makeNewLink),
  confirmedGet('/accounts/:id/disable', admins, askDisable),
  confirmedPost('/accounts/:id/disable', admins, disableAccount),
  confirmedGet('/accounts/:id/enable', admins, askEnable),
  confirmedPost('/accounts/:id/enable', admins, enableAccount),
  confirmedGet('/accounts/:id/second-factor', admins, askResetFactor),
  confirmedPost('/accounts/:id/second-factor', admins, resetFactor),
];
