import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const organizationTexts = words({
  title: { he: 'מחלקות וסניפים', en: 'Departments and branches' },
  lead: {
    he: 'לפיהם מסננים נוכחות ועובדים, כאן וב־API.',
    en: 'Attendance and people can be filtered by them, here and in the API.',
  },
  people: (count: number, shown: string) => ({
    he: count === 0 ? 'אין עובדים' : count === 1 ? 'אחד' : shown,
    en: count === 0 ? 'Nobody' : shown,
  }),
  columns: {
    name: { he: 'שם', en: 'Name' },
    address: { he: 'כתובת', en: 'Address' },
    people: { he: 'עובדים', en: 'People' },
    actions: { he: 'פעולות', en: 'Actions' },
  },
  nameLabel: { he: 'שם', en: 'Name' },
  addressLabel: { he: 'כתובת', en: 'Address' },
  edit: (name: Html) => ({
    he: html`עריכה<span class="visually-hidden">: ${name}</span>`,
    en: html`Edit<span class="visually-hidden">: ${name}</span>`,
  }),
  remove: (name: Html) => ({
    he: html`מחיקה<span class="visually-hidden">: ${name}</span>`,
    en: html`Delete<span class="visually-hidden">: ${name}</span>`,
  }),
  removeVerb: { he: 'מחיקה', en: 'Delete' },
  keep: { he: 'השארה', en: 'Keep it' },
  empties: (count: number, shown: string) => ({
    he: count === 1 ? 'אדם אחד רשום כאן' : `${shown} עובדים רשומים כאן`,
    en: count === 1 ? 'One person is in it' : `${shown} people are in it`,
  }),
  clear: { he: 'להוציא אותם ולמחוק', en: 'Remove them from it and delete it' },
  clearHelp: {
    he: 'הם נשארים עובדים, בלי השיוך הזה. על כל אחד מהם יוצא אירוע employee.updated.',
    en: 'They stay in the company. For each of them an employee.updated event is sent.',
  },
  mustClear: {
    he: 'יש לסמן שהעובדים יוצאים מהיחידה, או לחזור בלי מחיקה.',
    en: 'Tick the box to remove the people from it, or go back without deleting.',
  },
  gone: { he: 'אין בה עובדים. אי אפשר לשחזר אותה.', en: 'Nobody is in it. It cannot be restored.' },
  departments: {
    title: { he: 'מחלקות', en: 'Departments' },
    add: { he: 'מחלקה חדשה', en: 'New department' },
    none: { he: 'אין עדיין מחלקות.', en: 'No departments yet.' },
    caption: { he: 'מחלקות', en: 'Departments' },
    editTitle: (name: string) => ({ he: `עריכת מחלקה: ${name}`, en: `Edit department: ${name}` }),
    removeTitle: { he: 'מחיקת מחלקה', en: 'Delete a department' },
    question: (name: Html) => ({ he: html`למחוק את המחלקה ${name}?`, en: html`Delete the department ${name}?` }),
    added: (name: string) => ({ he: `המחלקה ${name} נוספה.`, en: `The department ${name} was added.` }),
    saved: (name: string) => ({ he: `המחלקה ${name} נשמרה.`, en: `The department ${name} was saved.` }),
    removed: (name: string) => ({ he: `המחלקה ${name} נמחקה.`, en: `The department ${name} was deleted.` }),
  },
  branches: {
    title: { he: 'סניפים', en: 'Branches' },
    add: { he: 'סניף חדש', en: 'New branch' },
    none: { he: 'אין עדיין סניפים.', en: 'No branches yet.' },
    caption: { he: 'סניפים', en: 'Branches' },
    editTitle: (name: string) => ({ he: `עריכת סניף: ${name}`, en: `Edit branch: ${name}` }),
    removeTitle: { he: 'מחיקת סניף', en: 'Delete a branch' },
    question: (name: Html) => ({ he: html`למחוק את הסניף ${name}?`, en: html`Delete the branch ${name}?` }),
    added: (name: string) => ({ he: `הסניף ${name} נוסף.`, en: `The branch ${name} was added.` }),
    saved: (name: string) => ({ he: `הסניף ${name} נשמר.`, en: `The branch ${name} was saved.` }),
    removed: (name: string) => ({ he: `הסניף ${name} נמחק.`, en: `The branch ${name} was deleted.` }),
  },
});
