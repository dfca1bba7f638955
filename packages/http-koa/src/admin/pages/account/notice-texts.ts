import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

/** What a person wants to be told of. */
export const noticesTexts = words({
  title: { he: 'הודעות אליי', en: 'What I want to be told' },
  lead: {
    he: 'בהודעה יש ההחלטה או המספרים, וקישור. הפרטים נשארים כאן.',
    en: 'A message has the decision or the numbers, and a link. The details stay here.',
  },
  open: { he: 'בחירת ההודעות', en: 'Choose what to be told' },
  groups: {
    waiting: { he: 'מה שמחכה לי', en: 'What waits for me' },
    api: { he: 'חיבורים (API)', en: 'Connections (API)' },
    own: { he: 'הבקשות שלי', en: 'My requests' },
  },
  kinds: {
    digest: { he: 'סיכום אחד בבוקר של יום עבודה', en: 'One summary in the morning of a working day' },
    endpoint_failing: { he: 'כתובת Webhook שאינה מקבלת', en: 'A webhook endpoint that does not accept' },
    deliveries_given_up: { he: 'שליחות שנגמרו להן הניסיונות', en: 'Deliveries that were given up' },
    token_expires: { he: 'אסימון שתוקפו פג', en: 'A token that expires' },
    leave_decided: { he: 'החלטה על בקשת היעדרות', en: 'A decision on a leave request' },
    correction_decided: { he: 'החלטה על בקשת תיקון', en: 'A decision on a correction request' },
  },
  help: {
    digest: {
      he: 'בימים א׳–ה׳ ב־08:00: בקשות, ימים לאישור, החתמות חסרות. כשאין דבר לא נשלח דבר.',
      en: 'Sunday to Thursday at 08:00: requests, days to approve, missing punches. Nothing is sent when nothing waits.',
    },
    endpoint_failing: {
      he: 'אחרי חמש שליחות ברצף שנגמרו בלי הצלחה, וכשהכתובת כובתה',
      en: 'After five deliveries in a row without success, and when it was switched off',
    },
    deliveries_given_up: { he: 'הודעה אחת ליום לכל כתובת', en: 'One message a day and endpoint' },
    token_expires: {
      he: '14 יום לפני ויום לפני. האסימון עצמו לא נכתב לעולם',
      en: '14 days before, and one day before. The token itself is never written',
    },
    leave_decided: { he: 'אישור, דחייה או ביטול', en: 'Approved, refused or cancelled' },
    correction_decided: { he: 'התקבלה, התקבלה בשינוי או נדחתה', en: 'Applied, applied with a change or refused' },
  },
  by: { he: 'לאן', en: 'Where to' },
  mail: { he: 'דוא״ל', en: 'E-mail' },
  mailOff: { he: 'המערכת הזאת לא שולחת דוא״ל', en: 'This installation sends no e-mails' },
  sms: { he: 'SMS', en: 'SMS' },
  smsTo: (ending: Html) => ({
    he: html`לטלפון שמסתיים ב־${ending}, בלי פרטים: ”יש החלטה על בקשה שלך” וקישור`,
    en: html`To the phone that ends in ${ending}, without details: “There is a decision on a request of yours” and a link`,
  }),
  smsOff: { he: 'החברה לא שולחת הודעות ב־SMS', en: 'The company sends no notices by SMS' },
  smsNoNumber: {
    he: 'אין מספר טלפון; אפשר לבקש מהמנהלים',
    en: 'There is no phone number; ask the managers',
  },
  nothing: { he: 'לא לשלוח אליי', en: 'Send me nothing' },
  nothingHelp: { he: 'ההחלטות מופיעות בדפים בכל מקרה', en: 'Decisions stand in the pages in any case' },
  language: { he: 'שפת ההודעות והדפים', en: 'Language of messages and pages' },
  always: {
    he: 'קישור לסיסמה חדשה והודעה על החלפתה נשלחים תמיד בדוא״ל.',
    en: 'A link to a new password, and that it was changed, are always sent by e-mail.',
  },
  saved: { he: 'הבחירה נשמרה.', en: 'Your choice is saved.' },
  waiting: (count: number, shown: string) => ({
    he:
      count === 1
        ? 'הודעה אחת מחכה לשליחה.'
        : count === 2
          ? 'שתי הודעות מחכות לשליחה.'
          : `${shown} הודעות מחכות לשליחה.`,
    en: count === 1 ? '1 message waits to be sent.' : `${shown} messages wait to be sent.`,
  }),
  waitingSince: (since: Html, next: Html) => ({
    he: html`השליחה לא מצליחה מאז ${since}; ננסה שוב ב־${next}.`,
    en: html`Sending has not worked since ${since}; we try again at ${next}.`,
  }),
});
