import { bodyParser } from '@koa/bodyparser';
import type { CoreLog } from '@shaon/core';
import { Form } from '../form.ts';
import { readMultipart } from '../multipart.ts';
import type { PageContext, PageRule } from '../page-context.ts';
import { PageError } from '../page-errors.ts';

/** Longer than our longest form, a page of the grid of people. */
const LONGEST_FORM = '256kb';
const URL_ENCODED = 'application/x-www-form-urlencoded';

// The body is read as text and parsed by Node's own parser, because the body parser's own one supports nested objects
// and would turn more than twenty checkboxes of one name into an object.
const read = bodyParser({ enableTypes: ['text'], extendTypes: { text: [URL_ENCODED] }, textLimit: LONGEST_FORM });

/** The fields and files of a posted form. Throws `tooLarge`, `badRequest`, and `fault` if a host's parser ran first. */
export async function readForm(
  ctx: PageContext,
  log: CoreLog,
  options: { readonly takesFiles: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Form> {
  if (ctx.req.readableEnded || ctx.req.readableDidRead || ctx.req.readableEncoding !== null) {
    log.error({}, 'A form was read or decoded before Shaon saw it: mount the pages before any body parser');
    throw new PageError('fault');
  }
  // No browser compresses a form, and a wrongly declared encoding would fail in the parser.
  if (!['', 'identity'].includes(ctx.get('content-encoding').toLowerCase())) throw new PageError('badRequest');
  if (ctx.is('multipart/form-data')) return readMultipart(ctx.req, { log, ...options });
  if (!ctx.is(URL_ENCODED)) throw new PageError('badRequest');
  const fields = new URLSearchParams(await bodyText(ctx));
  const texts = new Map<string, readonly string[]>();
  for (const name of new Set(fields.keys())) texts.set(name, fields.getAll(name));
  return new Form(texts, new Map());
}

async function bodyText(ctx: PageContext): Promise<string> {
  try {
    await (read as PageRule)(ctx, async () => undefined);
  } catch (error) {
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
    if (status === 413) throw new PageError('tooLarge');
    if (status === 400 || status === 415) throw new PageError('badRequest');
    throw error;
  }
  const { body } = ctx.request;
  return typeof body === 'string' ? body : '';
}
