import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';
import { days } from '../attendance/texts.ts';

export const myDayTexts = words({
  title: { he: 'היום שלי', en: 'My day' },
  notIn: { he: 'עוד לא נרשמה כניסה היום', en: 'Not in yet today' },
  out: (time: Html) => ({ he: html`יציאה נרשמה ב־${time}`, en: html`Out at ${time}` }),
  in: (time: Html) => ({ he: html`בעבודה מאז ${time}`, en: html`At work since ${time}` }),
  onBreak: (time: Html) => ({ he: html`בהפסקה מאז ${time}`, en: html`On a break since ${time}` }),
  hours: { he: 'שעות', en: 'hours' },
  asOf: (time: Html) => ({ he: html`נכון ל־${time}`, en: html`as of ${time}` }),
  withoutBreak: (length: Html) => ({ he: html`בלי הפסקה של ${length}`, en: html`without a break of ${length}` }),
  began: (date: string) => ({ he: `יום העבודה התחיל ב${date}`, en: `This working day began on ${date}` }),
  punches: { he: 'ההחתמות היום', en: 'Punches today' },
  noPunches: { he: 'אין עדיין החתמות.', en: 'No punches yet.' },
  located: (accuracy: Html) => ({
    he: html`המיקום נרשם, דיוק ${accuracy} מ׳`,
    en: html`Location recorded, accuracy ${accuracy} m`,
  }),
  locatedOnly: { he: 'המיקום נרשם', en: 'Location recorded' },
  notLocated: { he: 'בלי מיקום', en: 'Without a location' },
  corrected: (who: Html) => ({ he: html`תיקון של ${who}`, en: html`Correction by ${who}` }),
  addLocation: { he: 'צירוף המיקום להחתמה', en: 'Add my location' },
  locationWhy: {
    he: 'לבקשת החברה, רק ברגע ההחתמה. אפשר גם בלי.',
    en: 'The company asks for it, only at the moment of the punch. You can punch without it.',
  },
  locating: { he: 'מאתרים את המיקום…', en: 'Finding your location…' },
  found: (accuracy: string) => ({
    he: `המיקום התקבל, דיוק ±${accuracy} מ׳`,
    en: `Location received, accuracy ±${accuracy} m`,
  }),
  act: { he: 'החתמה', en: 'Punch' },
  buttons: {
    in: { he: 'כניסה', en: 'Punch in' },
    out: { he: 'יציאה', en: 'Punch out' },
    break_start: { he: 'יציאה להפסקה', en: 'Start a break' },
    break_end: { he: 'חזרה מהפסקה', en: 'Back from break' },
  },
  done: {
    in: (time: string) => ({ he: `נרשמה כניסה ב־${time}.`, en: `You punched in at ${time}.` }),
    out: (time: string) => ({ he: `נרשמה יציאה ב־${time}.`, en: `You punched out at ${time}.` }),
    break_start: (time: string) => ({ he: `נרשמה יציאה להפסקה ב־${time}.`, en: `Your break began at ${time}.` }),
    break_end: (time: string) => ({
      he: `נרשמה חזרה מהפסקה ב־${time}.`,
      en: `You came back from your break at ${time}.`,
    }),
  },
  withoutLocation: { he: 'המיקום לא התקבל. ההחתמה נרשמה', en: 'No location received. The punch is recorded' },
  alreadyIn: { he: 'כבר נרשמה כניסה. מוצג המצב העדכני.', en: 'You are in already. The current state is shown.' },
  notInNow: {
    he: 'כבר נרשמה יציאה, או שאין הפסקה פתוחה. מוצג המצב העדכני.',
    en: 'You are out already, or no break is open. The current state is shown.',
  },
  notRecorded: {
    he: 'ההחתמה לא נרשמה פעם נוספת. מוצג המצב העדכני.',
    en: 'The punch was not recorded again. The current state is shown.',
  },
  tooManyPunches: {
    he: 'ביום הזה נרשמו יותר מדי החתמות, ואין מקום לעוד אחת. מי שמנהלים את הנוכחות יכולים לתקן את היום.',
    en: 'The day has too many punches for another one. A manager can correct it.',
  },
  month: { he: 'החודש שלי', en: 'My month' },
  monthChart: (month: string) => ({ he: `שעות בכל יום, ${month}`, en: `Hours a day, ${month}` }),
  columns: {
    date: { he: 'תאריך', en: 'Date' },
    hours: { he: 'שעות', en: 'Hours' },
  },
  monthEmpty: { he: 'אין רישומים בחודש הזה', en: 'Nothing is recorded in this month' },
  monthEmptyText: {
    he: 'ימי עבודה והיעדרות מוצגים כאן ברגע שנרשמו.',
    en: 'Days of work and absence appear here as soon as they are recorded.',
  },
  workedOn: (count: number, shown: string) => ({
    he: count === 1 ? 'ביום אחד' : count === 2 ? 'ביומיים' : `ב־${shown} ימים`,
    en: `on ${days(count, shown).en}`,
  }),
  days: { he: 'הימים', en: 'Days' },
  parts: {
    approved: { he: 'אושרו', en: 'approved' },
    pending: { he: 'ממתינות', en: 'pending' },
    rejected: { he: 'נדחו ולא נספרו', en: 'rejected and not counted' },
  },
  notCounted: { he: 'היום לא נספר', en: 'The day is not counted' },
  allOfDay: { he: 'כל הפרטים של היום', en: 'All details of the day' },
});

