import { readCompany } from '../companies/company-queries.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type Locale, localeOf } from '../locale.ts';
import { timeOfDay } from '../messages/mail-dates.ts';
import { type MailContent, mailOf } from '../messages/mail-layout.ts';
import { words } from '../messages/mail-words.ts';
import { enqueueMessage } from '../messages/message-outbox.ts';
import type { LoginRow } from './login.ts';

/* E-mails about a password, which nobody can switch off (D:A123). */

/** What these e-mails need; without the address of the pages none is made. */
export interface PasswordMailParts {
  readonly keys: KeyRing;
  readonly mailLinksTo: string | null;
}

type Recipient = Pick<LoginRow, 'id' | 'email' | 'locale'>;

/** Mails a link by which the person sets a new password. */
export function mailPasswordLink(
  company: CompanyTransaction,
  parts: PasswordMailParts,
  login: Recipient,
  { secret, expiresAt, now }: { readonly secret: string; readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  return mail(company, parts, 'password_link', login, now, (locale, zone, pages) => {
    const until = timeOfDay(expiresAt, zone);
    const url = `${pages}/set-up/${secret}`;
    return locale === 'he'
      ? {
          heading: words`קישור לסיסמה חדשה`,
          paragraphs: [
            words`התבקשה סיסמה חדשה לחשבון הזה. הקישור טוב לפעם אחת, עד ${until}.`,
            words`אם לא ביקשת, אין צורך לעשות דבר: הסיסמה לא השתנתה.`,
          ],
          button: { label: 'בחירת סיסמה חדשה', url },
          footer: words`תשובה להודעה הזאת לא נקראת.`,
        }
      : {
          heading: words`A link to a new password`,
          paragraphs: [
            words`Somebody asked for a new password for this account. The link works once, until ${until}.`,
            words`If it was not you, there is nothing to do: the password has not changed.`,
          ],
          button: { label: 'Choose a new password', url },
          footer: words`Replies to this mail are not read.`,
        };
  });
}

/** Tells the person that their password was changed, in the transaction of the change. */
export function mailPasswordChanged(
  company: CompanyTransaction,
  parts: PasswordMailParts,
  login: Recipient,
  now: Date,
): Promise<void> {
  return mail(company, parts, 'password_changed', login, now, (locale, zone, pages) => {
    const at = timeOfDay(now, zone);
    return locale === 'he'
      ? {
          heading: words`הסיסמה שלך הוחלפה`,
          paragraphs: [
            words`הסיסמה לחשבון הזה הוחלפה ב־${at}, והמכשירים האחרים נותקו.`,
            words`אם לא החלפת אותה, יש לפנות מיד למי שמנהלים את המערכת בחברה.`,
          ],
          button: { label: 'לחשבון שלי', url: `${pages}/account` },
          footer: words`תשובה להודעה הזאת לא נקראת.`,
        }
      : {
          heading: words`Your password was changed`,
          paragraphs: [
            words`The password of this account was changed at ${at}, and other devices were signed out.`,
            words`If it was not you, tell the admins of your company at once.`,
          ],
          button: { label: 'Open my account', url: `${pages}/account` },
          footer: words`Replies to this mail are not read.`,
        };
  });
}

async function mail(
  company: CompanyTransaction,
  { keys, mailLinksTo }: PasswordMailParts,
  kind: 'password_link' | 'password_changed',
  { id: loginId, email, locale: own }: Recipient,
  now: Date,
  contentOf: (locale: Locale, zone: string, pages: string) => MailContent,
): Promise<void> {
  if (mailLinksTo === null) return;
  const { name, zone, locale: companyLocale } = await readCompany(company);
  const locale = own === null ? companyLocale : localeOf(own);
  const content = { email, mail: mailOf(locale, name, contentOf(locale, zone, mailLinksTo)) };
  await enqueueMessage(company, keys, { to: { loginId }, kind, content, now });
}
