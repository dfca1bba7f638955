import { words } from '../words.ts';

/** The page at the root of the standalone host. */
export const frontTexts = words({
  title: { he: 'נוכחות, היעדרויות ועובדים', en: 'Attendance, leave and people' },
  lead: { he: 'עובדים ומנהלים מתחברים כאן.', en: 'Employees, managers and admins sign in here.' },
  docs: { he: 'תיעוד ה־API למפתחים', en: 'API documentation for developers' },
});
