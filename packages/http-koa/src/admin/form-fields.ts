/** The hidden fields of our forms: the token against forgery, and the number that can be used once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
/** The page of a form whose typed text the browser keeps. */
export const PAGE_FIELD = '_page';
/** The values of an edit form when its page was opened, as JSON. */
export const OPENED_FIELD = '_opened';

/** Fields that are never kept: secrets and ID numbers, which people type each time. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['password', 'current_password', 'code', 'link', 'id_number']);

export const isKept = (field: string): boolean => !NEVER_KEPT.has(field);
