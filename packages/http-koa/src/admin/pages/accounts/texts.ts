import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const accountsTexts = words({
  title: { he: 'חשבונות ניהול', en: 'Admin accounts' },
  lead: {
    he: 'מי שמתחברים כדי לנהל, עם רשומת עובדים או בלעדיה. חשבון של עובדים משתנה בדף שלהם.',
    en: 'Admins and managers, with or without an employee record. An employee’s account is changed on their own page.',
  },
  invite: { he: 'הזמנה', en: 'Invite' },
  caption: { he: 'חשבונות ניהול', en: 'Admin accounts' },
  columns: {
    name: { he: 'שם', en: 'Name' },
    role: { he: 'תפקיד', en: 'Role' },
    state: { he: 'מצב', en: 'State' },
    lastSignIn: { he: 'התחברות אחרונה', en: 'Last sign-in' },
    actions: { he: 'פעולות', en: 'Actions' },
  },
  staff: { he: 'מהצוות', en: 'Employee' },
  you: { he: 'החשבון שלך', en: 'Your account' },
  states: {
    active: { he: 'פעיל', en: 'Active' },
    invited: { he: 'בהזמנה', en: 'Invited' },
    without_link: { he: 'בלי סיסמה', en: 'No password' },
    disabled: { he: 'חסום', en: 'Disabled' },
  },
  linkUntil: (when: Html) => ({ he: html`קישור פתוח עד ${when}`, en: html`Link open until ${when}` }),
  noLink: { he: 'ואין קישור פתוח', en: 'and no open link' },
  newLink: { he: 'קישור חדש', en: 'New link' },
  disable: { he: 'חסימה', en: 'Disable' },
  enable: { he: 'פתיחה', en: 'Enable' },
  people: { he: 'את מי רואים', en: 'Their people' },
  limited: { he: 'רק מחלקות או סניפים מסוימים', en: 'Only some departments or branches' },
  resetFactor: { he: 'ביטול אימות נוסף', en: 'Remove second factor' },
  secondFactor: { he: 'עם אימות נוסף', en: 'With a second factor' },
  of: (action: string, name: Html) => ({
    he: html`${action}<span class="visually-hidden">: ${name}</span>`,
    en: html`${action}<span class="visually-hidden">: ${name}</span>`,
  }),
  limits: {
    title: (name: string) => ({ he: `האנשים של ${name}`, en: `The people of ${name}` }),
    heading: (name: Html) => ({ he: html`האנשים של ${name}`, en: html`The people of ${name}` }),
    lead: {
      he: 'קובע את מי רואים ועל מי מחליטים: בנוכחות, בבקשות, במסמכים, בחיפוש, בקבצים ובמספרים.',
      en: 'Whom they see and decide about: attendance, requests, documents, searches, files and numbers.',
    },
    scope: { he: 'היקף', en: 'How many' },
    all: { he: 'כל החברה', en: 'The whole company' },
    some: { he: 'רק מחלקות וסניפים שנבחרו', en: 'Only the chosen departments and branches' },
    departments: { he: 'מחלקות', en: 'Departments' },
    branches: { he: 'סניפים', en: 'Branches' },
    branchesHelp: {
      he: 'מחלקות וסניפים יחד: רק מי ששייכים גם למחלקה וגם לסניף שנבחרו.',
      en: 'Departments and branches together: only people in both a chosen department and a chosen branch.',
    },
    again: { he: 'חישוב מחדש של המשמעות', en: 'Work out again what it means' },
    meaning: { he: 'המשמעות', en: 'What it means' },
    nothingChosen: { he: 'עוד לא נבחר דבר.', en: 'Nothing is chosen yet.' },
    people: (people: string, company: string) => ({
      he: `עובדים: ${people} מתוך ${company},`,
      en: `People: ${people} of ${company},`,
    }),
    within: (departments: Html | null, branches: Html | null) => {
      if (departments === null && branches === null) return { he: html`כולם.`, en: html`everybody.` };
      if (branches === null)
        return { he: html`מי ששייכים עכשיו למחלקה: ${departments}.`, en: html`who now belong to ${departments}.` };
      if (departments === null)
        return { he: html`מי ששייכים עכשיו לסניף: ${branches}.`, en: html`who now belong to the branch ${branches}.` };
      return {
        he: html`מי ששייכים עכשיו למחלקה: ${departments}, וגם לסניף: ${branches}.`,
        en: html`who now belong to ${departments}, and to the branch ${branches}.`,
      };
    },
    or: { he: ' או ', en: ' or ' },
    moves: {
      he: 'מי שעוברים מחלקה או סניף יופיעו או ייעלמו מיד, עם כל ההיסטוריה.',
      en: 'Whoever moves to another department or branch appears or disappears at once, with all their history.',
    },
    own: (name: Html) => ({
      he: html`על השעות והבקשות של ${name} מחליטים אחרים.`,
      en: html`Others decide about the hours and requests of ${name}.`,
    }),
    link: { he: 'קישור לאדם אחר: ”אין דף כזה”.', en: 'A link to anybody else leads to “no such page”.' },
    changes: { he: 'מה משתנה בשמירה', en: 'What saving changes' },
    nothing: { he: 'דבר לא משתנה.', en: 'Nothing changes.' },
    hidden: (count: number, shown: string) => ({
      he: count === 1 ? 'עובד אחד לא יוצג עוד בכניסה הזאת' : `${shown} עובדים לא יוצגו עוד בכניסה הזאת`,
      en:
        count === 1 ? 'One person will no longer be shown to them' : `${shown} people will no longer be shown to them`,
    }),
    shown: (count: number, shown: string) => ({
      he: count === 1 ? 'עובד אחד יתווסף' : `${shown} עובדים יתווספו`,
      en: count === 1 ? 'One person will be shown to them too' : `${shown} people will be shown to them too`,
    }),
    waiting: (count: number, shown: string, takers: Html | null) => ({
      he: html`<span class="fg-wait strong">${count === 1 ? 'בקשה אחת ממתינה' : `${shown} בקשות ממתינות`}</span> ${count === 1 ? 'עוברת' : 'עוברות'}: ${takers ?? 'לאדמינים'}`,
      en: html`<span class="fg-wait strong">${count === 1 ? 'One waiting request' : `${shown} waiting requests`}</span> ${count === 1 ? 'moves' : 'move'} to ${takers ?? 'the admins'}`,
    }),
    unmanaged: (count: number, shown: string) => ({
      he: count === 1 ? 'עובד אחד בלי מנהלים.' : `${shown} עובדים בלי מנהלים.`,
      en: count === 1 ? 'One person without a manager.' : `${shown} people without a manager.`,
    }),
    adminsDecide: { he: 'עליהם יחליטו אדמינים.', en: 'Admins decide about them.' },
    who: { he: 'מי אלה', en: 'Who they are' },
    more: (count: string) => ({ he: `ועוד ${count}`, en: `and ${count} more` }),
    history: { he: 'היסטוריה', en: 'History' },
    every: { he: 'הכול', en: 'all' },
    removed: {
      he: 'מחלקה או סניף שההיקף הזה כלל כבר אינם קיימים, ולכן אין בו איש.',
      en: 'A department or branch of this limit no longer exists, so nobody is within it.',
    },
    saved: (name: string) => ({
      he: `האנשים של ${name} נשמרו. ההיקף תקף מהדף הבא שייפתח.`,
      en: `The people of ${name} were saved. It holds from the next page that they open.`,
    }),
    chooseSome: { he: 'יש לבחור לפחות מחלקה או סניף.', en: 'Choose at least a department or a branch.' },
    unitGone: { he: 'מחלקה או סניף שנבחרו כבר אינם קיימים.', en: 'A chosen department or branch no longer exists.' },
    noManager: { he: 'החשבון אינו של מנהל או מנהלת.', en: 'This account is not a manager’s.' },
  },
  form: {
    title: { he: 'הזמנת חשבון ניהול', en: 'Invite an admin or manager' },
    lead: {
      he: 'לחשבון בלי רשומת עובדים, למשל הנהלת חשבונות חיצונית. ההזמנה היא קישור שמוסרים בעצמכם.',
      en: 'For a person without an employee record, such as an outside bookkeeper. The invitation is a link that you give them yourself.',
    },
    name: { he: 'שם', en: 'Name' },
    email: { he: 'דוא״ל', en: 'E-mail' },
    emailHelp: { he: 'שם המשתמש להתחברות.', en: 'They sign in with it.' },
    role: { he: 'תפקיד', en: 'Role' },
    create: { he: 'יצירת ההזמנה', en: 'Create the invitation' },
    emailTaken: { he: 'הדוא״ל כבר קיים במערכת.', en: 'This e-mail exists already.' },
  },
  link: {
    title: { he: 'קישור לבחירת סיסמה', en: 'Link to choose a password' },
    lead: (name: Html, until: Html) => ({
      he: html`לבחירת סיסמה עבור ${name}. הקישור טוב לשימוש אחד, עד ${until}.`,
      en: html`With this link ${name} chooses a password. It works once, until ${until}.`,
    }),
    onlyOnce: { he: 'זו הפעם היחידה שהוא מוצג', en: 'It is shown only this once' },
    howTo: {
      he: 'יש למסור אותו רק למי שהוא מיועד להם, למשל בטלפון או בהודעה אישית.',
      en: 'Give it only to the person it is for, for example by phone or in a private message.',
    },
    what: { he: 'הקישור', en: 'the link' },
    stored: { he: 'הקישור נמסר או נשמר', en: 'I have given or stored the link' },
    alreadyShown: {
      he: 'הקישור כבר הוצג ולא יוצג שוב. אפשר ליצור קישור חדש.',
      en: 'The link was shown and will not be again. Make a new one.',
    },
    question: (name: Html) => ({ he: html`ליצור קישור חדש עבור ${name}?`, en: html`Make a new link for ${name}?` }),
    consequence: {
      he: 'קישורים קודמים מתבטלים. הקישור החדש מוצג פעם אחת, טוב לשימוש אחד ופג אחרי 72 שעות.',
      en: 'Earlier links end. The new one is shown once, works once and expires after 72 hours.',
    },
    verb: { he: 'יצירת קישור', en: 'Make the link' },
    keep: { he: 'חזרה בלי קישור', en: 'Back without a link' },
    disabled: { he: 'החשבון חסום. קודם פותחים אותו.', en: 'The account is disabled. Enable it first.' },
  },
  disabling: {
    title: { he: 'חסימת חשבון', en: 'Disable an account' },
    question: (name: Html) => ({ he: html`לחסום את החשבון של ${name}?`, en: html`Disable the account of ${name}?` }),
    consequence: {
      he: 'ההתחברויות הפתוחות והקישורים מסתיימים מיד. מה שנעשה בחשבון נשאר ביומן. אפשר לפתוח אותו שוב.',
      en: 'Open sessions and links end at once. What the account did stays in the audit log. It can be enabled again.',
    },
    verb: { he: 'חסימה', en: 'Disable' },
    keep: { he: 'השארה פתוח', en: 'Keep it enabled' },
    done: (name: string) => ({ he: `החשבון של ${name} נחסם.`, en: `The account of ${name} was disabled.` }),
    already: (name: string) => ({
      he: `החשבון של ${name} כבר היה חסום.`,
      en: `The account of ${name} was disabled already.`,
    }),
    lastAdmin: {
      he: 'זה החשבון הפעיל האחרון שמנהל את המערכת, ולכן אי אפשר לחסום אותו. קודם צריך להזמין עוד אחד.',
      en: 'This is the last active admin, who cannot be disabled. Invite another one first.',
    },
  },
  resetting: {
    title: { he: 'ביטול אימות נוסף', en: 'Remove a second factor' },
    question: (name: Html) => ({
      he: html`לבטל את האימות הנוסף של ${name}?`,
      en: html`Remove the second factor of ${name}?`,
    }),
    consequence: {
      he: 'ההתחברות הבאה תבקש סיסמה בלבד, וההתחברויות הפתוחות מסתיימות. מיועד למי שאיבדו את הטלפון ואת קודי הגיבוי; כדאי לוודא בטלפון שזו הבקשה שלהם.',
      en: 'The next sign-in asks for the password alone, and open sessions end. This is for people who have lost their phone and the recovery codes; call them to make sure that they asked for it.',
    },
    verb: { he: 'ביטול האימות הנוסף', en: 'Remove the second factor' },
    keep: { he: 'השארה בתוקף', en: 'Keep it' },
    none: { he: 'אין בחשבון אימות נוסף.', en: 'The account has no second factor.' },
    done: (name: string) => ({ he: `האימות הנוסף של ${name} בוטל.`, en: `The second factor of ${name} was removed.` }),
  },
  enabling: {
    title: { he: 'פתיחת חשבון', en: 'Enable an account' },
    question: (name: Html) => ({ he: html`לפתוח את החשבון של ${name}?`, en: html`Enable the account of ${name}?` }),
    consequence: {
      he: 'אפשר יהיה להתחבר בסיסמה הקודמת. מי שאין להם סיסמה צריכים קישור חדש.',
      en: 'They can sign in with the old password again. If they have none, they need a new link.',
    },
    verb: { he: 'פתיחה', en: 'Enable' },
    keep: { he: 'השארה חסום', en: 'Keep it disabled' },
    done: (name: string) => ({ he: `החשבון של ${name} נפתח.`, en: `The account of ${name} was enabled.` }),
    already: (name: string) => ({
      he: `החשבון של ${name} כבר היה פתוח.`,
      en: `The account of ${name} was enabled already.`,
    }),
  },
});
