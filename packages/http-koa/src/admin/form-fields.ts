/** Names of the hidden fields that forms of ours have: the token against forgery, and the number that is spent once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
/** Of a form that may be kept when its session ends: its mark, and the page on which it stands. */
export const KEEP_FIELD = '_keep';
export const PAGE_FIELD = '_page';
