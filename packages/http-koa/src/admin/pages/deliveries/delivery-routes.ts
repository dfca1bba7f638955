import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { listDeliveries } from './list-deliveries.ts';
import { getLiveState, resend, showDelivery } from './show-delivery.ts';

/** Company settings, API: deliveries. */
export const deliveryRoutes: readonly PageRoute[] = [
  get('/deliveries', admins, listDeliveries),
  get('/deliveries/:id', admins, showDelivery),
  get('/deliveries/:id/state', admins, getLiveState),
  post('/deliveries/:id/resend', admins, resend, { asksPassword: true }),
];
