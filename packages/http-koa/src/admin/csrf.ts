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

/**
 * The mark of a form that may be kept when its session ends: it names the form's owner and page. Only a page that this
 * browser received for that person contains the mark.
 */
export function keepMark(formSecret: string, owner: FormOwner, page: string): string {
  const mark = createHmac('sha256', formSecret)
    .update(`shaon keep ${owner.companyId} ${owner.loginId} ${page}`)
    .digest('base64url');
  return ownerMark(owner) + mark;
}

/** The prefix of all marks of a person's forms. */
export const ownerMark = ({ companyId, loginId }: FormOwner): string => `${companyId}.${loginId}.`;

/** The person to whom a form was shown. */
export interface FormOwner {
  readonly companyId: number;
  readonly loginId: number;
}

/** The owner that a mark names; null if the mark was not made for this browser and page. */
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
