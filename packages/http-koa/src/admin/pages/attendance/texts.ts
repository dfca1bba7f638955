import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

/** In Hebrew one day and two days have words of their own. */
export const days = (count: number, shown: string) => ({
  he: count === 1 ? 'יום אחד' : count === 2 ? 'יומיים' : `${shown} ימים`,
  en: count === 1 ? '1 day' : `${shown} days`,
});

/** After "less" or "more". */
const thanHours = (hours: number) => ({
  he: hours === 1 ? 'משעה' : hours === 2 ? 'משעתיים' : `מ־${hours} שעות`,
  en: `than ${hours === 1 ? 'an hour' : `${hours} hours`}`,
});

export const attendanceTexts = words({
  title: { he: 'נוכחות', en: 'Attendance' },
  pending: (count: number, shown: string) => ({
    he: count === 1 ? 'יום אחד ממתין לאישור' : `${days(count, shown).he} ממתינים לאישור`,
    en: count === 1 ? '1 day waits for approval' : `${shown} days wait for approval`,
  }),
  noCheckOut: (count: number, shown: string) => ({
    he: `${days(count, shown).he} בלי יציאה`,
    en: `${days(count, shown).en} without a check-out`,
  }),
  atWorkNow: (shown: string) => ({ he: `${shown} בעבודה עכשיו`, en: `${shown} at work now` }),
  nothingWaits: { he: 'אין ימים שממתינים.', en: 'No days wait.' },
  month: { he: 'חודש', en: 'Month' },
  date: { he: 'יום', en: 'Day' },
  previousMonth: (month: string) => ({ he: `החודש הקודם, ${month}`, en: `Previous month, ${month}` }),
  nextMonth: (month: string) => ({ he: `החודש הבא, ${month}`, en: `Next month, ${month}` }),
  previousDay: (day: string) => ({ he: `היום הקודם, ${day}`, en: `Previous day, ${day}` }),
  nextDay: (day: string) => ({ he: `היום הבא, ${day}`, en: `Next day, ${day}` }),
  dayView: { he: 'תצוגת יום', en: 'Day view' },
  monthView: { he: 'תצוגת חודש', en: 'Month view' },
  filters: {
    name: { he: 'שם', en: 'Name' },
    department: { he: 'מחלקה', en: 'Department' },
    branch: { he: 'סניף', en: 'Branch' },
    state: { he: 'מצב', en: 'State' },
  },
  allDepartments: { he: 'כל המחלקות', en: 'All departments' },
  allBranches: { he: 'כל הסניפים', en: 'All branches' },
  states: {
    at_work: { he: 'בעבודה', en: 'At work' },
    no_check_out: { he: 'חסרה יציאה', en: 'No check-out' },
    no_check_in: { he: 'חסרה כניסה', en: 'No check-in' },
    pending: { he: 'ממתין לאישור', en: 'Pending' },
    approved: { he: 'מאושר', en: 'Approved' },
    rejected: { he: 'נדחה', en: 'Rejected' },
    other: { he: 'מצב של המערכת המארחת', en: 'State of the host product' },
  },
  lacksPunch: { he: 'חסרה החתמה', en: 'A punch is missing' },
  ownDay: {
    he: 'היום הזה שלך; אחרים מתקנים אותו ומחליטים עליו.',
    en: 'Your own day; others correct it and decide on it.',
  },
  noRecord: { he: 'אין רישום', en: 'No record' },
  grid: {
    region: { he: 'טבלת החודש', en: 'Table of the month' },
    caption: (month: string) => ({
      he: `שעות ומצב לכל אדם ויום, ${month}`,
      en: `Hours and state of each person and day, ${month}`,
    }),
    name: { he: 'שם', en: 'Name' },
    total: { he: 'סך הכול', en: 'Total' },
    cell: (name: string, date: string, what: string) => ({
      he: `${name}, ${date}: ${what}`,
      en: `${name}, ${date}: ${what}`,
    }),
    hours: (hours: string, state: string) => ({
      he: `${hours === '1' ? 'שעה אחת' : `${hours} שעות`}, ${state}`,
      en: `${hours === '1' ? '1 hour' : `${hours} hours`}, ${state}`,
    }),
    absence: (type: string, state: string) => ({ he: `${type}, ${state}`, en: `${type}, ${state}` }),
    key: { he: 'מקרא', en: 'Key' },
  },
  approveChosen: { he: 'אישור הימים הממתינים של המסומנים', en: 'Approve pending days of those selected' },
  approvePage: { he: 'אישור של כל מי שבדף', en: 'Approve for everybody on this page' },
  nobody: { he: 'אין עובדים בסינון הזה', en: 'Nobody matches this filter' },
  nobodyHelp: { he: 'אפשר לבחור מחלקה אחרת או לנקות את הסינון.', en: 'Choose another department or clear the filter.' },
  noPeople: { he: 'אין עדיין עובדים', en: 'No people yet' },
  noPeopleHelp: {
    he: 'אחרי שמוסיפים עובדים, ימי העבודה שלהם מוצגים כאן.',
    en: 'Once people are added, their days of work are shown here.',
  },
  day: {
    caption: (date: string) => ({ he: `נוכחות, ${date}`, en: `Attendance, ${date}` }),
    columns: {
      name: { he: 'שם', en: 'Name' },
      state: { he: 'מצב', en: 'State' },
      in: { he: 'כניסה', en: 'In' },
      out: { he: 'יציאה', en: 'Out' },
      worked: { he: 'שעות', en: 'Hours' },
    },
  },
  approve: {
    title: { he: 'אישור ימים', en: 'Approve days' },
    question: (days: string, people: string) => ({
      he: `לאשר ${days} של ${people}?`,
      en: `Approve ${days} of ${people}?`,
    }),
    people: (count: number, shown: string) => ({
      he: count === 1 ? 'אדם אחד' : `${shown} אנשים`,
      en: count === 1 ? '1 person' : `${shown} people`,
    }),
    days,
    lead: (month: string) => ({
      he: `כל הימים הממתינים של המסומנים ב${month}. תיקון של יום אחרי האישור מחזיר אותו להמתנה.`,
      en: `All pending days of those selected in ${month}. A correction after the approval makes a day pending again.`,
    }),
    open: (count: number, shown: string) => ({
      he: `${count === 1 ? 'יום אחד בלי יציאה לא יאושר' : `${days(count, shown).he} בלי יציאה לא יאושרו`}; צריך קודם להשלים את היציאה.`,
      en: `${count === 1 ? '1 day without a check-out is not approved' : `${shown} days without a check-out are not approved`}; add the check-out first.`,
    }),
    own: (count: number, shown: string) => ({
      he: `על ${days(count, shown).he} שלך מחליטים אחרים.`,
      en: count === 1 ? 'Others decide on 1 day of your own.' : `Others decide on ${shown} days of your own.`,
    }),
    lacking: (count: number, shown: string) => ({
      he: `${count === 1 ? 'באחד מהימים האלה חסרה החתמה, ולכן השעות שלו חלקיות' : `ב־${shown} מהימים האלה חסרה החתמה, ולכן השעות שלהם חלקיות`}:`,
      en: `${count === 1 ? '1 of these days lacks a punch, so its hours are incomplete' : `${shown} of these days lack a punch, so their hours are incomplete`}:`,
    }),
    more: (shown: string) => ({ he: `ועוד ${shown}`, en: `and ${shown} more` }),
    approvedLacking: (days: string) => ({
      he: `מהם ${days} שחסרה בהם החתמה.`,
      en: `Of these, ${days} with a punch missing.`,
    }),
    columns: {
      name: { he: 'שם', en: 'Name' },
      days: { he: 'ימים לאישור', en: 'Days to approve' },
    },
    verb: (days: string) => ({ he: `אישור ${days}`, en: `Approve ${days}` }),
    keep: { he: 'חזרה בלי אישור', en: 'Back without approving' },
    nobodyChosen: { he: 'לא סומן אף אחד. יש לסמן אנשים בטבלה.', en: 'Nobody is selected. Select people in the table.' },
    nothing: {
      he: 'למסומנים אין ימים שממתינים לאישור בחודש הזה.',
      en: 'Those selected have no pending days in this month.',
    },
    done: (days: string) => ({ he: `אושרו: ${days}.`, en: `Approved: ${days}.` }),
    refused: (days: string) => ({
      he: `לא אושרו: ${days}, כי השתנו בינתיים או שחסרה בהם יציאה.`,
      en: `Not approved: ${days}, which changed meanwhile or lack a check-out.`,
    }),
  },
  person: {
    in: { he: 'כניסה', en: 'In' },
    out: { he: 'יציאה', en: 'Out' },
    break: { he: 'הפסקה', en: 'Break' },
    worked: { he: 'שעות עבודה', en: 'Hours worked' },
    withoutBreak: { he: 'בלי ההפסקה', en: 'Without the break' },
    noBreak: { he: 'לא נרשמה', en: 'None' },
    missing: { he: 'חסרה', en: 'Missing' },
    notYet: { he: 'עוד לא', en: 'Not yet' },
    none: { he: 'אין רישום ביום הזה', en: 'No record on this day' },
    noneText: {
      he: 'אפשר לרשום החתמות שנשכחו, או יום היעדרות.',
      en: 'Forgotten punches or a day of absence can be added.',
    },
    absence: (type: Html) => ({ he: html`היעדרות: ${type}`, en: html`Absence: ${type}` }),
  },
  punches: {
    title: { he: 'ההחתמות', en: 'Punches' },
    columns: {
      at: { he: 'שעה', en: 'Time' },
      kind: { he: 'החתמה', en: 'Punch' },
      source: { he: 'מקור', en: 'Source' },
      location: { he: 'מיקום', en: 'Location' },
      actions: { he: 'פעולות', en: 'Actions' },
    },
    kinds: {
      in: { he: 'כניסה', en: 'In' },
      out: { he: 'יציאה', en: 'Out' },
      break_start: { he: 'יציאה להפסקה', en: 'Start of a break' },
      break_end: { he: 'חזרה מהפסקה', en: 'Back from a break' },
    },
    self: { he: 'החתמה עצמית', en: 'By the person' },
    imported: { he: 'ייבוא', en: 'Import' },
    added: (note: Html) => ({ he: html`נוספה: ”${note}”`, en: html`Added: “${note}”` }),
    voided: (note: Html | null) => ({
      he: note === null ? html`בוטלה` : html`בוטלה: ”${note}”`,
      en: note === null ? html`Voided` : html`Voided: “${note}”`,
    }),
    accuracy: (meters: Html) => ({ he: html`דיוק ${meters} מ׳`, en: html`accuracy ${meters} m` }),
    noLocation: { he: 'לא צורף', en: 'Not added' },
    void: { he: 'ביטול', en: 'Void' },
    voidOf: (kind: string, time: string) => ({ he: `ביטול: ${kind}, ${time}`, en: `Void: ${kind}, ${time}` }),
    track: (parts: string) => ({
      he: `ציר הזמן של היום. בעבודה: ${parts}`,
      en: `The day on a time axis. At work: ${parts}`,
    }),
    span: (from: string, to: string) => ({ he: `מ־${from} עד ${to}`, en: `${from} to ${to}` }),
  },
  rules: {
    title: (day: string) => ({ he: `למה זה נרשם ל${day}`, en: `Why this counts for ${day}` }),
    ownDate: (time: Html, day: string) => ({
      he: html`העבודה התחילה ב${day} ב־${time}, ולכן היא שייכת לאותו יום.`,
      en: html`${time} on ${day}: the work began then, so it counts for that day.`,
    }),
    openSegment: (time: Html, day: string, since: Html, hours: number) => ({
      he: html`היציאה ב־${time} ב${day} סוגרת כניסה מ־${since}, שנפתחה לפני פחות ${thanHours(hours).he}, ולכן היא שייכת ליום שבו התחילה העבודה.`,
      en: html`The punch out at ${time} on ${day} closes the punch in of ${since}, less ${thanHours(hours).en} old, so it counts for the day on which the work began.`,
    }),
    breakStart: (time: Html, day: string, since: Html) => ({
      he: html`ההפסקה ב־${time} ב${day} היא בתוך העבודה שהתחילה ב־${since}, ולכן היא שייכת לאותו יום.`,
      en: html`The break at ${time} on ${day} lies within the work that began at ${since}, so it counts for that day.`,
    }),
    breakReturn: (kind: string, time: Html, day: string, hours: number) => ({
      he: html`ה${kind} ב־${time} ב${day} באה פחות ${thanHours(hours).he} אחרי היציאה שלפניה, ולכן היא המשך של אותו יום עבודה.`,
      en: html`${kind}, ${time} on ${day}: it came less ${thanHours(hours).en} after the punch out before it, so it goes on with the same working day.`,
    }),
    endOfBreak: (time: Html, day: string, since: Html) => ({
      he: html`ההפסקה שהתחילה ב־${since} הסתיימה ב־${time} ב${day}, ולכן החזרה שייכת ליום של ההפסקה.`,
      en: html`The break that began at ${since} ended at ${time} on ${day}, so the return counts for the day of the break.`,
    }),
    forgottenOut: (time: Html, day: string, hours: number) => ({
      he: html`הכניסה ב־${time} ב${day} באה יותר ${thanHours(hours).he} אחרי כניסה שלא נסגרה, ולכן התחיל בה יום חדש, והקודם נשאר בלי יציאה.`,
      en: html`The punch in at ${time} on ${day} came more ${thanHours(hours).en} after one that was never closed, so it began a new day, and the earlier one has no check-out.`,
    }),
    forgottenIn: (time: Html, day: string) => ({
      he: html`ליציאה ב־${time} ב${day} לא הייתה כניסה פתוחה, ולכן היא שייכת לתאריך שלה, והכניסה חסרה.`,
      en: html`The punch out at ${time} on ${day} had no open punch in, so it counts for its own date, and the punch in is missing.`,
    }),
    correction: (time: Html, day: string, who: Html) => ({
      he: html`ההחתמה ב־${time} ב${day} נרשמה ליום הזה בתיקון של ${who}.`,
      en: html`The punch at ${time} on ${day} was put on this day by a correction of ${who}.`,
    }),
    import: (time: Html) => ({
      he: html`ההחתמה ב־${time} יובאה ממערכת אחרת, שקבעה את התאריך.`,
      en: html`The punch at ${time} was imported from another system, which said the date.`,
    }),
  },
  decision: {
    title: { he: 'החלטה', en: 'Decision' },
    note: { he: 'הערה', en: 'Note' },
    noteHelp: { he: 'נשמרת עם ההחלטה ומוצגת למי שהיום שלו.', en: 'Kept with the decision and shown to the employee.' },
    approve: { he: 'אישור היום', en: 'Approve the day' },
    reject: { he: 'דחייה', en: 'Reject' },
    approved: { he: 'היום אושר.', en: 'The day is approved.' },
    rejected: { he: 'היום נדחה.', en: 'The day is rejected.' },
    open: {
      he: 'היום עוד פתוח. אפשר לאשר אחרי שנרשמת יציאה.',
      en: 'The day is still open. It can be approved once there is a check-out.',
    },
    ofProduct: {
      he: 'את המצב הזה קבעה המערכת המארחת, ורק היא משנה אותו.',
      en: 'The host product has set this state, and only it changes it.',
    },
    next: (who: string, date: string) => ({
      he: `היום הבא שממתין: ${who}, ${date}`,
      en: `Next pending day: ${who}, ${date}`,
    }),
    by: (who: Html, when: Html) => ({ he: html`${who}, ${when}`, en: html`${who}, ${when}` }),
    changed: {
      he: 'היום השתנה מאז שהדף נפתח. מה שהוקלד נשאר בטופס; יש לבדוק את היום כפי שהוא עכשיו ולשלוח שוב.',
      en: 'The day has changed since the page was opened. What you typed is kept; check the day as it is now and send again.',
    },
  },
  correction: {
    title: { he: 'תיקון', en: 'Correction' },
    kind: { he: 'החתמה', en: 'Punch' },
    time: { he: 'שעה', en: 'Time' },
    date: { he: 'תאריך', en: 'Date' },
    secondTime: (day: string) => ({ he: `${day}, אחרי הזזת השעון לאחור`, en: `${day}, after the clocks went back` }),
    order: { he: 'סדר ההחתמות, והשעות לפיו', en: 'Order, and hours by it' },
    orderMissing: {
      he: 'בדקה הזאת יש כמה החתמות. יש לבחור את הסדר שלהן.',
      en: 'Several punches are of this minute. Choose their order.',
    },
    reason: { he: 'סיבה', en: 'Reason' },
    reasonMissing: { he: 'יש לרשום את הסיבה', en: 'Write the reason' },
    reasonHelp: { he: 'חובה. נשמרת עם התיקון, ליד השם.', en: 'Required. Kept with the correction, beside your name.' },
    add: { he: 'הוספת החתמה', en: 'Add the punch' },
    added: {
      he: 'ההחתמה נוספה, והיום חזר להמתין לאישור.',
      en: 'The punch is added, and the day waits for approval again.',
    },
    rebuild: { he: 'תיקון כל ההחתמות', en: 'Correct all punches' },
    rebuildTitle: { he: 'תיקון כל ההחתמות של היום', en: 'Correct all punches of the day' },
    rebuildLead: {
      he: 'ההחתמות שכאן מחליפות את מה שנרשם. מה שנשאר בלי שינוי שומר על המיקום שלו; שורה בלי שעה אינה נרשמת.',
      en: 'These punches replace what is recorded. Those that stay as they are keep their location; a line without a time is left out.',
    },
    row: (number: string) => ({ he: `שורה ${number}`, en: `Line ${number}` }),
    save: { he: 'שמירת התיקון', en: 'Save the correction' },
    saved: { he: 'היום תוקן וחזר להמתין לאישור.', en: 'The day is corrected and waits for approval again.' },
    voidTitle: { he: 'ביטול החתמה', en: 'Void a punch' },
    voidQuestion: (kind: string, time: string) => ({
      he: `לבטל את ההחתמה ”${kind}” של ${time}?`,
      en: `Void the punch “${kind}” of ${time}?`,
    }),
    voidText: {
      he: 'היא נשארת כראיה, עם השם והסיבה, ואינה נספרת עוד.',
      en: 'It stays as evidence, with your name and the reason, but no longer counts.',
    },
    voidVerb: { he: 'ביטול ההחתמה', en: 'Void the punch' },
    voidKeep: { he: 'השארה', en: 'Keep it' },
    voided: { he: 'ההחתמה בוטלה.', en: 'The punch is void.' },
    voidDay: { he: 'ביטול היום כולו', en: 'Void the whole day' },
    voidDayQuestion: (date: string) => ({ he: `לבטל את הרישום של ${date}?`, en: `Void the record of ${date}?` }),
    voidDayText: {
      he: 'היום יוצא מהרשימה ומה־API. ההחתמות נשארות כראיה, ואפשר לרשום את היום מחדש.',
      en: 'The day leaves the list and the API. Its punches stay as evidence, and the day can be recorded again.',
    },
    voidDayVerb: { he: 'ביטול היום', en: 'Void the day' },
    voidedDay: { he: 'הרישום של היום בוטל.', en: 'The record of the day is void.' },
    implausible: {
      he: 'התיקון לא נרשם: ההחתמות צריכות לבוא זו אחרי זו, להתחיל בתאריך של היום, לא להיות בעתיד ולא לחפוף יום אחר.',
      en: 'The correction was not made: punches follow one another, begin on the date of the day, lie in the past and overlap no other day.',
    },
    last: {
      he: 'זו ההחתמה היחידה שנספרת: אפשר לבטל את היום כולו.',
      en: 'This is the only punch that counts: void the whole day instead.',
    },
  },
  absence: {
    title: { he: 'יום היעדרות', en: 'Day of absence' },
    type: { he: 'סוג', en: 'Type' },
    save: { he: 'רישום היעדרות', en: 'Record the absence' },
    saved: { he: 'ההיעדרות נרשמה.', en: 'The absence is recorded.' },
    help: { he: 'גם לחצי יום: השעות נשארות.', en: 'Half a day too: the hours stay.' },
    takeOff: { he: 'הסרת ההיעדרות', en: 'Take the absence off' },
    takenOff: {
      he: 'ההיעדרות הוסרה. ההחתמות של היום נשארות.',
      en: 'The absence is taken off. The punches of the day stay.',
    },
  },
  history: {
    title: { he: 'היסטוריה', en: 'History' },
    added: (punch: Html) => ({
      he: html`תיקון: נוספה החתמה (${punch})`,
      en: html`correction: a punch added (${punch})`,
    }),
    voided: (punch: Html) => ({
      he: html`תיקון: בוטלה החתמה (${punch})`,
      en: html`correction: a punch voided (${punch})`,
    }),
    absence: (type: Html) => ({ he: html`נרשמה היעדרות: ${type}`, en: html`absence recorded: ${type}` }),
    absenceOff: { he: 'הוסרה היעדרות', en: 'absence taken off' },
    approved: { he: 'אישור', en: 'approval' },
    rejected: { he: 'דחייה', en: 'rejection' },
    decided: { he: 'החלטה', en: 'decision' },
  },
});
