import type { Locale } from '../locale.ts';

/**
 * The welcome SMS (SPEC 3, Employee status): short, because it is billed by length. The sign-in address is at the end,
 * where no full stop can be read as part of it.
 */
export function welcomeText(
  locale: Locale,
  welcome: { readonly companyName: string; readonly email: string; readonly password: string },
  signInUrl: string | null,
): string {
  const { companyName, email, password } = welcome;
  const at = signInUrl === null ? '.' : `: ${signInUrl}`;
  return locale === 'he'
    ? `${companyName}: נפתח לך חשבון נוכחות. דוא״ל: ${email} סיסמה: ${password} יש להחליף אותה בהתחברות הראשונה${at}`
    : `${companyName}: your attendance account is ready. E-mail: ${email} Password: ${password} Change it when you first sign in${at}`;
}
