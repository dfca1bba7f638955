import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

/** The words of taking a month away, and of a person's register. */
export const payrollTexts = words({
  title: (month: string) => ({ he: `הוצאה לשכר, ${month}`, en: `Take away ${month}` }),
  lead: {
    he: 'מה שמוצג כאן הוא מה שיהיה בקובץ.',
    en: 'What is shown here is what the file will have.',
  },
  choices: {
    labels: {
      days: { he: 'ימים', en: 'Days' },
      rows: { he: 'שורה לכל', en: 'A row a' },
      hours: { he: 'שעות', en: 'Hours' },
    },
    days: {
      approved: { he: 'מאושרים בלבד', en: 'Approved only' },
      all: { he: 'הכול, עם עמודת מצב', en: 'All, with a column of states' },
    },
    rows: { person: { he: 'אדם', en: 'Person' }, preset: { he: 'אדם ותעריף', en: 'Person and preset' } },
    hours: {
      minutes: { he: 'בדקות, 8:20', en: 'In minutes, 8:20' },
      hundredths: { he: 'במאיות, 8.33; השארית נשמרת בסכום', en: 'In hundredths, 8.33; the sum keeps what is left' },
    },
  },
  facts: {
    people: { he: 'אנשים', en: 'people' },
    hours: { he: 'שעות בקובץ', en: 'hours in the file' },
    waiting: (hours: Html, days: string) => ({
      he: html`שעות שממתינות: ${hours}, ימים: ${days}`,
      en: html`Hours that wait: ${hours}, days: ${days}`,
    }),
    closed: (when: Html) => ({ he: html`נסגר ב־${when}`, en: html`Closed on ${when}` }),
  },
  open: (days: string, unmended: string, closing: string) => ({
    he: html`החודש פתוח והמספרים עוד עשויים להשתנות. ימים שממתינים: ${days}; ימים שחסרה בהם החתמה: ${unmended}. <a href="${closing}">לסגירה</a>`,
    en: html`The month is open, and its figures may still change. Days that wait: ${days}; days that lack a punch: ${unmended}. <a href="${closing}">To the closing</a>`,
  }),
  leftOut: (presets: Html) => ({
    he: html`לתעריפים האלה יש שעות ואין עמודה בקובץ: ${presets}`,
    en: html`These presets have hours and no column in the file: ${presets}`,
  }),
  absencesLeftOut: (kinds: Html) => ({
    he: html`לסוגי ההיעדרות האלה יש ימים ואין עמודה בקובץ: ${kinds}`,
    en: html`These kinds of absence have days and no column in the file: ${kinds}`,
  }),
  none: { he: 'אין בחודש הזה מה להוציא', en: 'This month has nothing to take away' },
  noneText: {
    he: 'אין בו שעות או ימים מאושרים של מי שנבחרו.',
    en: 'Nobody who is chosen has approved hours or days in it.',
  },
  toClosing: { he: 'מה ממתין', en: 'What waits' },
  preview: { he: 'כך ייראה הקובץ', en: 'The file will look like this' },
  previewOf: (shown: string, people: string) => ({
    he: `השורות הראשונות: ${shown}, ושורת הסכום. אנשים בקובץ: ${people}`,
    en: `The first rows: ${shown}, and the sum. People in the file: ${people}`,
  }),
  previewRegion: { he: 'תצוגה מקדימה, אפשר לגלול', en: 'Preview, it can be scrolled' },
  download: { xlsx: { he: 'הורדת XLSX', en: 'Download XLSX' }, csv: { he: 'הורדת CSV', en: 'Download CSV' } },
  audited: {
    he: 'ההורדה נרשמת ביומן הביקורת: מי, של כמה אנשים ואילו עמודות.',
    en: 'The download is written to the audit log: who, of how many people, which columns.',
  },
  columns: {
    title: { he: 'העמודות', en: 'The columns' },
    lead: {
      he: 'הסימון, השם והסדר נשמרים לחברה ומשמשים גם בחודש הבא.',
      en: 'Ticks, names and order are kept for the company, for the next months too.',
    },
    nameOf: (column: string) => ({ he: `השם בקובץ של ${column}`, en: `Name in the file of ${column}` }),
    up: (column: string) => ({ he: `${column}: מקום אחד קודם`, en: `${column}: one place earlier` }),
    down: (column: string) => ({ he: `${column}: מקום אחד הלאה`, en: `${column}: one place later` }),
    save: { he: 'שמירת העמודות', en: 'Save the columns' },
    saved: { he: 'העמודות נשמרו.', en: 'The columns are saved.' },
    changed: {
      he: 'מישהו אחר שמר עמודות בינתיים: בתצוגה המקדימה הן כפי שנשמרו, וכאן מה שסומן והוקלד. שמירה נוספת תחליף אותן.',
      en: 'Somebody else has saved columns meanwhile: the preview has them as they are now, the form what you ticked and typed. Saving again replaces them.',
    },
    refused: {
      he: 'העמודות לא נשמרו: יש לסמן לפחות עמודה אחת, וכל עמודה צריכה להיות של החברה.',
      en: 'The columns were not saved: tick at least one, and only columns of the company.',
    },
  },
  salary: {
    title: { he: 'עמודות שכר', en: 'Salary columns' },
    lead: {
      he: 'מוצגות רק לפי בקשה בשם, אחרי סיסמה, ואינן נשמרות בין העמודות.',
      en: 'Shown only when asked for by name, after the password, and not kept with the columns.',
    },
    names: {
      salary_type: { he: 'סוג שכר', en: 'Salary type' },
      hourly_rate: { he: 'שכר שעתי', en: 'Hourly rate' },
      global_salary: { he: 'שכר גלובלי', en: 'Global salary' },
    },
    show: { he: 'הוספה לקובץ', en: 'Add to the file' },
  },
  register: {
    title: (month: string) => ({ he: `רישום נוכחות, ${month}`, en: `Attendance register, ${month}` }),
    listTitle: (month: string) => ({ he: `רישום לאדם, ${month}`, en: `Register of a person, ${month}` }),
    listLead: {
      he: 'דף להדפסה לכל אדם: כל יום, כל החתמה, כל תיקון וכל החלטה.',
      en: 'A sheet to print for each person: every day, punch, correction and decision.',
    },
    none: { he: 'אין אנשים בחודש הזה', en: 'Nobody is in this month' },
    noneText: { he: 'אפשר לבחור חודש או מחלקה אחרים.', en: 'Choose another month or department.' },
    caption: { he: 'אנשים ושעותיהם', en: 'People and their hours' },
    open: (name: Html) => ({
      he: html`לרישום<span class="visually-hidden">: ${name}</span>`,
      en: html`Register<span class="visually-hidden">: ${name}</span>`,
    }),
    acts: { he: 'פעולות', en: 'Actions' },
    back: { he: 'חזרה לחודש ושכר', en: 'Back to month and payroll' },
    next: { he: 'לאדם הבא', en: 'To the next person' },
    print: { he: 'הדפסה', en: 'Print' },
    number: (id: Html) => ({ he: html`מספר ${id}`, en: html`No. ${id}` }),
    closed: (when: Html) => ({ he: html`החודש נסגר ב־${when}`, en: html`The month was closed on ${when}` }),
    dividedNow: {
      he: 'החלוקה לתעריפים היא לפי התעריפים של עכשיו. בקובץ לשכר יש מה שנשמר בסגירה.',
      en: 'Presets are those of now; the payroll file has what the closing kept.',
    },
    notClosed: { he: 'החודש עוד לא נסגר', en: 'The month is not closed yet' },
    zone: (zone: Html) => ({ he: html`שעות לפי אזור הזמן ${zone}`, en: html`Times of the zone ${zone}` }),
    worked: { he: 'שעות עבודה', en: 'Hours of work' },
    days: { he: 'ימי עבודה', en: 'Days of work' },
    outside: { he: '100%', en: '100%' },
    absence: { he: 'ימי היעדרות', en: 'Days of absence' },
    columns: {
      date: { he: 'תאריך', en: 'Date' },
      in: { he: 'כניסה', en: 'In' },
      out: { he: 'יציאה', en: 'Out' },
      break: { he: 'הפסקה', en: 'Break' },
      worked: { he: 'שעות', en: 'Hours' },
      state: { he: 'מצב', en: 'State' },
      notes: { he: 'תיקונים', en: 'Corrections' },
    },
    missing: { he: 'חסרה', en: 'missing' },
    leave: (type: Html) => ({ he: html`${type}, בקשה שאושרה`, en: html`${type}, an approved request` }),
    correction: (number: string) => ({ he: `תיקון ${number}`, en: `Correction ${number}` }),
    corrections: { he: 'תיקונים', en: 'Corrections' },
    added: (punches: Html) => ({ he: html`נוספו: ${punches}`, en: html`Added: ${punches}` }),
    voided: (punches: Html) => ({ he: html`בוטלו: ${punches}`, en: html`Voided: ${punches}` }),
    absenceSet: (type: Html) => ({ he: html`נרשמה היעדרות: ${type}`, en: html`Absence recorded: ${type}` }),
    absenceOff: { he: 'ההיעדרות הוסרה', en: 'The absence was taken off' },
    total: { he: 'סך הכול', en: 'Total' },
    signEmployee: { he: 'חתימת העובד/ת, תאריך', en: 'Signature of the employee, date' },
    signEmployer: { he: 'חתימת המעסיק, תאריך', en: 'Signature of the employer, date' },
    made: (who: Html, when: Html) => ({ he: html`הופק על ידי ${who}, ${when}`, en: html`Made by ${who}, ${when}` }),
    legend: (plus: Html) => ({
      he: html`${plus} למחרת. שורה ריקה: אין רישום. שעות של יום שנדחה אינן בסכום.`,
      en: html`${plus} the day after. An empty row: no record. Hours of a rejected day are not in the sum.`,
    }),
  },
});
