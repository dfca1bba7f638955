import { admins, confirmedGet, confirmedPost, get, type PageRoute, post } from '../../page-route.ts';
import { saveSettings, showSettings } from './company-settings.ts';
import { askSecondFactor, saveSecondFactor } from './require-second-factor.ts';

/** The company's settings. */
export const companyRoutes: readonly PageRoute[] = [
  get('/company', admins, showSettings),
  post('/company', admins, saveSettings),
  confirmedGet('/company/second-factor', admins, askSecondFactor),
  confirmedPost('/company/second-factor', admins, saveSecondFactor),
];
