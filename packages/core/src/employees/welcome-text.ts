import type { Locale } from '../locale.ts';

/**
 * The welcome SMS (SPEC 3, Employee status): short, for it is billed by length. The address of the sign-in stands at its
 * end, where no full stop can be taken for a part of it.
 */
export function welcomeText(
  locale: Locale,
  welcome: { readonly companyName: string; readonly email: string; readonly password: string },
  signInUrl: string | null,
): string {
  const { companyName, email, password } = welcome;
  const at = signInUrl === null ? '.' : `: ${signInUrl}`;
  return locale === 'he'
    ? `${companyName}: נפתח לך חשבון נוכחות. שם משתמש: ${email} סיסמה: ${password} יש להחליף אותה בכניסה הראשונה${at}`
    : `${companyName}: your attendance account is ready. User: ${email} Password: ${password} Change it when you first sign in${at}`;
}
