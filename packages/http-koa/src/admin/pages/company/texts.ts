import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const companyTexts = words({
  title: { he: 'הגדרות החברה', en: 'Company settings' },
  /** The tab of the company itself. */
  general: { he: 'כללי', en: 'General' },
  tabsLabel: { he: 'חלקי ההגדרות', en: 'Parts of the settings' },
  name: { he: 'שם החברה', en: 'Company name' },
  nameHelp: {
    he: 'מופיע בראש כל דף ובתחילת כל SMS.',
    en: 'At the top of every page and at the beginning of every SMS.',
  },
  zone: { he: 'אזור זמן', en: 'Time zone' },
  zoneHelp: {
    he: 'לפיו נקבע לאיזה יום שייכת החתמה, ובו מוצגות כל השעות, כאן וב־API. שינוי אינו נוגע בימים שנרשמו.',
    en: 'It decides to which day a punch belongs, and all times are shown in it, here and in the API. A change does not touch days already recorded.',
  },
  locale: { he: 'שפה', en: 'Language' },
  localeHelp: {
    he: 'של הודעות ה־SMS, ושל הדפים למי שלא בחרו שפה בעצמם.',
    en: 'For SMS messages, and for the pages of people who have not chosen one.',
  },
  languages: {
    he: { he: 'עברית', en: 'Hebrew' },
    en: { he: 'English', en: 'English' },
  },
  phoneRegion: { he: 'מדינה למספרי טלפון', en: 'Country of phone numbers' },
  phoneRegionHelp: { he: 'של מספרים בלי קידומת מדינה.', en: 'For numbers without a country code.' },
  hours: { he: 'כללי יום העבודה', en: 'Rules of the working day' },
  hoursLead: {
    he: 'בשעות שלמות, מ־1 עד 48. חלים על החתמות מכאן ואילך.',
    en: 'In whole hours from 1 to 48. They hold for punches from now on.',
  },
  openShift: {
    he: 'אחרי כמה שעות כניסה בלי יציאה נחשבת ליציאה שנשכחה',
    en: 'Hours after which a punch-in without a punch-out counts as forgotten',
  },
  openShiftHelp: {
    he: 'כניסה נוספת אחרי הזמן הזה פותחת רישום חדש, והקודם מסומן כ”חסרה יציאה”.',
    en: 'Another punch-in after that time opens a new record, and the one before is marked “no check-out”.',
  },
  breakHours: {
    he: 'עד כמה שעות אחרי יציאה, כניסה היא חזרה מהפסקה',
    en: 'Hours after a punch-out within which a punch-in is the return from a break',
  },
  breakHelp: {
    he: 'כניסה בתוך הזמן הזה ממשיכה את אותו יום עבודה, גם אחרי חצות.',
    en: 'A punch-in within that time continues the same working day, also after midnight.',
  },
  workDay: {
    he: 'עד כמה שעות אחרי ההחתמה הראשונה נמשך אותו יום עבודה',
    en: 'Hours after the first punch for which the same working day goes on',
  },
  workDayHelp: {
    he: 'משמרת לילה שייכת ליום שבו התחילה; החתמה אחרי הזמן הזה שייכת ליום חדש.',
    en: 'A night shift belongs to the day on which it began; a punch after that time belongs to a new day.',
  },
  corrections: { he: 'בקשות תיקון', en: 'Correction requests' },
  correctionDays: { he: 'כמה ימים אחורה אפשר לבקש', en: 'Days back that people may ask for' },
  correctionDaysHelp: {
    he: 'יום ישן יותר מתקנים רק מי שמנהלים את הנוכחות.',
    en: 'An older day is corrected by managers only.',
  },
  smsNotices: { he: 'אפשר לקבל הודעות ב־SMS', en: 'People may get notices by SMS' },
  smsNoticesHelp: {
    he: 'מי שבוחרים בכך בחשבון מקבלים הודעה קצרה בלי פרטים. כל הודעה עולה כסף.',
    en: 'Those who choose so in their account get a short message without details. Each costs money.',
  },
  save: { he: 'שמירת ההגדרות', en: 'Save the settings' },
  saved: { he: 'ההגדרות נשמרו.', en: 'The settings were saved.' },
  secondFactor: {
    title: { he: 'אימות נוסף לניהול', en: 'Second factor of admins' },
    on: { he: 'מי שמנהלים את המערכת חייבים אימות נוסף בהתחברות.', en: 'Admins need a second factor to sign in.' },
    off: {
      he: 'רשות: אפשר להפעיל אימות נוסף בחשבון, ואין חובה.',
      en: 'Optional: everybody can set up a second factor in their account, but nobody has to.',
    },
    require: { he: 'חיוב אימות נוסף', en: 'Require a second factor' },
    release: { he: 'ביטול החובה', en: 'Make it optional' },
    keep: { he: 'חזרה בלי שינוי', en: 'Back without a change' },
    requireQuestion: {
      he: 'לחייב אימות נוסף לכל מי שמנהלים את המערכת?',
      en: 'Require a second factor of every admin?',
    },
    requireConsequence: {
      he: 'מי שאין להם אימות נוסף יידרשו להפעיל אותו לפני כל דבר אחר, גם בהתחברויות פתוחות וגם בחשבון הזה. כדאי שיישומון קודים יהיה בהישג יד.',
      en: 'Admins without one must set it up before they can do anything else, also in open sessions and in this account. Have an app for codes at hand.',
    },
    releaseQuestion: { he: 'לבטל את החובה לאימות נוסף?', en: 'Make the second factor optional?' },
    releaseConsequence: {
      he: 'אימות נוסף שכבר הופעל נשאר, וכל אחד יכול להסיר אותו בחשבון שלו.',
      en: 'Second factors that are set up stay; everybody can remove their own in their account.',
    },
    required: { he: 'מעכשיו אימות נוסף הוא חובה לניהול.', en: 'From now on admins need a second factor.' },
    released: { he: 'החובה לאימות נוסף בוטלה.', en: 'The second factor is optional now.' },
  },
  shifts: {
    title: { he: 'תעריפי משמרת', en: 'Shift rates' },
    lead: {
      he: 'תעריף בשם, לשכר. אלה אינם סידורי עבודה: אין להם תאריך ואין בהם שיבוץ.',
      en: 'Named wage rates for payroll. They are not a schedule: they have no dates, and nobody is assigned to them.',
    },
    add: { he: 'תעריף חדש', en: 'New rate' },
    none: { he: 'אין עדיין תעריפים', en: 'No rates yet' },
    noneText: {
      he: 'למשל לילה, 150%. מערכת השכר קוראת אותם ב־API.',
      en: 'For example: night, 150%. Payroll reads them by the API.',
    },
    caption: { he: 'תעריפי משמרת', en: 'Shift rates' },
    columns: {
      name: { he: 'שם', en: 'Name' },
      hours: { he: 'שעות', en: 'Hours' },
      percentage: { he: 'שכר', en: 'Wage' },
      actions: { he: 'פעולות', en: 'Actions' },
    },
    sample: {
      title: { he: 'כך מתחלק יום עבודה', en: 'How a day of work is divided' },
      lead: {
        he: 'שעה שנמצאת בכמה תעריפים משולמת לפי הגבוה שבהם, ושעה שאינה באף אחד לפי 100%.',
        en: 'An hour within several rates is paid by the highest of them, one within none at 100%.',
      },
      outside: { he: 'מחוץ לתעריפים', en: 'Outside the rates' },
    },
    allDay: { he: 'בלי שעות קבועות', en: 'No fixed hours' },
    overnight: { he: 'עובר חצות', en: 'overnight' },
    wholeDay: { he: '24 שעות', en: '24 hours' },
    name: { he: 'שם', en: 'Name' },
    start: { he: 'משעה', en: 'From' },
    end: { he: 'עד שעה', en: 'To' },
    timesHelp: {
      he: 'אפשר להשאיר ריק. שעת סיום מוקדמת משעת ההתחלה פירושה מעבר לחצות.',
      en: 'May stay empty. An end before the start means overnight.',
    },
    percentage: { he: 'אחוז השכר', en: 'Wage percentage' },
    percentageHelp: {
      he: '100 הוא השכר הרגיל, 150 הוא פי אחת וחצי.',
      en: '100 is the regular wage, 150 is time and a half.',
    },
    editTitle: (name: string) => ({ he: `עריכת תעריף: ${name}`, en: `Edit rate: ${name}` }),
    edit: (name: Html) => ({
      he: html`עריכה<span class="visually-hidden">: ${name}</span>`,
      en: html`Edit<span class="visually-hidden">: ${name}</span>`,
    }),
    remove: (name: Html) => ({
      he: html`מחיקה<span class="visually-hidden">: ${name}</span>`,
      en: html`Delete<span class="visually-hidden">: ${name}</span>`,
    }),
    removeTitle: { he: 'מחיקת תעריף', en: 'Delete a rate' },
    question: (name: Html) => ({ he: html`למחוק את התעריף ${name}?`, en: html`Delete the rate ${name}?` }),
    consequence: {
      he: 'הוא נעלם מ־GET /shifts. שום נתון אחר אינו משתנה.',
      en: 'GET /shifts no longer returns it. No other data changes.',
    },
    verb: { he: 'מחיקה', en: 'Delete' },
    keep: { he: 'השארה', en: 'Keep it' },
    added: (name: string) => ({ he: `התעריף ${name} נוסף.`, en: `The rate ${name} was added.` }),
    saved: (name: string) => ({ he: `התעריף ${name} נשמר.`, en: `The rate ${name} was saved.` }),
    removed: (name: string) => ({ he: `התעריף ${name} נמחק.`, en: `The rate ${name} was deleted.` }),
  },
});
