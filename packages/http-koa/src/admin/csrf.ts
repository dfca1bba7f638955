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

/**
 * The mark of a form that may be kept when its session ends: whose it is, and on which page it stands. Only a page that
 * this browser was given for that person has it.
 */
export function keepMark(formSecret: string, { companyId, loginId }: FormOwner, page: string): string {
  const mark = createHmac('sha256', formSecret)
    .update(`shaon keep ${companyId} ${loginId} ${page}`)
    .digest('base64url');
  return `${companyId}.${loginId}.${mark}`;
}

/** Who had a form before them. */
export interface FormOwner {
  readonly companyId: number;
  readonly loginId: number;
}

/** Whose form a mark says it is; null for what is no mark of this browser and page. */
export function ownerOfMark(formSecret: string, mark: string, page: string): FormOwner | null {
  const [, companyId, loginId] = /^(\d{1,15})\.(\d{1,15})\./.exec(mark) ?? [];
  if (companyId === undefined || loginId === undefined) return null;
  const owner = { companyId: Number(companyId), loginId: Number(loginId) };
  return isSameToken(mark, keepMark(formSecret, owner, page)) ? owner : null;
}

export function isSameToken(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
