import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';
import { days } from '../attendance/texts.ts';

export const leaveTexts = words({
  title: { he: 'בקשות היעדרות', en: 'Leave requests' },
  /** In the navigation. */
  short: { he: 'היעדרויות', en: 'Leave' },
  calendar: { he: 'לוח חודשי', en: 'Calendar of the month' },
  queue: { he: 'הבקשות', en: 'Requests' },
  tabs: {
    pending: { he: 'ממתינות', en: 'Pending' },
    approved: { he: 'אושרו', en: 'Approved' },
    rejected: { he: 'נדחו', en: 'Rejected' },
  },
  statuses: {
    pending: { he: 'ממתינה', en: 'Pending' },
    approved: { he: 'אושרה', en: 'Approved' },
    rejected: { he: 'נדחתה', en: 'Rejected' },
  },
  mixed: { he: 'הוחלט בחלקה', en: 'Decided in part' },
  approvedInPart: { he: 'אושרה בחלקה', en: 'Approved in part' },
  since: { he: 'מתאריך', en: 'Since' },
  days,
  hasDocument: { he: 'מסמך מצורף', en: 'Document attached' },
  waitsForOthers: { he: 'הבקשה שלך; מחכה להחלטה של אחרים', en: 'Your own request; others decide' },
  none: { he: 'אין בקשות ממתינות', en: 'No requests waiting' },
  noneText: { he: 'בקשה חדשה מופיעה כאן ברגע שנשלחה.', en: 'A new request appears here as soon as it is sent.' },
  noneFound: { he: 'אין בקשות כאלה', en: 'There are no such requests' },
  noneFoundText: { he: 'אפשר לבחור תאריך מוקדם יותר.', en: 'Choose an earlier date.' },
  listLabel: { he: 'בקשות', en: 'Requests' },
  onDate: (type: Html, date: string) => ({ he: html`${type} ב${date}`, en: html`${type} on ${date}` }),
  from: (type: Html, first: Html, last: Html) => ({
    he: html`${type}, ${first}–${last}`,
    en: html`${type}, ${first}–${last}`,
  }),
  submitted: { he: 'הוגשה', en: 'Submitted' },
  unit: { he: 'מחלקה וסניף', en: 'Department and branch' },
  noUnit: { he: 'בלי מחלקה וסניף', en: 'No department or branch' },
  document: { he: 'מסמך', en: 'Document' },
  noDocument: { he: 'לא צורף', en: 'None attached' },
  openDocument: (name: Html) => ({ he: html`הורדה: ${name}`, en: html`Download: ${name}` }),
  openHelp: { he: 'הפתיחה נרשמת ביומן הביקורת.', en: 'Opening it is noted in the audit log.' },
  earlier: { he: 'ימים שהוחלט עליהם', en: 'Decided days' },
  earlierText: (year: string, approved: string, rejected: string) => ({
    he: `${year}: אושרו ${approved}, נדחו ${rejected}`,
    en: `${year}: ${approved} approved, ${rejected} rejected`,
  }),
  overlaps: {
    he: 'הימים האלה התבקשו יותר מפעם אחת, ואפשר לאשר רק בקשה אחת ליום:',
    en: 'Asked for more than once; only one request for a day can be approved:',
  },
  weekOf: (department: Html, members: string) => ({
    he: html`מי עוד נעדרים ב${department}, ${members}`,
    en: html`Who else is away in ${department}, ${members}`,
  }),
  people: (count: number) => ({ he: count === 1 ? 'אדם' : 'אנשים', en: count === 1 ? 'person' : 'people' }),
  asked: { he: 'היום המבוקש', en: 'the day asked for' },
  nobodyAway: {
    he: 'אף אחד אחר מהמחלקה אינו נעדר בימים האלה.',
    en: 'Nobody else of the department is away on these days.',
  },
  awayStatus: {
    pending: { he: 'ממתינה', en: 'pending' },
    approved: { he: 'אושרה', en: 'approved' },
    recorded: { he: 'נרשמה', en: 'recorded' },
  },
  dates: { he: 'הימים', en: 'Days' },
  datesHelp: {
    he: 'אפשר לאשר חלק מהימים ולדחות את האחרים.',
    en: 'Some of the days can be approved and the others rejected.',
  },
  noDates: { he: 'יש לבחור לפחות יום אחד', en: 'Choose at least one day' },
  note: { he: 'הערה', en: 'Note' },
  noteHelp: (ability: Html) => ({
    he: html`ההערה מוצגת למי שביקשו, ונחשפת גם לאסימונים עם ההרשאה ${ability}.`,
    en: html`The note is shown to the person who asked, and disclosed to tokens with the ability ${ability}.`,
  }),
  record: { he: 'רישום הימים שאושרו כהיעדרות בנוכחות', en: 'Record approved days as absence in attendance' },
  takeOff: {
    he: 'בדחייה, להסיר את ההיעדרות מהנוכחות בימים האלה:',
    en: 'When rejecting, take the absence off attendance on these days:',
  },
  worked: { he: '(השעות נשארות)', en: '(the hours stay)' },
  takenOff: (days: string) => ({
    he: `ההיעדרות הוסרה מהנוכחות: ${days}.`,
    en: `Absence taken off attendance: ${days}.`,
  }),
  approve: { he: 'אישור הבקשה', en: 'Approve the request' },
  reject: { he: 'דחייה', en: 'Reject' },
  approved: (days: string) => ({ he: `אושרו: ${days}.`, en: `Approved: ${days}.` }),
  rejected: (days: string) => ({ he: `נדחו: ${days}.`, en: `Rejected: ${days}.` }),
  unchanged: { he: 'ההחלטה הזאת כבר נרשמה; דבר לא השתנה.', en: 'This decision was already made; nothing has changed.' },
  changed: {
    he: 'הבקשה השתנתה מאז שהדף נפתח. מה שהוקלד נשאר בטופס; יש לבדוק את הבקשה כפי שהיא עכשיו ולהחליט שוב.',
    en: 'The request has changed since this page was opened. What was typed is kept; look at the request as it is now and decide again.',
  },
  conflict: {
    he: 'ההחלטה לא נרשמה: לאחד הימים כבר אושרה בקשה אחרת, או שהבקשה השתנתה בינתיים.',
    en: 'The decision was not made: another request is approved for one of the days, or the request has changed meanwhile.',
  },
  decidedBy: (who: Html, when: Html) => ({ he: html`${who}, ${when}`, en: html`${who}, ${when}` }),
  columns: {
    date: { he: 'תאריך', en: 'Date' },
    status: { he: 'מצב', en: 'State' },
    decided: { he: 'החלטה', en: 'Decision' },
  },
  next: { he: 'הבקשה הבאה', en: 'Next request' },
  calendarTitle: (month: string) => ({ he: `היעדרויות, ${month}`, en: `Leave, ${month}` }),
  calendarCaption: (month: string) => ({ he: `מי נעדרים ומתי, ${month}`, en: `Who is away when, ${month}` }),
  calendarNone: { he: 'אין היעדרויות בחודש הזה', en: 'Nobody is away in this month' },
  calendarNoneText: {
    he: 'בקשות שאושרו או ממתינות, וימי היעדרות שנרשמו, מוצגים כאן.',
    en: 'Requests that are approved or pending and recorded days of absence are shown here.',
  },
  totalDays: { he: 'ימים', en: 'Days' },
});