export const myLeaveTexts = words({
  title: { he: 'ההיעדרויות שלי', en: 'My leave' },
  newRequest: { he: 'בקשה חדשה', en: 'New request' },
  newTitle: { he: 'בקשת היעדרות חדשה', en: 'Ask for leave' },
  requestTitle: { he: 'בקשת היעדרות', en: 'Leave request' },
  none: { he: 'אין עדיין בקשות', en: 'No requests yet' },
  noneText: {
    he: 'אפשר לבקש חופש, לדווח על מחלה או לצרף צו מילואים.',
    en: 'Ask for a holiday, report an illness, or attach an order of reserve duty.',
  },
  noTypes: { he: 'אין סוגי היעדרות לבחירה', en: 'No absence types to choose from' },
  noTypesText: {
    he: 'מי שמנהלים את המערכת יכולים להוסיף אותם בהגדרות החברה.',
    en: 'The admins of your company can add them in its settings.',
  },
  type: { he: 'סוג', en: 'Type' },
  choose: { he: 'בחירה', en: 'Choose' },
  from: { he: 'מיום', en: 'First day' },
  to: { he: 'עד יום', en: 'Last day' },
  weekends: { he: 'כולל ימי שישי ושבת', en: 'Fridays and Saturdays too' },
  onlyWeekends: {
    he: 'כל הימים האלה הם שישי או שבת. כדי לבקש אותם יש לסמן את התיבה.',
    en: 'All these days are a Friday or a Saturday. Tick the box to ask for them.',
  },
  again: { he: 'לבקש את הימים האלה שוב', en: 'Ask for these days again' },
  overlaps: (requests: string) => ({
    he: `כבר יש בקשה: ${requests}. כדי לבקש בכל זאת יש לסמן את התיבה.`,
    en: `Leave is asked for already: ${requests}. Tick the box to ask all the same.`,
  }),
  document: { he: 'מסמך', en: 'Document' },
  documentHelp: (size: Html) => ({
    he: html`למשל אישור מחלה או טופס 3010. קובץ PDF, JPG או PNG, עד ${size}. רק מי שמאשרים רואים את המסמך.`,
    en: html`Such as a doctor’s note. PDF, JPG or PNG, up to ${size}. Only those who decide see it.`,
  }),
  each: {
    he: 'כל יום נשלח כבקשה נפרדת, ואפשר לאשר חלק מהימים.',
    en: 'Each day is a separate request, so only some of the days may be approved.',
  },
  send: { he: 'שליחת הבקשה', en: 'Send the request' },
  sent: { he: 'הבקשה נשלחה.', en: 'The request is sent.' },
  sentWithoutDocument: {
    he: 'הבקשה נשלחה, אך המסמך לא נשמר. אפשר לצרף אותו מדף הבקשה.',
    en: 'The request is sent, but the document was not saved. Attach it from the page of the request.',
  },
  lastBeforeFirst: {
    he: 'התאריך האחרון לפני הראשון. יש לבחור תאריך אחריו.',
    en: 'The last day is before the first. Choose a later one.',
  },
  tooManyDays: { he: 'אפשר לבקש עד 366 ימים בבקשה אחת.', en: 'One request takes at most 366 days.' },
  dateMissing: { he: 'יש לבחור תאריך', en: 'Choose a date' },
  dateOutside: (first: string, last: string) => ({
    he: `השנה אינה נכונה. אפשר לבקש ימים מ־${first} עד ${last}.`,
    en: `The year is not right. Leave can be asked for from ${first} to ${last}.`,
  }),
  typeMissing: { he: 'יש לבחור סוג', en: 'Choose a type' },
  fileTooLarge: { he: 'הקובץ גדול מ־10 MB', en: 'The file is over 10 MB' },
  fileWrong: {
    he: 'הקובץ אינו PDF, JPG או PNG. יש לבחור קובץ אחר.',
    en: 'The file is not a PDF, JPG or PNG. Choose another one.',
  },
  fileMissing: { he: 'יש לבחור קובץ', en: 'Choose a file' },
  requested: { he: 'הוגשה', en: 'Submitted' },
  dates: { he: 'הימים', en: 'Days' },
  attached: (name: Html) => ({ he: html`מצורף: ${name}`, en: html`Attached: ${name}` }),
  attach: { he: 'צירוף המסמך', en: 'Attach the document' },
  attachedNow: { he: 'המסמך נשמר.', en: 'The document is saved.' },
  cancel: { he: 'ביטול הבקשה', en: 'Cancel the request' },
  cancelQuestion: { he: 'לבטל את הבקשה?', en: 'Cancel the request?' },
  cancelText: {
    he: 'הימים שממתינים יורדים מהרשימה, ומי שמאשרים לא יראו אותם. ימים שכבר הוחלט עליהם נשארים.',
    en: 'Pending days are removed from the list, and the managers no longer see them. Decided days stay.',
  },
  cancelKeep: { he: 'השארה', en: 'Keep it' },
  cancelled: { he: 'הבקשה בוטלה.', en: 'The request is cancelled.' },
  notPending: {
    he: 'כבר הוחלט על הבקשה, ולכן אי אפשר עוד לשנות אותה כאן.',
    en: 'The request is decided, so it can no longer be changed here.',
  },
});
