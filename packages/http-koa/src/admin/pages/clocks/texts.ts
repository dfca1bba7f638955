import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const clocksTexts = words({
  title: { he: 'מה שהשעונים דיווחו', en: 'What clocks reported' },
  notRecorded: (count: number, shown: string) => ({
    he: count === 1 ? 'דיווח שעון אחד לא נרשם' : `${shown} דיווחי שעון לא נרשמו`,
    en: count === 1 ? '1 clock report was not recorded' : `${shown} clock reports were not recorded`,
  }),
  allRecorded: { he: 'כל הדיווחים נרשמו', en: 'Every report was recorded' },
  clocks: { he: 'השעונים', en: 'The clocks' },
  columns: {
    clock: { he: 'שעון', en: 'Clock' },
    last: { he: 'דיווח אחרון', en: 'Last report' },
    number: { he: 'מספר אחרון', en: 'Last number' },
    today: { he: 'נרשמו היום', en: 'Recorded today' },
    refused: { he: 'לא נרשמו', en: 'Not recorded' },
    state: { he: 'מצב', en: 'State' },
    clockAndNumber: { he: 'שעון ומספר', en: 'Clock and number' },
    reported: { he: 'הזמן שדווח', en: 'Time reported' },
    person: { he: 'עובד/ת', en: 'Person' },
    kind: { he: 'החתמה', en: 'Punch' },
    answer: { he: 'התשובה', en: 'Answer' },
    act: { he: 'תיקון', en: 'Mend' },
  },
  reporting: { he: 'מדווח', en: 'Reporting' },
  silent: (hours: number, shown: string) => ({
    he: hours < 48 ? `שותק ${shown} שעות` : `שותק ${shown} ימים`,
    en: hours < 48 ? `Silent for ${shown} h` : `Silent for ${shown} days`,
  }),
  ahead: (minutes: number, shown: string) => ({
    he: minutes < 120 ? `מקדים ב־${shown} דקות` : `מקדים ב־${shown} שעות`,
    en: minutes < 120 ? `${shown} min ahead` : `${shown} h ahead`,
  }),
  missing: (ranges: Html) => ({ he: html`חסרים המספרים ${ranges}`, en: html`Numbers ${ranges} are missing` }),
  andMore: { he: 'ועוד', en: 'and more' },
  answers: {
    recorded: { he: 'נרשם', en: 'Recorded' },
    known: { he: 'ידוע', en: 'Known' },
    refused: { he: 'נדחה', en: 'Refused' },
  },
  choices: {
    refused: { he: 'לא נרשמו', en: 'Not recorded' },
    known: { he: 'ידועים', en: 'Known' },
    recorded: { he: 'נרשמו', en: 'Recorded' },
    all: { he: 'הכול', en: 'All' },
  },
  filter: {
    clock: { he: 'שעון', en: 'Clock' },
    allClocks: { he: 'כל השעונים', en: 'All clocks' },
    answer: { he: 'תשובה', en: 'Answer' },
    from: { he: 'התקבלו מתאריך', en: 'Received since' },
    card: { he: 'מספר כרטיס', en: 'Card' },
  },
  card: (card: Html) => ({ he: html`כרטיס ${card}`, en: html`Card ${card}` }),
  unknown: { he: 'לא מוכר', en: 'Unknown' },
  received: (when: Html) => ({ he: html`התקבל ב־${when}`, en: html`received ${when}` }),
  byTurns: { he: 'לפי התור', en: 'in turn' },
  reasons: {
    clock_ahead: { he: 'השעון מקדים ביותר מ־2 דקות', en: 'The clock is more than 2 minutes ahead' },
    too_old: { he: 'הדיווח בן יותר משנה', en: 'The report is more than a year old' },
    unknown_card: { he: 'כרטיס לא מוכר', en: 'Unknown card' },
    unknown_employee: { he: 'אין עובד/ת עם המזהה הזה', en: 'Nobody has this id' },
    employee_frozen: { he: 'בהקפאה: מי שבהקפאה לא נרשמים', en: 'Frozen: people who are frozen cannot punch' },
    month_closed: { he: 'החודש סגור; אפשר אחרי פתיחה מחדש', en: 'The month is closed; possible once it is reopened' },
    already_in: { he: 'יש כבר כניסה פתוחה', en: 'There is an open check-in already' },
    not_in: { he: 'אין כניסה פתוחה', en: 'No open check-in' },
    other: { he: 'הדיווח סותר את הימים הרשומים', en: 'It contradicts the days that are recorded' },
  },
  repeats: { he: 'דווח כבר, או קריאה שנייה בתוך דקה', en: 'Reported before, or a second reading within a minute' },
  acts: {
    assign: { he: 'שיוך לעובד/ת', en: 'Assign' },
    again: { he: 'רישום מחדש', en: 'Record again' },
    person: { he: 'לדף האישי', en: 'To the person' },
    closing: { he: 'לסגירת החודש', en: 'To the closing' },
    day: { he: 'לדף היום', en: 'To the day' },
  },
  actOn: (act: string, clock: Html, number: Html) => ({
    he: html`${act}<span class="visually-hidden">: ${clock} ${number}</span>`,
    en: html`${act}<span class="visually-hidden">: ${clock} ${number}</span>`,
  }),
  againAll: { he: 'רישום מחדש של כולם', en: 'Record all again' },
  recordedAgain: (count: number, shown: string) => ({
    he: count === 1 ? 'נרשם דיווח אחד.' : `נרשמו ${shown} דיווחים.`,
    en: count === 1 ? '1 report was recorded.' : `${shown} reports were recorded.`,
  }),
  refusedAgain: (count: number, shown: string) => ({
    he: count === 1 ? 'אחד עדיין לא נרשם.' : `${shown} עדיין לא נרשמו.`,
    en: count === 1 ? '1 is still refused.' : `${shown} are still refused.`,
  }),
  list: { he: 'דיווחי השעונים', en: 'Reports of the clocks' },
  none: { he: 'עוד לא התקבל דיווח משעון', en: 'No clock has reported yet' },
  noneText: {
    he: 'שעון שולח דרך ‎recordPunches‎, או קובץ: ‎shaon punches clock.csv‎.',
    en: 'A clock sends by recordPunches, or as a file: shaon punches clock.csv.',
  },
  nothing: { he: 'אין דיווחים שלא נרשמו', en: 'There are no reports that were not recorded' },
  nothingText: {
    he: 'מה ששעון מדווח ולא נרשם מופיע כאן עם הסיבה.',
    en: 'What a clock reports and is not recorded appears here, with the reason.',
  },
  assign: {
    title: (card: string) => ({ he: `שיוך כרטיס ${card}`, en: `Assigning card ${card}` }),
    waiting: (count: number, shown: string) => ({
      he:
        count === 1
          ? 'דיווח אחד מהכרטיס הזה מחכה, ויירשם עם השיוך.'
          : `${shown} דיווחים מהכרטיס הזה מחכים, ויירשמו עם השיוך.`,
      en:
        count === 1
          ? '1 report of this card waits, and will be recorded with it.'
          : `${shown} reports of this card wait, and will be recorded with it.`,
    }),
    search: { he: 'חיפוש לפי שם', en: 'Search by name' },
    person: { he: 'של מי הכרטיס', en: 'Whose card it is' },
    choose: { he: 'יש לבחור עובד/ת', en: 'Choose a person' },
    nobody: { he: 'לא נמצא איש. אפשר לחפש שם אחר.', en: 'Nobody was found. Search for another name.' },
    replace: { he: 'להחליף את המספר הקיים', en: 'Replace the number that they have' },
    hasOther: (card: string) => ({
      he: `כבר יש מספר אחר: ${card}. גם הבאה מקובץ מזהה לפיו`,
      en: `They have another number: ${card}. An import knows them by it too`,
    }),
    taken: { he: 'הכרטיס שויך בינתיים לעובד/ת אחר/ת', en: 'The card was assigned to somebody else meanwhile' },
    verb: { he: 'שיוך הכרטיס', en: 'Assign the card' },
  },
});
