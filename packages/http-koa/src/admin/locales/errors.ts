import { words } from '../words.ts';

/** Pages shown in place of the requested one: what happened, and what to do. */
export const errorsTexts = words({
  notFound: {
    title: { he: 'אין דף כזה', en: 'No such page' },
    text: { he: 'ייתכן שהקישור ישן, או שהרשומה נמחקה.', en: 'The link may be old, or the record was deleted.' },
  },
  gone: {
    title: { he: 'הרשומה כבר לא כאן', en: 'This is no longer there' },
    text: {
      he: 'היא נמחקה, בוטלה או השתנתה אחרי שהדף נפתח, ולכן לא השתנה דבר נוסף.',
      en: 'It was deleted, cancelled or changed since the page was opened, so nothing more was changed.',
    },
  },
  notPermitted: {
    title: { he: 'אין הרשאה לדף הזה', en: 'You may not see this page' },
    text: {
      he: 'הדף פתוח לתפקידים אחרים. מי שמנהלים את המערכת יכולים לשנות תפקיד.',
      en: 'It is open to other roles. The admins of the company can change a role.',
    },
  },
  expired: {
    title: { he: 'תוקף הדף פג', en: 'The page expired' },
    text: {
      he: 'מטעמי אבטחה טופס תקף רק בדפדפן ובהתחברות שבהם נפתח. דבר לא נשמר. יש לחזור אחורה, להתחבר אם מתבקשים, ולמלא את הטופס שוב.',
      en: 'For security a form is valid only in the browser and the session in which it was opened. Nothing was saved. Go back, sign in if you are asked to, and fill the form in again.',
    },
  },
  wrongAddress: {
    title: { he: 'לדפים האלה יש כתובת אחרת', en: 'These pages have another address' },
    text: {
      he: 'טפסים פועלים רק בכתובת שלמטה, ודבר לא נשמר. אם הכתובת שגויה, מי שמפעילים את השירות יכולים לשנות אותה (SHAON_BASE_URL).',
      en: 'Forms work only at the address below, and nothing was saved. If that address is wrong, the people who run the service can change it (SHAON_BASE_URL).',
    },
  },
  conflict: {
    title: { he: 'הפעולה כבר אינה אפשרית', en: 'This can no longer be done' },
    text: {
      he: 'המצב השתנה מאז שהדף נפתח. יש לחזור, לבדוק ולנסות שוב.',
      en: 'Something changed since the page was opened. Go back, check and try again.',
    },
  },
  monthClosed: {
    title: { he: 'החודש סגור', en: 'The month is closed' },
    text: {
      he: 'הימים של חודש סגור אינם משתנים. דבר לא נשמר. מנהלי המערכת יכולים לפתוח את החודש מחדש.',
      en: 'The days of a closed month do not change. Nothing was saved. An admin can reopen the month.',
    },
  },
  tooLarge: {
    title: { he: 'הטופס גדול מדי', en: 'The form is too large' },
    text: {
      he: 'הקובץ גדול מ־10 MB או שהטופס ארוך מדי. דבר לא נשמר.',
      en: 'The file is over 10 MB or the form is too long. Nothing was saved.',
    },
  },
  badRequest: {
    title: { he: 'הבקשה אינה תקינה', en: 'The request is not valid' },
    text: {
      he: 'הדפדפן שלח בקשה שאי אפשר לקרוא. דבר לא נשמר.',
      en: 'The browser sent a request that cannot be read. Nothing was saved.',
    },
  },
  wrongMethod: {
    title: { he: 'הכתובת אינה נפתחת כך', en: 'This address cannot be opened directly' },
    text: { he: 'יש להגיע אל הפעולה הזאת מתוך הדפים.', en: 'Use the buttons on the pages to get here.' },
  },
  unavailable: {
    title: { he: 'השירות אינו זמין כרגע', en: 'The service is not available now' },
    text: {
      he: 'אפשר לנסות שוב בעוד רגע. אם נשלח טופס, יש לבדוק קודם אם הוא נשמר.',
      en: 'Try again in a moment. If you sent a form, look first whether it was saved.',
    },
  },
  tookTooLong: {
    title: { he: 'זה לקח יותר מדי זמן', en: 'This took too long' },
    text: {
      he: 'הפעולה הופסקה כדי שאחרים לא יחכו, ודבר לא נשמר. אפשר לבקש פחות, למשל תקופה קצרה יותר או מחלקה אחת, או לנסות שוב מאוחר יותר.',
      en: 'This was stopped so that others do not have to wait, and nothing was saved. Ask for less, such as a shorter time or one department, or try again later.',
    },
  },
  fault: {
    title: { he: 'משהו השתבש', en: 'Something went wrong' },
    text: {
      he: 'התקלה נרשמה. אפשר לנסות שוב; אם היא חוזרת, יש לפנות למי שמפעילים את השירות.',
      en: 'The fault was logged. Try again; if it happens again, tell the people who run the service.',
    },
  },
  notSignedIn: {
    title: { he: 'צריך להתחבר', en: 'Sign in first' },
    text: { he: 'הדף פתוח רק אחרי התחברות.', en: 'This page is open only to people who are signed in.' },
  },
  home: { he: 'לדף הראשי', en: 'To the main page' },
  requestId: { he: 'מספר הבקשה', en: 'Request id' },
});
