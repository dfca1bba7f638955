import type { Answer } from '../../answer.ts';
import { formRoutes } from '../../form-routes.ts';
import type { Page } from '../../page.ts';
import { admins, get, type PageRoute, post } from '../../page-route.ts';
import { assignCard } from './assign-card.ts';
import { judgedAgain, reportsOf } from './clock-query.ts';
import { showClocks } from './show-clocks.ts';

/** Judges one report again, or all of the page's filter. */
async function recordAgain(page: Page): Promise<Answer> {
  const { core, actor, form } = page;
  const id = form.optional('id');
  const which = id === null ? reportsOf(page, (field) => form.text(field)) : { id: Number(id) };
  const counts = await core.attendance.recordAgain(actor, which);
  const query = new URLSearchParams();
  for (const field of ['device', 'card', 'from']) if (form.text(field) !== '') query.set(field, form.text(field));
  return page.redirect(`/attendance/clocks${query.size === 0 ? '' : `?${query}`}`, judgedAgain(page, counts));
}

/** What clocks on the wall reported, and what became of it (D:A126). */
export const clockRoutes: readonly PageRoute[] = [
  get('/attendance/clocks', admins, showClocks),
  post('/attendance/clocks/again', admins, recordAgain),
  ...formRoutes('/attendance/clocks/:id/assign', admins, assignCard),
];
