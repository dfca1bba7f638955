import type { LoginRole } from '@shaon/core';
import type { PageRoute } from '../../../src/admin/page-route.ts';
import { allPageRoutes } from '../../../src/admin/pages/areas.ts';
import type { World } from './world.ts';

/** A page to be looked at, and who looks. */
export interface SeenPage {
  readonly path: string;
  /** For a file's name: the path's template without its marks. */
  readonly name: string;
  readonly role: LoginRole | null;
}

/** Of people halfway in: no role sees their pages. */
const IN_BETWEEN: ReadonlySet<unknown> = new Set<PageRoute['audience']>(['password_change', 'second_factor']);
/** Files and short texts, which are no pages. */
const NO_PAGE = /export|document$|\/state$|\/qr|\/file$|\/adjustments$|\/(sample|wrong)$/;

/** Every page of the table, with a record of the world where its path names one. */
export function everyView({ ids, date, setUpSecret }: World): SeenPage[] {
  return allPageRoutes()
    .filter(
      ({ method, path, audience }) =>
        method === 'GET' && path !== '/' && !IN_BETWEEN.has(audience) && !NO_PAGE.test(path),
    )
    .map((route) => ({
      path: filledIn(route.path.replace(':secret', setUpSecret), ids) + queryOf(route.path, ids, date),
      name: nameOf(route.path),
      role: roleOf(route),
    }));
}

/** What a page needs in its query to have something to show. */
function queryOf(path: string, ids: Readonly<Record<string, number>>, date: string): string {
  if (path === '/attendance/approve') return `?month=${date.slice(0, 7)}&employee=${ids.attendance}`;
  if (/^\/month\/./.test(path)) return `?month=${date.slice(0, 7)}&days=all&place=1`;
  return path.startsWith('/attendance/people/:id') || /\/day$/.test(path) ? `?date=${date}` : '';
}

function filledIn(path: string, ids: Readonly<Record<string, number>>): string {
  const own = path.replace('/my-day/leave/:id', `/my-day/leave/${ids['my-leave']}`);
  return own.replaceAll(/([\w-]+)\/:\w+/g, (_, before: string) => `${before}/${ids[before] ?? 1}`);
}

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '.').replaceAll(':', '') || 'home';

/** A person's own pages are looked at by an employee, the others by the first who may. */
function roleOf({ audience, path }: PageRoute): LoginRole | null {
  if (!Array.isArray(audience)) return null;
  if (path.startsWith('/my-day')) return 'employee';
  return (audience[0] as LoginRole | undefined) ?? null;
}
