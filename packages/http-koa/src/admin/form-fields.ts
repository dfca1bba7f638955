/** The hidden fields of our forms: the token against forgery, and the number that can be used once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
/** For a form that may be kept when its session ends: its mark and its page. */
export const KEEP_FIELD = '_keep';
export const PAGE_FIELD = '_page';
