import type { Html } from '../../html.ts';
import { html } from '../../html.ts';
import { words } from '../../words.ts';

export const monthsTexts = words({
  title: { he: 'סגירת חודש', en: 'Closing the month' },
  pageTitle: (month: string) => ({ he: `סגירת ${month}`, en: `Closing ${month}` }),
  month: { he: 'חודש', en: 'Month' },
  previous: (month: string) => ({ he: `החודש הקודם, ${month}`, en: `Previous month, ${month}` }),
  next: (month: string) => ({ he: `החודש הבא, ${month}`, en: `Next month, ${month}` }),
  states: { open: { he: 'פתוח', en: 'Open' }, closed: { he: 'סגור', en: 'Closed' } },
  tabs: {
    closing: { he: 'סגירה', en: 'Closing' },
    payroll: { he: 'הוצאה לשכר', en: 'Take away' },
    register: { he: 'רישום לאדם', en: 'Register of a person' },
  },
  lead: {
    he: 'אחרי הסגירה ימי החודש אינם משתנים: לא בהחתמה, לא בתיקון, לא בהיעדרות ולא בייבוא.',
    en: 'Once closed, the days of the month do not change: not by a punch, a correction, an absence or an import.',
  },
  closedLead: (who: Html, when: Html) => ({
    he: html`נסגר על ידי ${who} ב־${when}. ימי החודש אינם משתנים.`,
    en: html`Closed by ${who} on ${when}. The days of the month do not change.`,
  }),
  figures: {
    people: { he: 'עובדים', en: 'People' },
    approved: { he: 'מאושרות', en: 'Approved' },
    pending: { he: 'ממתינות', en: 'Pending' },
    rejected: { he: 'נדחו', en: 'Rejected' },
    hours: { he: 'שעות', en: 'hours' },
  },
  left: { he: 'מה נשאר, לפי סדר העבודה', en: 'What is left, in the order of work' },
  work: {
    missing_punch: { he: 'ימים שחסרה בהם החתמה', en: 'Days with a missing punch' },
    leave: { he: 'ימים בבקשות היעדרות שממתינות', en: 'Days of leave requests that wait' },
    waiting_day: { he: 'ימים שממתינים לאישור', en: 'Days that wait for approval' },
  },
  done: { he: 'לא נשאר דבר', en: 'Nothing is left' },
  acts: {
    missing_punch: { he: 'השלמה', en: 'Complete' },
    leave: { he: 'החלטה', en: 'Decide' },
    waiting_day: { he: 'אישור', en: 'Approve' },
  },
  actOn: (act: string, what: string) => ({
    he: html`${act}<span class="visually-hidden">: ${what}</span>`,
    en: html`${act}<span class="visually-hidden">: ${what}</span>`,
  }),
  from: (date: Html) => ({ he: html`החל מ־${date}`, en: html`from ${date} on` }),
  byDepartment: { he: 'לפי מחלקה', en: 'By department' },
  columns: {
    department: { he: 'מחלקה', en: 'Department' },
    people: { he: 'עובדים', en: 'People' },
    approved: { he: 'שעות מאושרות', en: 'Hours approved' },
    left: { he: 'נשאר', en: 'Left' },
    name: { he: 'שם', en: 'Name' },
    before: { he: 'אז', en: 'Then' },
    now: { he: 'עכשיו', en: 'Now' },
    difference: { he: 'הפרש', en: 'Difference' },
  },
  noDepartment: { he: 'בלי מחלקה', en: 'No department' },
  departmentClosed: { he: 'המחלקה סגורה', en: 'The department is closed' },
  dayClosed: (month: string, who: Html, when: Html) => ({
    he: html`${month} סגור: נסגר על ידי ${who} ב־${when}. היום אינו משתנה.`,
    en: html`${month} is closed: by ${who} on ${when}. The day does not change.`,
  }),
  close: { he: 'סגירת החודש', en: 'Close the month' },
  closeHelp: {
    he: 'אפשר לפתוח את החודש מחדש ולהשלים; ההפרש יוצג כהתאמה.',
    en: 'The month can be reopened and completed; the difference is shown as an adjustment.',
  },
  closableFrom: (date: Html) => ({
    he: html`החודש עוד לא נגמר. אפשר לסגור אותו החל מ־${date}.`,
    en: html`The month is not over. It can be closed from ${date} on.`,
  }),
  what: { he: 'מה לסגור', en: 'What to close' },
  whole: { he: 'כל החברה', en: 'The whole company' },
  reason: { he: 'סיבה', en: 'Reason' },
  reasonHelp: {
    he: 'חובה כל עוד נשאר משהו. נשמרת עם הסגירה.',
    en: 'Required while something is left. Kept with the closing.',
  },
  closeVerb: (month: string) => ({ he: `סגירת ${month}`, en: `Close ${month}` }),
  closed: (month: string) => ({ he: `${month} נסגר.`, en: `${month} was closed.` }),
  closedMeanwhile: {
    he: 'החודש כבר נסגר בינתיים. כך הוא עכשיו.',
    en: 'The month has been closed meanwhile. This is how it is now.',
  },
  reopen: { he: 'פתיחה מחדש', en: 'Reopen' },
  reopenWhat: { he: 'מה לפתוח', en: 'What to reopen' },
  reopenHelp: {
    he: 'הנתונים של הסגירות נשמרים. מה שישתנה יוצג כהתאמה.',
    en: 'The figures of the closings are kept. What changes is shown as an adjustment.',
  },
  reopenVerb: (month: string) => ({ he: `פתיחה מחדש של ${month}`, en: `Reopen ${month}` }),
  reopened: (month: string) => ({ he: `${month} נפתח מחדש.`, en: `${month} is open again.` }),
  openMeanwhile: { he: 'החודש כבר פתוח. כך הוא עכשיו.', en: 'The month is open already. This is how it is now.' },
  adjustments: { he: 'התאמות מאז הסגירה הראשונה', en: 'Adjustments since the first closing' },
  adjustmentsLead: {
    he: 'שעות מאושרות, וימי היעדרות שהשתנו.',
    en: 'Approved hours, and days of absence that changed.',
  },
  adjustmentsFile: { he: 'קובץ ההתאמות', en: 'File of the adjustments' },
  file: {
    id: { he: 'מספר במערכת', en: 'ID' },
    department: { he: 'מחלקה', en: 'Department' },
    more: { he: 'להוסיף', en: 'To add' },
    less: { he: 'להפחית', en: 'To take off' },
    absences: { he: 'ימי היעדרות שהשתנו', en: 'Days of absence that changed' },
    absence: (label: string, before: string, now: string) => ({
      he: `${label}: ${before} ← ${now}`,
      en: `${label}: ${before} → ${now}`,
    }),
  },
  noAdjustments: { he: 'דבר לא השתנה מאז הסגירה הראשונה.', en: 'Nothing has changed since the first closing.' },
  absenceDays: (label: Html, before: string, now: string) => ({
    he: html`ימי ${label}: ${before} ← ${now}`,
    en: html`Days of ${label}: ${before} → ${now}`,
  }),
  total: { he: 'סך הכול', en: 'Total' },
  story: { he: 'מה קרה לחודש', en: 'What happened to the month' },
  storyClosed: { he: 'נסגר', en: 'Closed' },
  storyReopened: { he: 'נפתח מחדש', en: 'Reopened' },
});
