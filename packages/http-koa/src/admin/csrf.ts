import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of a browser, for its cookie. */
export function newFormSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token that a form must bring back: made of the browser's secret, which no foreign page can read, and bound to the
 * sign-in, so that a form of one session is none of the next.
 *
 * @param owner whose form it is: the session, the product's account, or nobody
 */
export function csrfToken(formSecret: string, owner: string): string {
  return createHmac('sha256', formSecret).update(`shaon form ${owner}`).digest('base64url');
}

export function isSameToken(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
