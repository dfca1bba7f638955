import { confirmedGet, confirmedPost, everyone, get, type PageRoute, post } from '../../page-route.ts';
import { saveDisplay } from './display.ts';
import { changePassword, showPassword } from './password.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  removeFactor,
  renewCodes,
  showEnrolment,
  showRemoval,
  showRenewal,
} from './second-factor.ts';
import { askEndOthers, askEndSession, endOthers, endSession } from './sessions.ts';
import { showAccount } from './show-account.ts';

/** The pages on which people see and change their own account. */
export const accountRoutes: readonly PageRoute[] = [
  get('/account', everyone, showAccount),
  post('/account/display', everyone, saveDisplay),
  get('/account/password', everyone, showPassword),
  post('/account/password', everyone, changePassword),
  confirmedGet('/account/second-factor/new', everyone, showEnrolment),
  confirmedPost('/account/second-factor/new', everyone, confirmEnrolment),
  confirmedPost('/account/second-factor/new/begin', everyone, beginEnrolment),
  get('/account/second-factor/codes', everyone, showRenewal),
  post('/account/second-factor/codes', everyone, renewCodes),
  get('/account/second-factor/remove', everyone, showRemoval),
  post('/account/second-factor/remove', everyone, removeFactor),
  get('/account/sessions/end-others', everyone, askEndOthers),
  post('/account/sessions/end-others', everyone, endOthers),
  get('/account/sessions/:id/end', everyone, askEndSession),
  post('/account/sessions/:id/end', everyone, endSession),
];
