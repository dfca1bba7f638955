import { confirmRoutes } from '../../confirm-routes.ts';
import { formRoutes, partRoute } from '../../form-routes.ts';
import { everyone, get, type PageRoute, post } from '../../page-route.ts';
import { newCorrectionRequest } from './ask-correction.ts';
import { withdrawRequest } from './own-requests.ts';
import { punch } from './punch.ts';
import { showMyDay } from './show-my-day.ts';
import { showMyLeave } from './show-my-leave.ts';
import { showMyMonth } from './show-my-month.ts';
import { cancelling, newDocument, showMyRequest } from './show-my-request.ts';
import { showOwnDay } from './show-own-day.ts';
import { newLeave } from './submit-leave.ts';

/** People's own pages, made for a phone. Each shows only the reader's own data. */
export const myDayRoutes: readonly PageRoute[] = [
  get('/my-day', everyone, showMyDay),
  post('/my-day/punch', everyone, punch),
  get('/my-day/day', everyone, showOwnDay),
  get('/my-day/month', everyone, showMyMonth),
  ...formRoutes('/my-day/correction', everyone, newCorrectionRequest),
  post('/my-day/corrections/:id/withdraw', everyone, withdrawRequest),
  get('/my-day/leave', everyone, showMyLeave),
  ...formRoutes('/my-day/leave/new', everyone, newLeave),
  get('/my-day/leave/:id', everyone, showMyRequest),
  partRoute('/my-day/leave/:id/document', everyone, newDocument),
  ...confirmRoutes('/my-day/leave/:id/cancel', everyone, cancelling),
];
