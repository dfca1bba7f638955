import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const webhooksTexts = words({
  title: { he: 'כתובות Webhook', en: 'Webhook endpoints' },
  lead: {
    he: 'מערכות אחרות שומעות על כניסות, יציאות, היעדרויות ועובדים ברגע שהם קורים. כל בקשה חתומה בסוד של הכתובת.',
    en: 'Other systems are told of punches, decisions on leave and changes of people as they happen. Every request is signed with the endpoint’s secret.',
  },
  new: { he: 'כתובת חדשה', en: 'New endpoint' },
  none: { he: 'אין עדיין כתובות Webhook', en: 'No webhook endpoints yet' },
  noneText: {
    he: 'כתובת אחת מספיקה כדי שמערכת אחרת תדע על כל כניסה, יציאה והחלטה ברגע שהן קורות.',
    en: 'With one endpoint another system is told of every punch and decision as it happens.',
  },
  caption: { he: 'כתובות Webhook, הוותיקות תחילה', en: 'Webhook endpoints, oldest first' },
  columns: {
    endpoint: { he: 'שם וכתובת', en: 'Name and URL' },
    state: { he: 'מצב', en: 'State' },
    delivered: { he: 'נמסרו ב־24 שעות', en: 'Delivered in 24 hours' },
    lastSuccess: { he: 'הצלחה אחרונה', en: 'Last success' },
    waiting: { he: 'ממתינות', en: 'Waiting' },
  },
  /** Delivered ones out of all finished ones. */
  outOf: (part: string, all: string) => ({ he: `${part} מתוך ${all}`, en: `${part} of ${all}` }),
  nothingYet: { he: 'עוד לא נמסר דבר', en: 'Nothing delivered yet' },
  nothingLately: { he: 'לא נמסר דבר', en: 'Nothing delivered' },
  states: {
    enabled: { he: 'פועלת', en: 'Enabled' },
    disabled: { he: 'מושבתת', en: 'Disabled' },
    failing: { he: 'נכשלת ברצף', en: 'Keeps failing' },
  },
  disabledReasons: {
    admin: {
      he: 'הושבתה ידנית. אירועים חדשים נשמרים וממתינים להפעלה.',
      en: 'Disabled by hand. New events are kept and wait until it is enabled.',
    },
    secret_unreadable: {
      he: 'הושבתה כי אי אפשר לקרוא את סוד החתימה. אחרי שמי שמפעילים את השירות מחזירים את המפתח, מפעילים אותה כאן.',
      en: 'Disabled because its signing secret cannot be read. Once the people who run the service have restored the key, enable it here.',
    },
    failing: {
      he: 'הושבתה אחרי כישלונות רצופים. אחרי שהשרת המקבל תוקן, מפעילים אותה כאן.',
      en: 'Disabled after failures in a row. Once the receiving server works again, enable it here.',
    },
  },
  failingSince: (time: Html) => ({
    he: html`שליחות נכשלות מאז ${time}.`,
    en: html`Deliveries have failed since ${time}.`,
  }),
  failingText: {
    he: 'כדאי לבדוק את השרת המקבל. השליחה ממשיכה, וכל מה שנכשל אפשר לשלוח שוב אחרי התיקון.',
    en: 'Check the receiving server. Sending continues, and whatever failed can be sent again once the server works.',
  },
  heldCount: (count: number, shown: string) => ({
    he: count === 1 ? 'שליחה אחת מוחזקת' : `${shown} שליחות מוחזקות`,
    en: count === 1 ? '1 delivery held' : `${shown} deliveries held`,
  }),
  fields: {
    description: { he: 'שם', en: 'Name' },
    descriptionHelp: { he: 'איך קוראים למערכת שמקבלת את האירועים.', en: 'Of the system that receives the events.' },
    url: { he: 'כתובת היעד (URL)', en: 'Target URL' },
    urlHelp: {
      he: 'מתחילה ב־https://\u200E ונגישה מהאינטרנט. נבדקת בשמירה ולפני כל שליחה.',
      en: 'Starts with https:// and can be reached from the internet. Checked when saved and before every request.',
    },
    events: { he: 'אירועים', en: 'Events' },
    eventsHelp: { he: 'לפחות אחד.', en: 'At least one.' },
    maxInflight: { he: 'בקשות במקביל', en: 'Requests at a time' },
    maxInflightHelp: (usual: string) => ({
      he: `כמה בקשות נשלחות בו בזמן, 1 עד 100. בדרך כלל ${usual}.`,
      en: `How many requests may be open at once, 1 to 100. Usually ${usual}.`,
    }),
  },
  events: {
    'attendance.clocked_in': { he: 'כניסה לעבודה או חזרה מהפסקה', en: 'A punch in, or a return from a break' },
    'attendance.clocked_out': { he: 'יציאה מהעבודה', en: 'A punch out' },
    'leave_request.approved': { he: 'בקשת היעדרות אושרה', en: 'A leave request was approved' },
    'leave_request.rejected': { he: 'בקשת היעדרות נדחתה', en: 'A leave request was rejected' },
    'employee.created': { he: 'עובד או עובדת נוספו', en: 'An employee was added' },
    'employee.updated': { he: 'פרטים או מצב של עובדים השתנו', en: 'An employee’s details or status changed' },
  },
  samples: { he: 'דוגמת גוף לכל אירוע', en: 'A sample body for each event' },
  samplesText: {
    he: 'הגופים שאירוע לבדיקה שולח, בשעון החברה. הנתונים מומצאים.',
    en: 'The bodies that a test event sends, by the company’s clock. The data are made up.',
  },
  sampleOf: { he: 'דוגמת גוף', en: 'Sample body' },
  newTitle: { he: 'כתובת Webhook חדשה', en: 'New webhook endpoint' },
  newLead: { he: 'אחרי השמירה מוצג סוד החתימה, פעם אחת.', en: 'After saving, the signing secret is shown once.' },
  create: { he: 'יצירת הכתובת', en: 'Create the endpoint' },
  editTitle: { he: 'עריכת הכתובת', en: 'Edit the endpoint' },
  saved: { he: 'השינויים נשמרו.', en: 'The changes are saved.' },
  limit: (count: number, most: string) => ({
    he: `${count === 1 ? 'לחברה יכולה להיות כתובת אחת' : `לחברה יכולות להיות ${most} כתובות`} לכל היותר. לפני הוספה צריך להסיר אחת.`,
    en: `A company can have ${count === 1 ? '1 endpoint' : `${most} endpoints`} at most. Remove one before adding another.`,
  }),
  urlRules: {
    length: { he: 'הכתובת ארוכה מדי: עד 2,048 תווים.', en: 'The URL is too long: at most 2,048 characters.' },
    syntax: {
      he: 'זו אינה כתובת מלאה. לדוגמה: https://hooks.example.com/shaon',
      en: 'This is not a whole URL. For example: https://hooks.example.com/shaon',
    },
    scheme: { he: 'הכתובת חייבת להתחיל ב־https://\u200E', en: 'The URL must start with https://' },
    credentials: {
      he: 'אסור שיהיו בכתובת שם משתמש או סיסמה.',
      en: 'The URL must not have a user name or password in it.',
    },
    fragment: { he: 'אסור שיהיה בכתובת קטע אחרי #.', en: 'The URL must not have a part after #.' },
    name_length: {
      he: 'שם השרת ארוך מדי: עד 253 תווים, ועד 63 בין שתי נקודות.',
      en: 'The server’s name is too long: at most 253 characters, and 63 between two dots.',
    },
    port: { he: 'הפורט חייב להיות 443 או בין 1024 ל־65535.', en: 'The port must be 443 or between 1024 and 65535.' },
    name: {
      he: 'השרת חייב להיות בשם שמוכר באינטרנט, ולא בשם פנימי.',
      en: 'The server must have a name that the internet knows, not an internal one.',
    },
    address: {
      he: 'השם מוביל לכתובת רשת פרטית או שמורה, ואליה לא שולחים. צריך שרת שנגיש מהאינטרנט.',
      en: 'The name leads to a private or reserved network address, and nothing is sent there. Use a server that can be reached from the internet.',
    },
    unresolvable: {
      he: 'שם השרת לא נמצא ב־DNS. יש לבדוק את האיות ולנסות שוב.',
      en: 'The server’s name was not found in the DNS. Check its spelling and try again.',
    },
  },
  duplicate: {
    he: 'כבר יש לחברה כתובת זהה, וכל אירוע יישלח לשתיהן.',
    en: 'The company has another endpoint with the same URL, and every event will be sent to both.',
  },
  secretTitle: { he: 'הסוד נוצר. זו הפעם היחידה שהוא מוצג', en: 'The secret is made. It is shown only this once' },
  secretLead: {
    he: 'יש להעתיק אותו עכשיו אל המערכת המקבלת. אם יאבד, מחליפים אותו בסוד חדש.',
    en: 'Copy it into the receiving system now. If you lose it, replace it by a new one.',
  },
  secretOf: (of: Html) => ({ he: html`סוד החתימה של ${of}`, en: html`The signing secret of ${of}` }),
  secretCopy: { he: 'סוד החתימה', en: 'the signing secret' },
  stored: { he: 'שמרתי את הסוד במקום בטוח', en: 'I have stored the secret in a safe place' },
  secretGone: {
    he: 'הסוד כבר הוצג ולא יוצג שוב. אם לא נשמר, מחליפים אותו בסוד חדש.',
    en: 'The secret was shown and will not be again. If you did not store it, replace it by a new one.',
  },
  rotationWaits: {
    he: 'סוד חדש כבר ממתין, או שהטופס כבר נשלח. סוד שהוצג לא יוצג שוב.',
    en: 'A new secret is waiting already, or the form was sent already. A secret that was shown is not shown again.',
  },
  afterRegister: {
    he: 'כדי לבדוק שהכול עובד, שולחים אירוע לבדיקה מדף הכתובת.',
    en: 'To see that it works, send a test event from the endpoint’s page.',
  },
  test: { he: 'שליחת אירוע לבדיקה', en: 'Send a test event' },
  testLead: {
    he: 'אירוע עם נתונים מומצאים יוצא בדרך הרגילה, חתום, עם הכותרת X-Service-Test: 1. הניסיונות מוצגים בדף שלו.',
    en: 'An event with made-up data goes the usual way, signed, with the header X-Service-Test: 1. Its attempts are shown on its page.',
  },
  testEvent: { he: 'אירוע', en: 'Event' },
  testSend: { he: 'שליחה', en: 'Send' },
  testKeep: { he: 'חזרה בלי שליחה', en: 'Back without sending' },
  testSent: {
    he: 'האירוע לבדיקה נשלח. כאן רואים מה קרה לו.',
    en: 'The test event is on its way. This page shows what happens to it.',
  },
  refresh: { he: 'רענון', en: 'Refresh' },
  figures: {
    delivered: { he: 'נמסרו ב־24 שעות', en: 'Delivered in 24 hours' },
    week: (share: string) => ({ he: `${share} ב־7 ימים`, en: `${share} in 7 days` }),
    lastSuccess: { he: 'הצלחה אחרונה', en: 'Last success' },
    status: (status: Html) => ({ he: html`קוד ${status}`, en: html`status ${status}` }),
    retrying: { he: 'ממתינות לניסיון חוזר', en: 'Waiting for a retry' },
    nextAt: (time: Html) => ({ he: html`הבא ב־${time}`, en: html`next at ${time}` }),
    failedToday: { he: 'נכשלו סופית היום', en: 'Failed for good today' },
    resendFailed: (count: number, shown: string) => ({
      he: count === 1 ? 'שליחה חוזרת שלה' : `שליחה חוזרת של ה־${shown}`,
      en: count === 1 ? 'Send it again' : `Send the ${shown} again`,
    }),
    held: { he: 'מוחזקות', en: 'Held' },
  },
  chart: {
    title: { he: 'שליחות ליום, 14 ימים', en: 'Deliveries a day, 14 days' },
    atOnce: { he: 'נמסרו מיד', en: 'Delivered at once' },
    afterRetry: { he: 'נמסרו אחרי ניסיון חוזר', en: 'Delivered after a retry' },
    failed: { he: 'נכשלו', en: 'Failed' },
    day: { he: 'יום', en: 'Day' },
    sentence: (atOnce: string, afterRetry: string, failed: string) => ({
      he: `שליחות ליום לפי תוצאה, 14 ימים: ${atOnce} נמסרו מיד, ${afterRetry} אחרי ניסיון חוזר, ${failed} נכשלו. הנתונים בטבלה שאחרי התרשים.`,
      en: `Deliveries a day by outcome, 14 days: ${atOnce} delivered at once, ${afterRetry} after a retry, ${failed} failed. The numbers are in the table below.`,
    }),
  },
  recent: { he: 'השליחות האחרונות', en: 'Recent deliveries' },
  allDeliveries: { he: 'לכל השליחות', en: 'All deliveries' },
  noDeliveries: {
    he: 'עוד לא היו שליחות לכתובת הזאת. אירוע לבדיקה יראה אם היא עונה.',
    en: 'Nothing has been sent to this endpoint yet. A test event shows whether it answers.',
  },
  eventsTitle: { he: 'אירועים', en: 'Events' },
  eventsNot: (some: string, all: string) => ({
    he: `${some} מתוך ${all}. לא נשלחים:`,
    en: `${some} of ${all}. Not sent:`,
  }),
  eventsAll: { he: 'כל האירועים נשלחים.', en: 'All events are sent.' },
  secretsTitle: { he: 'סוד החתימה', en: 'Signing secret' },
  secretStates: {
    current: (since: Html) => ({ he: html`בתוקף מאז ${since}.`, en: html`In use since ${since}.` }),
    pending: (until: Html) => ({
      he: html`סוד חדש ממתין, ונכנס לתוקף לבדו ב־${until}.`,
      en: html`A new secret is waiting and replaces this one automatically at ${until}.`,
    }),
    previous: (until: Html) => ({
      he: html`הסוד הקודם עוד מאמת ב־webhook-signature עד ${until}.`,
      en: html`The previous secret still signs webhook-signature too, until ${until}.`,
    }),
  },
  rotate: { he: 'החלפת הסוד', en: 'Rotate the secret' },
  switchNow: { he: 'מעבר לסוד החדש עכשיו', en: 'Switch to the new secret now' },
  revokeOld: { he: 'ביטול סודות שדלפו', en: 'Revoke leaked secrets' },
  checkSignature: { he: 'בדיקת חתימה', en: 'Check a signature' },
  detailsTitle: { he: 'פרטים', en: 'Details' },
  details: {
    inflight: { he: 'במקביל', en: 'At a time' },
    inflightCount: (count: number, shown: string) => ({
      he: count === 1 ? 'בקשה אחת' : `עד ${shown} בקשות`,
      en: count === 1 ? '1 request' : `up to ${shown} requests`,
    }),
    created: { he: 'יצירה', en: 'Created' },
    edited: { he: 'עריכה אחרונה', en: 'Last edited' },
    kept: { he: 'נשמר', en: 'Kept' },
  },
  kept: (succeeded: string, failed: string) => ({
    he: `נמסרו: ${succeeded}. נכשלו: ${failed}.`,
    en: `Delivered: ${succeeded}. Failed: ${failed}.`,
  }),
  snippetsTitle: { he: 'דוגמאות אימות', en: 'Verification code' },
  actionsTitle: { he: 'פעולות', en: 'Actions' },
  replay: { he: 'שליחה חוזרת של מה שנכשל', en: 'Resend what failed' },
  disable: { he: 'השבתה', en: 'Disable' },
  enable: { he: 'הפעלה', en: 'Enable' },
  remove: { he: 'הסרת הכתובת', en: 'Remove the endpoint' },
  disableQuestion: (of: Html) => ({ he: html`להשבית את ${of}?`, en: html`Disable ${of}?` }),
  disableText: (days: string) => ({
    he: `לא נשלח אליה דבר. אירועים חדשים ומה שעוד לא נמסר מוחזקים עד ${days} ימים, ובהפעלה בוחרים אם לשלוח אותם.`,
    en: `Nothing is sent to it. New events and what is not delivered yet are held for up to ${days} days; enabling it asks whether to send them.`,
  }),
  disableKeep: { he: 'השארה פועלת', en: 'Keep it enabled' },
  disabled: { he: 'הכתובת הושבתה.', en: 'The endpoint is disabled.' },
  enableQuestion: (of: Html) => ({ he: html`להפעיל את ${of}?`, en: html`Enable ${of}?` }),
  enableText: { he: 'אירועים חדשים יישלחו אליה מיד.', en: 'New events are sent to it at once.' },
  enableHeld: { he: 'מה לעשות במה שהוחזק', en: 'The deliveries that were held' },
  enableSend: { he: 'שליחה עכשיו', en: 'Send them now' },
  enableSendHelp: { he: 'הכול נשלח בזה אחר זה, לפי סדר היווצרו.', en: 'Everything is sent, oldest first.' },
  enableDiscard: { he: 'ויתור', en: 'Discard them' },
  enableDiscardHelp: {
    he: 'השליחות המוחזקות מסומנות כמבוטלות ולא יישלחו.',
    en: 'The held deliveries are marked as cancelled and never sent.',
  },
  enableKeep: { he: 'השארה מושבתת', en: 'Keep it disabled' },
  enabled: { he: 'הכתובת פועלת.', en: 'The endpoint is enabled.' },
  enabledSent: (count: number, shown: string) => ({
    he: `הכתובת פועלת. ${count === 1 ? 'שליחה אחת שהוחזקה יוצאת' : `${shown} שליחות שהוחזקו יוצאות`} עכשיו.`,
    en: `The endpoint is enabled. ${count === 1 ? '1 held delivery is' : `${shown} held deliveries are`} going out now.`,
  }),
  enabledDiscarded: (count: number, shown: string) => ({
    he: `הכתובת פועלת. ${count === 1 ? 'שליחה אחת שהוחזקה בוטלה' : `${shown} שליחות שהוחזקו בוטלו`}.`,
    en: `The endpoint is enabled. ${count === 1 ? '1 held delivery was' : `${shown} held deliveries were`} cancelled.`,
  }),
  removeQuestion: (of: Html) => ({ he: html`להסיר את ${of}? אי אפשר לחזור`, en: html`Remove ${of}? This is final` }),
  removeText: {
    he: 'לא יישלח אליה דבר, ומה שממתין יבוטל. יומן השליחה שלה נשאר עד שתקופת השמירה שלו נגמרת.',
    en: 'Nothing more is sent to it, and what is waiting is cancelled. Its delivery log is kept for the usual time.',
  },
  removeVerb: { he: 'הסרת הכתובת', en: 'Remove the endpoint' },
  removeKeep: { he: 'השארת הכתובת', en: 'Keep it' },
  removed: { he: 'הכתובת הוסרה.', en: 'The endpoint is removed.' },
  lastSuccess: { he: 'הצלחה אחרונה', en: 'Last success' },
  open: { he: 'ממתינות לשליחה', en: 'Waiting to be sent' },
  rotateQuestion: (of: Html) => ({
    he: html`להחליף את סוד החתימה של ${of}?`,
    en: html`Rotate the signing secret of ${of}?`,
  }),
  rotateText: {
    he: 'נוצר סוד שני, שמוצג פעם אחת. עד המעבר X-Service-Signature ממשיכה בסוד הישן ו־webhook-signature נושאת את שניהם. המעבר נעשה כאן, ולבדו אחרי 24 שעות.',
    en: 'A second secret is made and shown once. Until the switch, X-Service-Signature still uses the old one and webhook-signature has both. You make the switch here; after 24 hours it happens automatically.',
  },
  rotateOverlap: {
    he: 'כמה זמן הסוד הישן עוד מאמת אחרי המעבר',
    en: 'How long the old secret still verifies after the switch',
  },
  overlapHours: (hours: number) => ({
    he: hours === 0 ? 'בכלל לא' : hours === 24 ? 'יממה' : `${hours / 24} ימים`,
    en: hours === 0 ? 'not at all' : hours === 24 ? '1 day' : `${hours / 24} days`,
  }),
  rotateVerb: { he: 'יצירת סוד חדש', en: 'Make a new secret' },
  rotateKeep: { he: 'השארת הסוד', en: 'Keep the secret' },
  switchQuestion: (of: Html) => ({
    he: html`לעבור עכשיו לסוד החדש של ${of}?`,
    en: html`Switch to the new secret of ${of} now?`,
  }),
  switchText: {
    he: 'X-Service-Signature תיחתם בסוד החדש מיד. כדאי לוודא קודם שהמערכת המקבלת כבר מכירה אותו.',
    en: 'X-Service-Signature is made with the new secret at once. Make sure that the receiving system knows it already.',
  },
  switchVerb: { he: 'מעבר לסוד החדש', en: 'Switch to the new secret' },
  switchKeep: { he: 'עוד לא', en: 'Not yet' },
  switched: { he: 'הסוד החדש בתוקף.', en: 'The new secret is in use.' },
  switchNone: { he: 'אין סוד חדש שממתין.', en: 'No new secret is waiting.' },
  revokeQuestion: (of: Html) => ({
    he: html`לבטל את כל הסודות הישנים של ${of}?`,
    en: html`Revoke all old secrets of ${of}?`,
  }),
  revokeText: {
    he: 'לסוד שדלף. מרגע זה דבר אינו נחתם בו. אם סוד חדש ממתין, הוא נכנס לתוקף; אחרת נוצר סוד חדש ומוצג פעם אחת.',
    en: 'For a secret that has leaked. From now on nothing is signed with it. If a new secret is waiting, it takes over; otherwise one is made and shown once.',
  },
  revokeVerb: { he: 'ביטול הסודות הישנים', en: 'Revoke the old secrets' },
  revokeKeep: { he: 'השארה בתוקף', en: 'Keep them' },
  revoked: {
    he: 'הסודות הישנים בוטלו, והסוד שהמתין בתוקף.',
    en: 'The old secrets are revoked, and the one that was waiting is in use.',
  },
  snippets: {
    title: { he: 'אימות החתימה', en: 'Verifying the signature' },
    lead: (header: Html) => ({
      he: html`כל בקשה נושאת ${header}: ‏sha256=\u200E ואחריו HMAC-SHA256 של הגוף, בדיוק כפי שהתקבל, במפתח שהוא הסוד כפי שהוצג. הסוד כאן נקרא מהסביבה.`,
      en: html`Every request has ${header}: sha256= and the HMAC-SHA256 of the body, exactly as it came, keyed with the secret as it was shown. Here the secret is read from the environment.`,
    }),
    replays: {
      he: 'כותרת זו אינה עוצרת שידור חוזר של בקשה שהוקלטה. הכותרת webhook-signature חותמת גם על הזמן, וכל ספרייה של Standard Webhooks מאמתת אותה.',
      en: 'This header does not stop a recorded request from being sent again. The header webhook-signature signs the time as well, and every library of Standard Webhooks verifies it.',
    },
    code: (language: string) => ({ he: `קוד ב־${language}`, en: `Code in ${language}` }),
  },
  signature: {
    title: { he: 'בדיקת חתימה', en: 'Check a signature' },
    lead: {
      he: 'מדביקים בקשה כפי שהתקבלה, ורואים באיזה סוד נחתמה או מה אינו מתאים. הסודות נפתחים לשם כך ואינם מוצגים; הבדיקה נרשמת ביומן הביקורת.',
      en: 'Paste a request as it came to see which secret signed it, or what does not fit. The secrets are opened for it and not shown; the check is noted in the audit log.',
    },
    body: { he: 'גוף הבקשה', en: 'Body of the request' },
    bodyHelp: {
      he: 'התווים כפי שהתקבלו, לפני כל פענוח של JSON.',
      en: 'The characters as they came, before any JSON parser.',
    },
    headers: { he: 'כותרות', en: 'Headers' },
    headersHelp: {
      he: 'שורה לכל כותרת, בכל צורה מקובלת. גם החתימה לבדה מספיקה.',
      en: 'One a line, in any common form. The signature alone will do.',
    },
    check: { he: 'בדיקה', en: 'Check' },
    right: { he: 'החתימה נכונה.', en: 'The signature is right.' },
    rightText: {
      he: 'שרת שדוחה את הבקשה הזאת משווה אחרת: כדאי לבדוק שהוא משתמש בגוף הגולמי ובסוד הזה.',
      en: 'A server that refuses this request compares differently: check that it uses the raw body and this secret.',
    },
    faults: {
      header: {
        title: { he: 'הצורה של כותרת אינה נכונה.', en: 'A header does not have the right form.' },
        text: {
          he: 'הפרטים בטבלה. ייתכן שחלק מהכותרת אבד בהעתקה.',
          en: 'The table says more. Part of it may have been lost in copying.',
        },
      },
      time: {
        title: { he: 'הזמן אינו מתאים.', en: 'The time does not fit.' },
        text: {
          he: 'הגוף והסוד נכונים. webhook-timestamp ישן או עתידי ביותר מחמש דקות, או שהוא או webhook-id שונו.',
          en: 'Body and secret are right. webhook-timestamp is more than five minutes old or ahead, or it or webhook-id was changed.',
        },
      },
      body: {
        title: { he: 'הגוף אינו זה שנחתם.', en: 'The body is not the one that was signed.' },
        text: {
          he: 'החתימה מתאימה לגוף אחר. בדרך כלל הגוף פוענח ונכתב מחדש לפני האימות, או שנוספו בו תווים.',
          en: 'The signature fits another body. Most often the body was parsed and written again before verifying, or characters were added.',
        },
      },
      key: {
        title: { he: 'המפתח נעשה מהסוד בצורה הלא נכונה.', en: 'The key was made from the secret in the wrong way.' },
        text: {
          he: 'X-Service-Signature: המפתח הוא הסוד כפי שהוצג, כולל whsec_\u200E. ‏webhook-signature: המפתח הוא הפענוח מ־base64 של מה שאחרי whsec_\u200E.',
          en: 'X-Service-Signature: the key is the secret as it was shown, whsec_ included. webhook-signature: the key is what the part after whsec_ decodes to from base64.',
        },
      },
      revoked_secret: {
        title: { he: 'הבקשה נחתמה בסוד שבוטל.', en: 'The request was signed with a revoked secret.' },
        text: {
          he: 'המערכת המקבלת צריכה את הסוד הנוכחי. אם אינו ידוע, מחליפים אותו.',
          en: 'The receiving system needs the current secret. If nobody knows it, rotate it.',
        },
      },
      other_secret: {
        title: { he: 'הסוד אינו של הכתובת הזאת.', en: 'The secret is not this endpoint’s.' },
        text: {
          he: 'הגוף הוא זה שנשלח, אבל אף סוד של הכתובת אינו נותן את החתימה הזאת.',
          en: 'The body is the one that was sent, but no secret of the endpoint gives this signature.',
        },
      },
      body_or_secret: {
        title: { he: 'הגוף או הסוד אינם מתאימים.', en: 'The body or the secret does not fit.' },
        text: {
          he: 'אף סוד של הכתובת אינו נותן את החתימה לגוף הזה. עם הכותרת webhook-id אפשר להשוות לגוף שנשלח.',
          en: 'No secret of the endpoint gives this signature for this body. With the header webhook-id it can be compared with the body that was sent.',
        },
      },
      no_signature: {
        title: { he: 'אין חתימה במה שהודבק.', en: 'There is no signature in what was pasted.' },
        text: {
          he: 'צריך את X-Service-Signature או את webhook-signature עם webhook-id ו־webhook-timestamp.',
          en: 'It takes X-Service-Signature, or webhook-signature with webhook-id and webhook-timestamp.',
        },
      },
    },
    header: { he: 'כותרת', en: 'Header' },
    verdict: { he: 'תוצאה', en: 'Result' },
    verdicts: {
      absent: { he: 'לא הודבקה', en: 'Not pasted' },
      no_match: { he: 'אינה מתאימה לאף סוד', en: 'Fits none of the secrets' },
      match: (secret: string, since: Html) => ({
        he: html`מתאימה ל${secret}, מ־${since}`,
        en: html`Fits the ${secret}, of ${since}`,
      }),
    },
    secrets: {
      current: { he: 'סוד הנוכחי', en: 'current secret' },
      pending: { he: 'סוד הממתין', en: 'waiting secret' },
      previous: { he: 'סוד הקודם', en: 'previous secret' },
      revoked: { he: 'סוד שבוטל', en: 'revoked secret' },
    },
    bodies: {
      as_given: { he: 'הגוף כפי שהודבק', en: 'the body as pasted' },
      unix_newlines: { he: 'רק אחרי תיקון ירידות שורה', en: 'only with its line ends changed' },
      trimmed: { he: 'רק בלי רווחים וירידות שורה בקצוות', en: 'only without blanks and line ends around it' },
      compact_json: { he: 'רק אחרי כתיבה מחדש כ־JSON צפוף', en: 'only when written again as compact JSON' },
    },
    keys: {
      as_shown: { he: 'המפתח: הסוד כפי שהוצג', en: 'key: the secret as shown' },
      decoded: { he: 'המפתח: פענוח base64', en: 'key: decoded from base64' },
      without_prefix: { he: 'המפתח: הסוד בלי whsec_\u200E', en: 'key: the secret without whsec_' },
    },
    malformed: {
      prefix: { he: 'חסרה ההתחלה: sha256=\u200E או v1,\u200E', en: 'Its beginning is missing: sha256= or v1,' },
      encoding: { he: 'אורך או תווים לא נכונים', en: 'Wrong length or characters' },
      upper_case: {
        he: 'אותיות גדולות; הכותרת נשלחת באותיות קטנות',
        en: 'Capital letters; the header is sent in lower case',
      },
      id_missing: { he: 'חסרה webhook-id', en: 'webhook-id is missing' },
      timestamp_missing: { he: 'חסרה webhook-timestamp', en: 'webhook-timestamp is missing' },
      timestamp_form: { he: 'webhook-timestamp אינה מספר שניות', en: 'webhook-timestamp is not a number of seconds' },
    },
    age: (span: string) => ({ he: `גיל החתימה: ${span}`, en: `Age of the signature: ${span}` }),
    early: (span: string) => ({ he: `החתימה מהעתיד: ${span}`, en: `The signature is from the future: ${span}` }),
    differs: (at: string) => ({
      he: `הגוף שהודבק שונה מזה שנשלח החל מתו ${at}.`,
      en: `The pasted body differs from the one that was sent, from character ${at} on.`,
    }),
    lengths: (sent: string, pasted: string) => ({
      he: `נשלחו ${sent} תווים, הודבקו ${pasted}.`,
      en: `${sent} characters were sent, ${pasted} were pasted.`,
    }),
    same: { he: 'הגוף שהודבק זהה לזה שנשלח.', en: 'The pasted body is the one that was sent.' },
    delivery: { he: 'השליחה', en: 'The delivery' },
    unreadable: (count: number, shown: string) => ({
      he: count === 1 ? 'סוד אחד לא נבדק, כי אי אפשר לקרוא אותו.' : `${shown} סודות לא נבדקו, כי אי אפשר לקרוא אותם.`,
      en:
        count === 1
          ? 'One secret was not tried, because it cannot be read.'
          : `${shown} secrets were not tried, because they cannot be read.`,
    }),
  },
  replays: {
    title: { he: 'שליחה חוזרת', en: 'Resend' },
    lead: {
      he: 'אירועים מאז זמן מסוים שנכשלו או בוטלו נשלחים שוב, כל אחד כשליחה חדשה עם אותו גוף. מה שעוד בדרך אינו מוכפל.',
      en: 'Events since a time that failed or were cancelled are sent again, each as a new delivery with the same body. What is still waiting is not sent twice.',
    },
    from: { he: 'אירועים מאז', en: 'Events since' },
    count: { he: 'כמה יישלחו?', en: 'How many?' },
    badTime: { he: 'תאריך ושעה, למשל 2026-11-22T08:00', en: 'A date and a time, such as 2026-11-22T08:00' },
    future: { he: 'הזמן צריך להיות בעבר.', en: 'The time must be in the past.' },
    found: (count: number, shown: string, since: Html) => ({
      he: count === 1 ? html`שליחה אחת מאז ${since} תצא שוב.` : html`${shown} שליחות מאז ${since} יצאו שוב.`,
      en:
        count === 1
          ? html`1 delivery since ${since} will go out again.`
          : html`${shown} deliveries since ${since} will go out again.`,
    }),
    most: {
      he: 'יותר מ־10,000 אינן יוצאות בבת אחת. אחרי שייגמרו אפשר להמשיך.',
      en: 'No more than 10,000 go out at once. Once they are done, go on with the rest.',
    },
    nothing: (since: Html) => ({
      he: html`אין מה לשלוח שוב מאז ${since}.`,
      en: html`There is nothing to send again since ${since}.`,
    }),
    send: { he: 'שליחה חוזרת', en: 'Resend' },
    sent: (count: number, shown: string) => ({
      he: count === 1 ? 'שליחה אחת יוצאת שוב.' : `${shown} שליחות יוצאות שוב.`,
      en: count === 1 ? '1 delivery is going out again.' : `${shown} deliveries are going out again.`,
    }),
    progress: { he: 'מה נשלח שוב', en: 'What was resent' },
    off: {
      he: 'הכתובת מושבתת. כדי לשלוח שוב צריך להפעיל אותה.',
      en: 'The endpoint is disabled. Enable it to send anything again.',
    },
  },
});
