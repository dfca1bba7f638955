import { type Html, html } from '../../html.ts';

/** Of the pages that bring people in from a file. */
export const peopleFileTexts = {
  action: { he: 'הבאה מקובץ', en: 'From a file' },
  title: { he: 'הבאת עובדים מקובץ', en: 'Bringing people in from a file' },
  lead: {
    he: 'הקובץ נבדק כולו ומוצג לפני שדבר נשמר.',
    en: 'The file is judged as a whole, and shown before anything is kept.',
  },
  file: { he: 'קובץ CSV', en: 'CSV file' },
  fileHelp: {
    he: 'UTF-8, שורת כותרת, עד 10,000 שורות ו־10 MB. פסיק, נקודה־פסיק או טאב.',
    en: 'UTF-8, a line of column names, up to 10,000 rows and 10 MB. Comma, semicolon or tab.',
  },
  judge: { he: 'בדיקת הקובץ', en: 'Judge the file' },
  choose: { he: 'יש לבחור קובץ', en: 'Choose a file' },
  sample: { he: 'קובץ לדוגמה', en: 'Sample file' },
  tooLarge: { he: 'הקובץ גדול מ־10 MB. דבר לא נשמר', en: 'The file is larger than 10 MB. Nothing was kept' },
  notCsv: {
    he: 'זה לא קובץ CSV. באקסל: ”שמירה בשם”, ואז ”CSV UTF-8”. דבר לא נשמר',
    en: 'This is no CSV file. In Excel: “Save as”, then “CSV UTF-8”. Nothing was kept',
  },
  encoding: (name: string) => ({
    he: `הקובץ בקידוד ${name}. באקסל: ”שמירה בשם”, ואז ”CSV UTF-8”. דבר לא נשמר`,
    en: `The file is in ${name}. In Excel: “Save as”, then “CSV UTF-8”. Nothing was kept`,
  }),
  otherEncoding: {
    he: 'הקובץ אינו ב־UTF-8. באקסל: ”שמירה בשם”, ואז ”CSV UTF-8”. דבר לא נשמר',
    en: 'The file is not in UTF-8. In Excel: “Save as”, then “CSV UTF-8”. Nothing was kept',
  },
  columnMissing: (column: string) => ({
    he: `בשורת הכותרת חסרה העמודה ${column}. דבר לא נשמר`,
    en: `The line of column names lacks ${column}. Nothing was kept`,
  }),
  columnTwice: (column: string) => ({
    he: `העמודה ${column} מופיעה פעמיים. דבר לא נשמר`,
    en: `The column ${column} stands twice. Nothing was kept`,
  }),
  tooMany: (most: string) => ({
    he: `בקובץ יותר מ־${most} שורות. דבר לא נשמר`,
    en: `The file has more than ${most} rows. Nothing was kept`,
  }),
  brokenLine: (line: string) => ({
    he: `שורה ${line} אינה ניתנת לקריאה. דבר לא נשמר`,
    en: `Line ${line} cannot be read. Nothing was kept`,
  }),
  noRows: { he: 'אין בקובץ שורות. דבר לא נשמר', en: 'The file has no rows. Nothing was kept' },
  columnsTitle: { he: 'העמודות', en: 'The columns' },
  columns: {
    column: { he: 'עמודה', en: 'Column' },
    what: { he: 'מה בה', en: 'What it has' },
    needed: { he: 'חובה', en: 'Needed' },
  },
  yes: { he: 'כן', en: 'Yes' },
  no: { he: 'לא', en: 'No' },
  whats: {
    external_id: {
      he: 'המספר אצלכם. שורה עם מספר קיים משנה, אחרת מוסיפה',
      en: 'Your own number. A row with a known one changes a person, any other adds one',
    },
    name: { he: 'שם מלא, בכל שפה', en: 'Full name, in any language' },
    id_number: { he: '9 ספרות, עם ספרת ביקורת', en: '9 digits, with the check digit' },
    email: { he: 'לכל אחד ואחת כתובת משלהם', en: 'Everybody has an address of their own' },
    phone: { he: 'לכניסה הראשונה', en: 'For the first sign-in' },
    salary_type: { he: 'hourly או global', en: 'hourly or global' },
    hourly_rate: { he: 'לשעה, אם salary_type הוא hourly', en: 'For an hour, if salary_type is hourly' },
    global_salary: { he: 'לחודש, אם salary_type הוא global', en: 'For a month, if salary_type is global' },
    department: {
      he: 'שם של מחלקה קיימת. שם חדש הוא שגיאה, כדי שטעות לא תפתח מחלקה',
      en: 'The name of a department that exists; a new one is an error, so that a slip makes none',
    },
    branch: { he: 'שם של סניף קיים', en: 'The name of a branch that exists' },
    address: { he: 'כתובת', en: 'Address' },
  },
  judged: (count: number, shown: string) => ({
    he: count === 1 ? 'שורה אחת נבדקה, דבר עוד לא נשמר' : `${shown} שורות נבדקו, דבר עוד לא נשמר`,
    en: count === 1 ? '1 row judged, nothing kept yet' : `${shown} rows judged, nothing kept yet`,
  }),
  doneTitle: { he: 'הקובץ הוכנס', en: 'The file was brought in' },
  of: (file: Html) => ({
    he: html`${file} · כאילו כל השורות כבר נכנסו. הבדיקה נשמרת 30 דקות`,
    en: html`${file} · as if all rows were in already. The judgement is kept for 30 minutes`,
  }),
  another: { he: 'קובץ אחר', en: 'Another file' },
  outcomes: {
    new: { he: 'חדש', en: 'New' },
    changed: { he: 'שינוי', en: 'Changed' },
    same: { he: 'ללא שינוי', en: 'Same' },
    wrong: { he: 'שגיאה', en: 'Wrong' },
  },
  figures: {
    new: { he: 'חדשים', en: 'New' },
    changed: { he: 'שינויים', en: 'Changed' },
    same: { he: 'ללא שינוי', en: 'Same' },
    wrong: { he: 'שגיאות', en: 'Wrong' },
  },
  all: { he: 'הכול', en: 'All' },
  line: { he: 'שורה', en: 'Line' },
  outcome: { he: 'מה יקרה', en: 'What happens' },
  fields: {
    external_id: { he: 'מספר חיצוני', en: 'External id' },
    name: { he: 'שם', en: 'Name' },
    email: { he: 'דוא״ל', en: 'E-mail' },
    phone: { he: 'טלפון', en: 'Phone' },
    id_number: { he: 'מספר זהות', en: 'ID number' },
    department: { he: 'מחלקה', en: 'Department' },
    branch: { he: 'סניף', en: 'Branch' },
    department_external_id: { he: 'מחלקה', en: 'Department' },
    branch_external_id: { he: 'סניף', en: 'Branch' },
    address: { he: 'כתובת', en: 'Address' },
    salary_type: { he: 'שכר', en: 'Salary' },
    hourly_rate: { he: 'שכר לשעה', en: 'Hourly rate' },
    global_salary: { he: 'שכר חודשי', en: 'Monthly salary' },
    role: { he: 'תפקיד', en: 'Role' },
    status: { he: 'מצב', en: 'State' },
  },
  unknownUnit: { he: 'אין מחלקה או סניף בשם הזה', en: 'No department or branch has this name' },
  bringIn: { he: 'הכנסה', en: 'Bring in' },
  nothingToDo: { he: 'אין בקובץ מה להכניס.', en: 'The file has nothing to bring in.' },
  skip: (count: number, shown: string) => ({
    he: count === 1 ? 'לדלג על השורה השגויה ולהכניס את האחרות' : `לדלג על ${shown} השורות השגויות ולהכניס את האחרות`,
    en:
      count === 1
        ? 'Skip the wrong row and bring in the others'
        : `Skip the ${shown} wrong rows and bring in the others`,
  }),
  skipHelp: {
    he: 'או לתקן בקובץ ולהעלות שוב: אז הכול נכנס יחד.',
    en: 'Or mend the file and upload it again: then all come in together.',
  },
  wrongFile: { he: 'השגויות כ־CSV, עם הסיבה', en: 'The wrong rows as CSV, with the reason' },
  reason: { he: 'סיבה', en: 'Reason' },
  noMessage: {
    he: 'לחדשים לא נשלחת הודעה; אפשר לשלוח מהדף האישי.',
    en: 'New people get no message; send one from their page.',
  },
  changedMeanwhile: {
    he: 'עובדים השתנו מאז הבדיקה, ולכן הקובץ נבדק שוב. דבר לא נשמר.',
    en: 'People have changed since, so the file was judged again. Nothing was kept.',
  },
  done: (added: string, changed: string) => ({
    he: `נוספו ${added}, שונו ${changed}.`,
    en: `${added} added, ${changed} changed.`,
  }),
};
