import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isShaonError } from '@shaon/core';
import { MINUTE_MS } from '@shaon/core/time';
import type { Admin } from '../admin-parts.ts';
import type { BrowserRequest } from '../browser-request.ts';
import type { PageCookies } from '../cookies.ts';
import { type FormOwner, ownerOfMark } from '../csrf.ts';
import { Form } from '../form.ts';
import { isKept, KEEP_FIELD, PAGE_FIELD } from '../form-fields.ts';
import { type LateForm, pathOf } from '../late-form.ts';
import type { PipelineState } from '../page-context.ts';

/*
 * A form that is sent after its session has ended is not lost: a cookie keeps its values until the same person has
 * signed in and opened the form's page again. The page shows the values and does nothing else with them. The cookie is
 * encrypted with the service's key and for that person, so nobody else at the browser can read it.
 */

/** What became of a late form. */
export interface LateFormResult {
  /** The page of the form. */
  readonly page: string;
  readonly isKept: boolean;
}

const KEPT_MS = 30 * MINUTE_MS;
/** Browsers accept cookies of 4,096 bytes including their name and attributes. */
const LONGEST_COOKIE = 3_700;
const PURPOSE = 'kept form';

/**
 * Keeps the form of a request whose session has ended, or whose person must prove their password first. Null if the form
 * has no mark of this browser, or belongs to another person than the signed-in one.
 */
export function keepLateForm({ admin, state, form }: BrowserRequest, cookies: PageCookies): LateFormResult | null {
  const page = form.text(PAGE_FIELD);
  const owner = ownerOfMark(state.formSecret, form.text(KEEP_FIELD), page);
  const now = state.person?.actor ?? owner;
  if (owner === null || now?.companyId !== owner.companyId || now.loginId !== owner.loginId) return null;
  const fields = form.names.filter(isKept).map((name) => [name, form.all(name)]);
  const content = deflateRawSync(JSON.stringify({ page, action: state.requestPath, fields, hadFile: form.hasFiles }));
  const sealed = admin.core.extension.keys.encrypt(PURPOSE, contextOf(owner), content);
  if (sealed.length > LONGEST_COOKIE) return { page, isKept: false };
  cookies.set('kept', sealed, KEPT_MS);
  return { page, isKept: true };
}

/** The person's late form for the requested page; null if there is none. */
export function lateFormOf(
  { core }: Admin,
  { cookies, requestState }: PipelineState,
  owner: FormOwner,
): LateForm | null {
  const sealed = requestState.method === 'GET' ? cookies.read('kept') : null;
  if (sealed === null) return null;
  try {
    const content = inflateRawSync(core.extension.keys.decrypt(PURPOSE, contextOf(owner), sealed));
    const { page, action, fields, hadFile } = JSON.parse(content.toString('utf8')) as StoredForm;
    if (addressOf(page) !== addressOf(`${requestState.requestPath}?${requestState.query}`)) return null;
    return { action, form: new Form(new Map(fields), new Map()), hadFile };
  } catch (error) {
    // The form is another person's, or its key no longer exists.
    if (isShaonError(error, 'ciphertext_corrupt') || isShaonError(error, 'keys_missing')) return null;
    throw error;
  }
}

interface StoredForm {
  readonly page: string;
  readonly action: string;
  readonly fields: readonly (readonly [name: string, values: readonly string[]])[];
  readonly hadFile: boolean;
}

const contextOf = ({ companyId, loginId }: FormOwner): string => `company ${companyId} login ${loginId}`;

/** The address in a normal form, for comparisons. */
function addressOf(address: string): string {
  return `${pathOf(address)}?${new URLSearchParams(address.slice(pathOf(address).length))}`;
}
