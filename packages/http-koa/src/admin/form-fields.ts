/** Names of the hidden fields that forms of ours have: the token against forgery, and the number that is spent once. */
export const CSRF_FIELD = '_csrf';
export const ONCE_FIELD = '_once';
