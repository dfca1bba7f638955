import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { listDeliveries } from './list-deliveries.ts';
import { resend, showDelivery, tellState } from './show-delivery.ts';

/** Company settings, API: deliveries. */
export const deliveryRoutes: readonly PageRoute[] = [
  get('/deliveries', admins, listDeliveries),
  get('/deliveries/:id', admins, showDelivery),
  get('/deliveries/:id/state', admins, tellState),
  post('/deliveries/:id/resend', admins, resend),
];
