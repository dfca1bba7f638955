/** The hidden fields of our forms: the token against forgery, and the number that can be used once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
/** For a form that may be kept when its session ends: its mark and its page. */
export const KEEP_FIELD = '_keep';
export const PAGE_FIELD = '_page';

/** Of a form that is kept, what is not: what is ours, and what is guarded so well that it is typed anew each time. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  ...[CSRF_FIELD, ONCE_FIELD, KEEP_FIELD, PAGE_FIELD],
  ...['password', 'current_password', 'code', 'link', 'id_number'],
]);

export const isKept = (field: string): boolean => !NEVER_KEPT.has(field);
