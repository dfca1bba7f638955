import { words } from '../words.ts';

export const navigationTexts = words({
  attendance: { he: 'נוכחות', en: 'Attendance' },
  leave: { he: 'היעדרויות', en: 'Leave' },
  people: { he: 'עובדים', en: 'People' },
  connections: { he: 'חיבורים (API)', en: 'Connections (API)' },
  tokens: { he: 'אסימונים', en: 'Tokens' },
  webhooks: { he: 'כתובות Webhook', en: 'Webhook endpoints' },
  deliveries: { he: 'יומן שליחה', en: 'Delivery log' },
  audit: { he: 'יומן ביקורת', en: 'Audit log' },
  company: { he: 'הגדרות החברה', en: 'Company settings' },
  account: { he: 'החשבון שלי', en: 'My account' },
  signOut: { he: 'התנתקות', en: 'Sign out' },
  myDay: { he: 'היום שלי', en: 'My day' },
  myMonth: { he: 'החודש שלי', en: 'My month' },
  myLeave: { he: 'היעדרויות', en: 'Leave' },
  accountShort: { he: 'חשבון', en: 'Account' },
  waiting: (count: number, shown: string) => ({
    he: count === 1 ? 'אחת ממתינה' : `${shown} ממתינות`,
    en: `${shown} waiting`,
  }),
});
