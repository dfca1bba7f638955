import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The browser's secret, for its cookie. */
export function newFormSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token that a form must send back. It is made from the browser's secret, which foreign pages cannot read, and is
 * bound to the sign-in, so that a form of one session is invalid in the next.
 *
 * @param owner the form's owner: the session, the product's account, or nobody
 */
export function csrfToken(formSecret: string, owner: string): string {
  return createHmac('sha256', formSecret).update(`shaon form ${owner}`).digest('base64url');
}

export function isSameToken(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
