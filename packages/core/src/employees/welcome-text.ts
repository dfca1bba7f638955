import type { Locale } from '../locale.ts';

/** The welcome SMS (SPEC 3, Employee status): short, for it is billed by length. */
export function welcomeText(
  locale: Locale,
  welcome: { readonly companyName: string; readonly email: string; readonly password: string },
): string {
  const { companyName, email, password } = welcome;
  return locale === 'he'
    ? `${companyName}: נפתח לך חשבון נוכחות. שם משתמש: ${email} סיסמה: ${password} יש להחליף אותה בכניסה הראשונה.`
    : `${companyName}: your attendance account is ready. User: ${email} Password: ${password} Change it when you first sign in.`;
}
