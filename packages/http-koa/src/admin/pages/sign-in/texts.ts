import { words } from '../../words.ts';

export const signInTexts = words({
  title: { he: 'התחברות', en: 'Sign in' },
  email: { he: 'דוא״ל', en: 'E-mail' },
  password: { he: 'סיסמה', en: 'Password' },
  passwordHelp: { he: 'בהתחברות הראשונה: הסיסמה שהגיעה ב־SMS.', en: 'The first time: the password from the SMS.' },
  button: { he: 'התחברות', en: 'Sign in' },
  refused: { he: 'הדוא״ל או הסיסמה אינם נכונים.', en: 'E-mail or password is wrong.' },
  help: {
    he: 'אין גישה או שהסיסמה נשכחה? מי שמנהלים את המערכת בחברה יכולים לשלוח קישור חדש.',
    en: 'No access, or forgotten the password? The admins of your company can send a new link.',
  },
  forgot: {
    link: { he: 'שכחתי את הסיסמה', en: 'Forgot the password' },
    help: {
      he: 'אין גישה בכלל? מי שמנהלים את המערכת בחברה יכולים לשלוח קישור.',
      en: 'No access at all? The admins of your company can send a link.',
    },
    title: { he: 'סיסמה חדשה', en: 'A new password' },
    lead: {
      he: 'נשלח קישור לכתובת שאיתה מתחברים.',
      en: 'We send a link to the address that you sign in with.',
    },
    another: { he: 'קישור אחר בדוא״ל', en: 'Another link by e-mail' },
    button: { he: 'שליחת קישור', en: 'Send a link' },
    missing: { he: 'יש להזין את הדוא״ל.', en: 'Enter your e-mail address.' },
    sentTitle: { he: 'כדאי לבדוק את הדוא״ל', en: 'Look at your e-mail' },
    sent: {
      he: 'אם יש חשבון עם הכתובת הזאת, נשלח אליה קישור. הוא טוב לפעם אחת, במשך שעה.',
      en: 'If there is an account with this address, a link is on its way. It works once, for an hour.',
    },
  },
  signedOut: { he: 'ההתנתקות בוצעה.', en: 'You are signed out.' },
  sessionEnded: {
    he: 'ההתחברות פגה, ודבר לא נשמר. אחרי ההתחברות יש לשלוח שוב.',
    en: 'Your sign-in had ended, and nothing was saved. Once you are signed in, send it again.',
  },
  otherLanguage: { he: 'English', en: 'עברית' },
  changeTitle: { he: 'בחירת סיסמה', en: 'Choose a password' },
  changeLead: {
    he: 'הסיסמה שהגיעה ב־SMS טובה להתחברות אחת. לפני שממשיכים בוחרים סיסמה משלך.',
    en: 'The password from the SMS works for one sign-in. Choose your own before you continue.',
  },
  newPassword: { he: 'סיסמה חדשה', en: 'New password' },
  newPasswordHelp: {
    he: 'לפחות 10 תווים, וקשה לניחוש: כמה מילים עדיפות על תווים מיוחדים.',
    en: 'At least 10 characters, and hard to guess: several words are better than special characters.',
  },
  showPassword: { he: 'הצגת הסיסמה', en: 'Show password' },
  hidePassword: { he: 'הסתרת הסיסמה', en: 'Hide password' },
  passwordNotNew: {
    he: 'יש לבחור סיסמה שאינה הדוא״ל ואינה הסיסמה הקודמת.',
    en: 'Choose a password that is neither the e-mail address nor the password before.',
  },
  changeButton: { he: 'שמירת הסיסמה', en: 'Save the password' },
  changed: { he: 'הסיסמה נשמרה.', en: 'The password is saved.' },
  confirmTitle: { he: 'עוד רגע: הסיסמה שלך', en: 'One moment: your password' },
  confirmLead: {
    he: 'הפעולה הבאה יכולה לתת גישה למישהו או להוציא מידע, ולכן מבקשים את הסיסמה פעם נוספת.',
    en: 'What comes next can give somebody access or send data out, so please enter your password again.',
  },
  confirmButton: { he: 'המשך', en: 'Continue' },
  wrongPassword: {
    he: 'הסיסמה אינה נכונה, או שהיו יותר מדי ניסיונות.',
    en: 'The password is wrong, or there were too many attempts.',
  },
});
