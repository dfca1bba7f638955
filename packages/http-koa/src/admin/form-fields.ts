/** The hidden fields of our forms: the token against forgery, and the number that can be used once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
/** For a form that may be kept when its session ends: its mark and its page. */
export const KEEP_FIELD = '_keep';
export const PAGE_FIELD = '_page';
/** The values of an edit form when its page was opened, as JSON. */
export const OPENED_FIELD = '_opened';

/** Fields that are never kept: our own, and secrets and ID numbers, which people type each time. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  ...[CSRF_FIELD, ONCE_FIELD, KEEP_FIELD, PAGE_FIELD],
  ...['password', 'current_password', 'code', 'link', 'id_number'],
]);

export const isKept = (field: string): boolean => !NEVER_KEPT.has(field);
