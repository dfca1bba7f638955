import type { Locale } from '../locale.ts';
import type { MailRow } from '../messages/mail-layout.ts';
import type { Words } from '../messages/mail-words.ts';
import type { NoticeKind } from './notice-kinds.ts';

/** How the reader of a notice reads. */
export interface Reader {
  readonly locale: Locale;
  /** The company's. */
  readonly zone: string;
  /** The address of a page of ours. */
  readonly link: (path: string) => string;
}

/** Something that people are told of. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The page that says more, under the mount of the pages. */
  readonly path: string;
  /** The words of the e-mail. */
  readonly words: (reader: Reader) => NoticeWords;
}

export interface NoticeWords {
  readonly heading: Words;
  readonly paragraphs: readonly Words[];
  readonly note?: string | null;
  readonly rows?: readonly MailRow[];
  /** What the button to the page says. */
  readonly button: string;
}

/** A text message has no details: it shows on a locked phone. */
export const SMS_WORDS: Readonly<Record<NoticeKind, Readonly<Record<Locale, string>>>> = {
  leave_decided: { he: 'יש החלטה על בקשה שלך.', en: 'There is a decision on a request of yours.' },
  correction_decided: { he: 'יש החלטה על בקשה שלך.', en: 'There is a decision on a request of yours.' },
  digest: { he: 'יש בקשות וימים שמחכים לך.', en: 'Requests and days wait for you.' },
  endpoint_failing: { he: 'משהו בחיבורי ה־API מחכה לך.', en: 'Something about the API needs you.' },
  deliveries_given_up: { he: 'משהו בחיבורי ה־API מחכה לך.', en: 'Something about the API needs you.' },
  token_expires: { he: 'משהו בחיבורי ה־API מחכה לך.', en: 'Something about the API needs you.' },
};
