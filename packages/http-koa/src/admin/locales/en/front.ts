import type { Texts } from '../texts.ts';

export const front: Texts['front'] = {
  title: 'Attendance, leave and people',
  lead: 'Employees, managers and admins sign in here.',
  docs: 'API documentation for developers',
};
