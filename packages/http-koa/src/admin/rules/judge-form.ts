import type { Admin } from '../admin-parts.ts';
import { isSameToken } from '../csrf.ts';
import { CSRF_FIELD } from '../form-fields.ts';
import type { PageContext } from '../page-context.ts';
import { PageError } from '../page-errors.ts';
import type { Visit } from '../visit.ts';
import { readForm } from './read-form.ts';
import { isStillIn } from './read-visitor.ts';

/** A form that takes longer to come may come from somebody who is no longer in, or no longer what they were. */
const SLOW_FORM_MS = 1_000;

/**
 * Reads a posted form and refuses one that is none of ours: of a foreign page, of another browser, or of a session that
 * has ended. Nothing in it is looked at before.
 */
export async function judgeForm(ctx: PageContext, visit: Visit): Promise<void> {
  refuseForeignOrigin(ctx, visit.admin);
  // A file is held in memory, so it is taken from people who are in alone; no other form has one.
  if (visit.state.person?.kind !== 'account' && ctx.is('multipart/form-data')) throw new PageError('expired');
  const begunAt = performance.now();
  visit.form = await readForm(ctx, visit.options.log);
  if (!isSameToken(visit.form.text(CSRF_FIELD), visit.state.csrfToken)) throw new PageError('expired');
  const isSlow = performance.now() - begunAt > SLOW_FORM_MS;
  if (isSlow && !(await isStillIn(visit.admin, ctx))) throw new PageError('expired');
}

/** Browsers say where a form stands; one that does not is left to its token. */
function refuseForeignOrigin(ctx: PageContext, { options }: Admin): void {
  const site = ctx.get('sec-fetch-site');
  if (site !== '') {
    if (site !== 'same-origin' && site !== 'none') throw new PageError('expired');
    return;
  }
  const origin = ctx.get('origin');
  if (origin !== '' && origin !== options.origin) throw new PageError('expired');
}
