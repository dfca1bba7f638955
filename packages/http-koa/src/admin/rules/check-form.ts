import { MINUTE_MS } from '@shaon/core/time';
import type { Admin } from '../admin-parts.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { isSameToken } from '../csrf.ts';
import { CSRF_FIELD, PAGE_FIELD } from '../form-fields.ts';
import { LARGEST_FILE_BYTES } from '../multipart.ts';
import type { PageContext } from '../page-context.ts';
import { PageError, PageRedirect } from '../page-errors.ts';
import { type PageRoute, signInFirst } from '../page-route.ts';
import type { Upload } from '../uploads.ts';
import { readForm } from './read-form.ts';
import { isStillIn } from './read-visitor.ts';

/** After a form that arrives more slowly, the sender's session and role are checked again. */
const SLOW_FORM_MS = 1_000;

const LONGEST_WITH_FILE = LARGEST_FILE_BYTES + 512 * 1024;

/**
 * Reads a posted form and refuses forms of a foreign page, of another browser, or of a session that has ended. Nothing
 * in the form is used before.
 */
export async function checkForm(
  ctx: PageContext,
  request: BrowserRequest,
  { audience }: PageRoute,
  upload: Upload | null,
): Promise<void> {
  refuseForeignOrigin(ctx, request.admin);
  const { state } = request;
  const isIn = state.person?.kind === 'account';
  const isOfPeople = Array.isArray(audience);
  // A file is held in memory, so it is accepted only from signed-in people.
  const mayHaveFile = ctx.is('multipart/form-data') !== false;
  if (mayHaveFile && !isIn && !(isOfPeople && isNoLongerThanAForm(ctx))) throw new PageError('expired');
  const begunAt = performance.now();
  request.form = await readForm(ctx, request.options.log, { takesFiles: isIn, signal: upload?.signal });
  upload?.arrived();
  const isSlow = performance.now() - begunAt > SLOW_FORM_MS;
  const isTheirs = isSameToken(request.form.text(CSRF_FIELD), state.csrfToken);
  const isOut = isSlow && !(await isStillIn(request.admin, ctx));
  // The error page must not show the navigation of a session that has ended or of a role that was taken away.
  if (isOut) ctx.shaonPage.requestState = { ...state, person: null };
  if (!isTheirs || isOut) {
    throw isOfPeople ? refusalOfLate(request) : new PageError('expired');
  }
}

/** Leads back to the form, by way of the sign-in if its session has ended; the browser has kept what was typed. */
function refusalOfLate(request: BrowserRequest): Error {
  const flash = { tone: 'wait', text: request.t.signIn.sessionEnded } as const;
  if (request.state.person === null) return signInFirst(request, request.pageOfUnsentForm, flash);
  return request.form.has(PAGE_FIELD)
    ? new PageRedirect(request.pageOfUnsentForm, { flash })
    : new PageError('expired');
}

/** A body without a length could be endless, and its sender need not sign in. */
function isNoLongerThanAForm({ request: { length } }: PageContext): boolean {
  return length !== undefined && length <= LONGEST_WITH_FILE;
}

/**
 * Most browsers send a form's site or origin; without both only the token is checked. Over http they send only the
 * origin, which differs also when somebody opened the pages under another name than that of the base URL.
 */
function refuseForeignOrigin(ctx: PageContext, admin: Admin): void {
  const { options } = admin;
  const site = ctx.get('sec-fetch-site');
  if (site !== '') {
    if (site !== 'same-origin' && site !== 'none') throw new PageError('expired');
    return;
  }
  const origin = ctx.get('origin');
  if (origin === '' || origin === options.origin) return;
  if (!URL.canParse(origin)) throw new PageError('expired');
  warnOfOtherAddress(admin, origin);
  throw new PageError('wrongAddress');
}

const warnedAt = new WeakMap<Admin, number>();

/** At most once a minute. */
function warnOfOtherAddress(admin: Admin, origin: string): void {
  const now = performance.now();
  if (now - (warnedAt.get(admin) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
  warnedAt.set(admin, now);
  const { log, origin: base, publicPath } = admin.options;
  log.warn(
    { openedAt: origin, baseUrl: base + publicPath },
    'A form was refused because its page was opened at another address than the base URL: open it there, or set SHAON_BASE_URL (baseUrl) to that address',
  );
}
