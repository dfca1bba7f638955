import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const tokensTexts = words({
  title: { he: 'אסימוני API', en: 'API tokens' },
  /** In the navigation. */
  short: { he: 'אסימונים', en: 'Tokens' },
  lead: {
    he: 'מערכות אחרות קוראות את נתוני החברה בעזרת אסימון. האסימון המלא מוצג פעם אחת, כשהוא נוצר.',
    en: 'Other systems read the company’s data with a token. The full token is shown once, when it is made.',
  },
  new: { he: 'אסימון חדש', en: 'New token' },
  none: { he: 'אין עדיין אסימונים', en: 'No tokens yet' },
  noneText: {
    he: 'אסימון אחד לכל מערכת, עם ההרשאות שהיא צריכה ולא יותר.',
    en: 'One token for each system, with the abilities that it needs and no more.',
  },
  noneOfState: { he: 'אין אסימונים במצב הזה', en: 'No tokens in this state' },
  noneOfStateText: { he: 'בלשונית ”הכול” מופיעים כל האסימונים.', en: 'The tab “All” has every token.' },
  columns: {
    name: { he: 'שם, אסימון והרשאות', en: 'Name, token and abilities' },
    state: { he: 'מצב', en: 'State' },
    calls: { he: 'קריאות, 14 ימים', en: 'Calls, 14 days' },
    lastUsed: { he: 'שימוש אחרון', en: 'Last used' },
    created: { he: 'יצירה', en: 'Created' },
  },
  caption: { he: 'אסימונים, החדשים תחילה', en: 'Tokens, newest first' },
  baseUrl: { he: 'כתובת בסיס', en: 'Base URL' },
  limit: (count: number, shown: string) => ({
    he: count === 1 ? 'קריאה אחת בדקה לכל אסימון' : `${shown} קריאות בדקה לכל אסימון`,
    en: `${count === 1 ? '1 call' : `${shown} calls`} a minute per token`,
  }),
  docs: { he: 'תיעוד', en: 'Documentation' },
  openApi: { he: 'תיאור OpenAPI', en: 'OpenAPI' },
  tabs: {
    all: { he: 'הכול', en: 'All' },
    active: { he: 'פעילים', en: 'Active' },
    expired: { he: 'פג תוקפם', en: 'Expired' },
    revoked: { he: 'בוטלו', en: 'Revoked' },
  },
  states: {
    active: { he: 'פעיל', en: 'Active' },
    expiresToday: { he: 'פג היום', en: 'Expires today' },
    expiresIn: (days: number) => ({
      he: days === 1 ? 'פג בעוד יום' : days === 2 ? 'פג בעוד יומיים' : `פג בעוד ${days} ימים`,
      en: days === 1 ? 'Expires in a day' : `Expires in ${days} days`,
    }),
    expired: { he: 'פג תוקף', en: 'Expired' },
    revoked: { he: 'בוטל', en: 'Revoked' },
  },
  noExpiry: { he: 'ללא תפוגה', en: 'No expiry' },
  until: (date: Html) => ({ he: html`עד ${date}`, en: html`until ${date}` }),
  untilEndOf: (date: Html) => ({ he: html`עד סוף ${date}`, en: html`until the end of ${date}` }),
  neverUsed: { he: 'לא היה שימוש', en: 'Never used' },
  callsAndRefusals: (calls: string, refused: string) => ({
    he: `קריאות: ${calls}, נדחו: ${refused}`,
    en: `Calls: ${calls}, refused: ${refused}`,
  }),
  refused: (count: string) => ({ he: `${count} נדחו`, en: `${count} refused` }),
  unusedAbility: (ability: Html, days: string) => ({
    he: html`לא היה שימוש ב־${ability} כבר ${days} ימים`,
    en: html`${ability} not used for ${days} days`,
  }),
  idle: (days: string) => ({ he: `לא היה שימוש ${days} ימים`, en: `Unused for ${days} days` }),
  conflicts: (count: string) => ({
    he: `${count} קריאות בשעה אחת נתקלו בערכים תפוסים; ייתכן שמישהו מנסה כתובות`,
    en: `${count} calls in one hour met taken values; somebody may be trying addresses`,
  }),
  refusedSince: (count: string) => ({ he: `מאז הביטול נדחו ${count}`, en: `${count} refused since` }),
  sensitive: { he: 'רגישה', en: 'Sensitive' },
  abilities: {
    'attendance:read': {
      title: { he: 'קריאת ימי נוכחות', en: 'Read attendance' },
      help: {
        he: 'כניסה, יציאה, סוג היעדרות ואישור של כל יום, לכל העובדים.',
        en: 'Check-in, check-out, kind of absence and approval of each day, for all employees.',
      },
      object: { he: 'ימי נוכחות', en: 'attendance' },
    },
    'attendance:location:read': {
      title: { he: 'קריאת מיקום ההחתמות', en: 'Read where punches were made' },
      help: {
        he: 'קו רוחב, קו אורך ודיוק של הכניסה והיציאה. פועלת רק יחד עם קריאת ימי נוכחות.',
        en: 'Latitude, longitude and accuracy of the check-in and check-out. Works only together with reading attendance.',
      },
      object: { he: 'מיקום ההחתמות', en: 'where punches were made' },
    },
    'employees:read': {
      title: { he: 'קריאת עובדים, מחלקות וסניפים', en: 'Read employees, departments and branches' },
      help: {
        he: 'שם, דוא״ל, טלפון, תפקיד, מצב, מחלקה וסניף.',
        en: 'Name, e-mail, phone, role, state, department and branch.',
      },
      object: { he: 'עובדים, מחלקות וסניפים', en: 'employees, departments and branches' },
    },
    'employees:write': {
      title: {
        he: 'הוספה, עדכון, הקפאה והחזרה לפעילות של עובדים',
        en: 'Create, update, freeze and reactivate employees',
      },
      help: {
        he: 'לא יכולה לקבוע תפקיד ניהולי, ולא לקרוא את רשימת העובדים.',
        en: 'Cannot make anybody a manager or admin, and cannot read the list of employees.',
      },
      object: {
        he: 'עובדים: הוספה, עדכון, הקפאה והחזרה לפעילות',
        en: 'employees: create, update, freeze and reactivate',
      },
    },
    'leave:read': {
      title: { he: 'קריאת בקשות היעדרות', en: 'Read leave requests' },
      help: {
        he: 'תאריך, סוג, החלטה והערת המנהלים. המסמך לא נחשף, רק אם הוא קיים.',
        en: 'Date, kind, decision and the managers’ note. The document is never disclosed, only whether there is one.',
      },
      object: { he: 'בקשות היעדרות', en: 'leave requests' },
    },
    'shifts:read': {
      title: { he: 'קריאת תעריפי משמרת', en: 'Read shift rates' },
      help: { he: 'שם, שעות ואחוז שכר של כל תעריף.', en: 'Name, hours and wage percentage of each rate.' },
      object: { he: 'תעריפי משמרת', en: 'shift rates' },
    },
  },
  locationAlone: {
    he: 'מיקום ההחתמות נקרא רק יחד עם קריאת ימי נוכחות, שאין לאסימון הזה.',
    en: 'Locations are read only together with attendance, which this token may not read.',
  },
  can: {
    title: { he: 'מה האסימון יכול', en: 'What the token can do' },
    read: { he: 'לקרוא', en: 'Can read' },
    notRead: { he: 'לא לקרוא', en: 'Cannot read' },
    write: { he: 'לכתוב', en: 'Can write' },
    nothing: { he: 'דבר לא', en: 'nothing' },
    validity: { he: 'תוקף', en: 'Valid' },
    rate: { he: 'קצב', en: 'Rate' },
  },
  never: {
    title: { he: 'מה אסימון אינו חושף לעולם', en: 'What no token ever discloses' },
    items: {
      he: ['מספר זהות', 'שכר ותעריפים אישיים', 'יתרות חופשה ומחלה', 'מסמכים שצורפו לבקשות', 'נתונים של חברה אחרת'],
      en: [
        'National ID numbers',
        'Salaries and personal rates',
        'Vacation and sick balances',
        'Documents attached to requests',
        'Data of another company',
      ],
    },
  },
  sensitiveTitle: { he: 'הרשאות רגישות', en: 'Sensitive abilities' },
  sensitiveText: {
    he: 'מיקום של עובדים הוא מידע אישי. כל חשיפה שלו נרשמת ביומן הביקורת: מתי, לאיזה אסימון ועל כמה אנשים.',
    en: 'Where employees are is personal data. The audit log records each disclosure: when, to which token and of how many people.',
  },
  afterTitle: { he: 'אחרי היצירה', en: 'After it is made' },
  afterText: {
    he: 'האסימון המלא יוצג פעם אחת. נשמרים רק תחילתו וארבעת התווים האחרונים.',
    en: 'The full token is shown once. Only its beginning and its last four characters are kept.',
  },
  form: {
    name: { he: 'שם', en: 'Name' },
    nameHelp: {
      he: 'לאיזו מערכת ולאיזה צורך. השם מופיע ביומן הביקורת.',
      en: 'Which system uses it, and what for. The audit log shows the name.',
    },
    abilities: { he: 'הרשאות', en: 'Abilities' },
    abilitiesHelp: {
      he: 'מומלץ לבחור רק את הדרוש. אחרי היצירה אי אפשר לשנות הרשאות.',
      en: 'Choose only what is needed. Abilities cannot be changed later.',
    },
    expiry: { he: 'תפוגה', en: 'Expiry' },
    expiryHelp: { he: 'אחרי התפוגה כל קריאה נדחית.', en: 'After the expiry every call is refused.' },
    keep: (until: Html | string) => ({ he: html`כמו עכשיו (${until})`, en: html`Unchanged (${until})` }),
    none: { he: 'ללא תפוגה', en: 'No expiry' },
    days: (days: string) => ({ he: `${days} ימים`, en: `${days} days` }),
    year: { he: 'שנה', en: 'A year' },
    other: { he: 'עד סוף התאריך', en: 'Until the end of a date' },
    date: { he: 'תאריך אחר', en: 'Another date' },
    dateHelp: { he: 'נדרש רק כשבוחרים ”עד סוף התאריך”.', en: 'Needed only with “Until the end of a date”.' },
    dateUnused: {
      he: 'יש לבחור ”עד סוף התאריך” לתאריך הזה, או למחוק את התאריך.',
      en: 'Choose “Until the end of a date” for this date, or clear the date.',
    },
    noDate: {
      he: 'יש לבחור תפוגה, או תאריך כשבוחרים ”עד סוף התאריך”.',
      en: 'Choose an expiry, or a date with “Until the end of a date”.',
    },
    pastDate: {
      he: 'התאריך כבר עבר. התפוגה צריכה להיות בעתיד.',
      en: 'The date has passed. The expiry must lie in the future.',
    },
    create: { he: 'יצירת האסימון', en: 'Create the token' },
    cancelCreate: { he: 'חזרה בלי יצירה', en: 'Back without creating' },
    limitReached: {
      he: 'החברה הגיעה למספר האסימונים הפעילים המרבי. אפשר לבטל אסימון שאין בו שימוש ולנסות שוב.',
      en: 'The company has as many active tokens as it may have. Revoke one that nobody uses and try again.',
    },
  },
  created: {
    title: { he: 'האסימון נוצר. זו הפעם היחידה שהוא מוצג', en: 'The token is made. It is shown only this once' },
    lead: {
      he: 'יש להעתיק אותו עכשיו למקום בטוח. אם יאבד, מבטלים אותו ויוצרים אחר.',
      en: 'Copy it to a safe place now. If you lose it, revoke it and make another.',
    },
    secretOf: (token: Html) => ({ he: html`האסימון של ${token}`, en: html`The token of ${token}` }),
    secret: { he: 'האסימון', en: 'the token' },
    tryIt: { he: 'קריאה לניסיון', en: 'A call to try it' },
    stored: { he: 'שמרתי את האסימון במקום בטוח', en: 'I have stored the token' },
    again: { he: 'האסימון כבר הוצג ולא יוצג שוב', en: 'The token was shown and will not be again' },
    againText: {
      he: 'הטופס נשלח פעם אחת. האסימון שנוצר מופיע ברשימה; אם לא נשמר, מבטלים אותו ויוצרים אחר.',
      en: 'The form was already sent. The token is in the list; if you did not store it, revoke it and make another.',
    },
    toList: { he: 'לרשימת האסימונים', en: 'To the list of tokens' },
  },
  edit: {
    title: { he: 'עריכה', en: 'Edit' },
    changed: { he: 'האסימון עודכן.', en: 'The token is changed.' },
    note: {
      he: 'הרשאות אינן משתנות. להרשאות אחרות יוצרים אסימון חדש.',
      en: 'Abilities cannot be changed. To use others, make a new token.',
    },
  },
  duplicate: { he: 'אסימון נוסף עם אותן הרשאות', en: 'Another token with the same abilities' },
  revoke: {
    title: { he: 'ביטול', en: 'Revoke' },
    question: (token: Html) => ({
      he: html`<span>לבטל את האסימון ”${token}”?</span>`,
      en: html`<span>Revoke the token “${token}”?</span>`,
    }),
    consequence: (code: Html) => ({
      he: html`הביטול מיידי ואי אפשר לחזור ממנו. כל קריאה הבאה תידחה בקוד ${code}.`,
      en: html`This takes effect at once and is final. Every later call is refused with ${code}.`,
    }),
    inUse: { he: 'האסימון בשימוש.', en: 'The token is in use.' },
    lastCall: (ago: Html | string, ip: Html) => ({
      he: html`הקריאה האחרונה הייתה ${ago}, מכתובת ${ip}.`,
      en: html`Its last call was ${ago}, from ${ip}.`,
    }),
    today: (calls: string) => ({ he: `קריאות היום: ${calls}.`, en: `Calls today: ${calls}.` }),
    notInUse: { he: 'לא היה עדיין שימוש באסימון הזה.', en: 'The token has not been used yet.' },
    verb: { he: 'ביטול האסימון', en: 'Revoke the token' },
    keep: { he: 'השארה בתוקף', en: 'Keep it' },
    done: {
      he: 'האסימון בוטל. קריאות שלו נדחות מעכשיו.',
      en: 'The token is revoked. Its calls are refused from now on.',
    },
    already: { he: 'האסימון כבר בוטל.', en: 'The token is revoked already.' },
  },
  page: {
    token: { he: 'אסימון', en: 'Token' },
    abilities: { he: 'הרשאות', en: 'Abilities' },
    created: { he: 'יצירה', en: 'Created' },
    by: (when: Html, who: Html) => ({ he: html`${when}, ${who}`, en: html`${when}, ${who}` }),
    lastUsed: { he: 'שימוש אחרון', en: 'Last used' },
    expiry: { he: 'תפוגה', en: 'Expiry' },
    revoked: { he: 'ביטול', en: 'Revoked' },
    proof: { he: 'אחרי הביטול', en: 'Since then' },
    proofText: (last: Html, refused: string) => ({
      he: html`הקריאה האחרונה שהתקבלה: ${last}. מאז הביטול נדחו ${refused}.`,
      en: html`Last accepted call ${last}. ${refused} refused since.`,
    }),
    proofNever: (refused: string) => ({
      he: `אף קריאה לא התקבלה מעולם. מאז הביטול נדחו ${refused}.`,
      en: `No call was ever accepted. ${refused} refused since.`,
    }),
    audit: { he: 'כל מה שנעשה באסימון, ביומן הביקורת', en: 'Everything this token did, in the audit log' },
    today: { he: 'היום', en: 'Today' },
    minute: { he: 'בדקה האחרונה', en: 'In the last minute' },
    ofLimit: (limit: string) => ({ he: `מתוך ${limit} בדקה`, en: `of ${limit} a minute` }),
    fortnight: { he: '14 ימים', en: '14 days' },
    refusals: { he: 'נדחו, 14 ימים', en: 'Refused, 14 days' },
    refusalsSub: (limited: string, failed: string) => ({
      he: `${limited} מעל המכסה, ${failed} נכשלו`,
      en: `${limited} over the limit, ${failed} failed`,
    }),
    perDay: { he: 'קריאות ביום', en: 'Calls a day' },
    day: { he: 'יום', en: 'Day' },
    sentence: (calls: string, refused: string, first: string, last: string) => ({
      he: `קריאות ביום, ${first} עד ${last}. קריאות: ${calls}, נדחו: ${refused}`,
      en: `Calls a day, ${first} to ${last}. Calls: ${calls}, refused: ${refused}`,
    }),
    series: {
      accepted: { he: 'התקבלו', en: 'Accepted' },
      refused: { he: 'נדחו', en: 'Refused' },
      limited: { he: 'מעל המכסה', en: 'Over the limit' },
      failed: { he: 'תקלת שרת', en: 'Server error' },
    },
    asOf: (zone: string) => ({ he: `הימים לפי ${zone}`, en: `Days by ${zone}` }),
    did: { he: 'מה נעשה ומה נחשף', en: 'What it did and disclosed' },
    didLead: {
      he: 'מאז שהאסימון נוצר, עד כמה שיומן הביקורת שמור.',
      en: 'Since the token was made, as far back as the audit log is kept.',
    },
    didColumns: {
      ability: { he: 'הרשאה', en: 'Ability' },
      calls: { he: 'קריאות', en: 'Calls' },
      records: { he: 'רשומות', en: 'Records' },
      people: { he: 'אנשים', en: 'People' },
      dates: { he: 'תאריכים', en: 'Dates' },
      located: { he: 'עם מיקום', en: 'With a location' },
      last: { he: 'התקבלה לאחרונה', en: 'Last accepted' },
    },
    nothingDone: { he: 'האסימון עדיין לא קרא דבר.', en: 'The token has not read anything yet.' },
    range: (first: Html, last: Html) => ({ he: html`${first}–${last}`, en: html`${first}–${last}` }),
    peopleHelp: {
      he: 'מספר האנשים הוא טווח: לפחות כמו בתשובה שהיו בה הכי הרבה, ולכל היותר סכום כל התשובות. רשומה שנמסרה פעמיים נספרת פעמיים.',
      en: 'The number of people is a range: at least as many as in the largest answer, at most the sum of all answers. A record that was returned twice counts twice.',
    },
    untold: (count: number, shown: string) => ({
      he:
        count === 1
          ? 'קריאה מוקדמת אחת, שהיומן אינו אומר כמה רשומות היו בה.'
          : `${shown} קריאות מוקדמות, שהיומן אינו אומר כמה רשומות היו בהן.`,
      en:
        count === 1
          ? '1 earlier call, for which the log does not say how many records it returned.'
          : `${shown} earlier calls, for which the log does not say how many records they returned.`,
    }),
    unusedText: (days: string) => ({
      he: `ההרשאות האלה לא שימשו כבר ${days} ימים. אפשר ליצור אסימון צר יותר ולבטל את זה.`,
      en: `These abilities were not used for ${days} days. Make a token without them and revoke this one.`,
    }),
  },
});
