import Router from '@koa/router';
import type { Context } from 'koa';
import type { DataSource } from 'typeorm';
import { accountOf, logIn } from './log-in.ts';
import { SETTINGS_PATH } from './settings.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0b6e4f"/>' +
  '<path d="M12 5 6 19h3l3-8 3 8h3z" fill="#fff"/></svg>';

/** The product's own screens: the log-in, and the home screen with a link to Shaon's pages. */
export function createScreens(dataSource: DataSource): Router {
  const router = new Router();

  router.get('/logo.svg', (ctx) => {
    ctx.type = 'image/svg+xml';
    ctx.body = LOGO;
  });

  router.get('/', async (ctx) => {
    const isIn = (await accountOf(ctx, dataSource)) !== null;
    show(ctx, 'Acme HR', isIn ? `<a href="${SETTINGS_PATH}">Attendance and API</a>` : '<a href="/log-in">Log in</a>');
  });

  router.get('/log-in', (ctx) => showLogIn(ctx, 200));

  router.post('/log-in', async (ctx) => {
    const { email, password } = ctx.request.body as Record<string, string>;
    if (!(await logIn(ctx, dataSource, `${email}`, `${password}`))) return showLogIn(ctx, 401);
    ctx.redirect(wayBack(ctx.query.next));
    ctx.status = 303;
  });

  return router;
}

function showLogIn(ctx: Context, status: number): void {
  const next = encodeURIComponent(wayBack(ctx.query.next));
  show(
    ctx,
    'Log in',
    `<form method="post" action="/log-in?next=${next}">
${status === 401 ? '<p role="alert">Address or password is wrong.</p>' : ''}
<label>E-mail <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button>
</form>`,
  );
  ctx.status = status;
}

/** Redirects only to a path of this product, because anybody may have written the address. */
function wayBack(next: unknown): string {
  return typeof next === 'string' && /^\/[\w-][\w/?=&%.-]*$/.test(next) ? next : '/';
}

function show(ctx: Context, title: string, content: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><link rel="icon" href="/logo.svg"><title>${title}</title>
<h1>${title}</h1>
${content}
</html>`;
}
