import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';

export const absenceTypesTexts = words({
  title: { he: 'סוגי היעדרות', en: 'Absence types' },
  lead: {
    he: 'מה אפשר לבקש, ומה מנהלים יכולים לרשום ביום. השם מופיע כך גם ב־API.',
    en: 'What people can ask for, and what managers can record for a day. The API shows the same name.',
  },
  caption: { he: 'סוגי היעדרות', en: 'Absence types' },
  none: { he: 'אין עדיין סוגים.', en: 'No types yet.' },
  columns: {
    label: { he: 'שם', en: 'Name' },
    state: { he: 'מצב', en: 'State' },
    actions: { he: 'פעולות', en: 'Actions' },
  },
  label: { he: 'שם', en: 'Name' },
  offered: { he: 'מוצע', en: 'Offered' },
  retired: { he: 'לא מוצע עוד', en: 'No longer offered' },
  addTitle: { he: 'סוג חדש', en: 'New type' },
  newLabel: { he: 'שם הסוג החדש', en: 'Name of the new type' },
  add: { he: 'הוספה', en: 'Add' },
  added: (label: string) => ({ he: `הסוג ${label} נוסף.`, en: `The type ${label} was added.` }),
  rename: (label: Html) => ({
    he: html`שינוי שם<span class="visually-hidden">: ${label}</span>`,
    en: html`Rename<span class="visually-hidden">: ${label}</span>`,
  }),
  renameTitle: (label: string) => ({ he: `שינוי שם: ${label}`, en: `Rename: ${label}` }),
  renameHelp: {
    he: 'גם בקשות וימים שכבר נרשמו יופיעו בשם החדש.',
    en: 'Earlier requests and days also show the new name.',
  },
  renamed: (label: string) => ({ he: `השם נשמר: ${label}.`, en: `The name is saved: ${label}.` }),
  retire: (label: Html) => ({
    he: html`הפסקה<span class="visually-hidden">: ${label}</span>`,
    en: html`Retire<span class="visually-hidden">: ${label}</span>`,
  }),
  retireTitle: { he: 'הפסקת סוג היעדרות', en: 'Retire an absence type' },
  retireQuestion: (label: Html) => ({ he: html`להפסיק להציע את ${label}?`, en: html`Stop offering ${label}?` }),
  consequence: {
    he: 'בקשות וימים שכבר נרשמו נשארים כפי שהם. אפשר להציע את הסוג שוב בכל עת.',
    en: 'Earlier requests and days stay as they are. The type can be offered again at any time.',
  },
  retireVerb: { he: 'הפסקה', en: 'Retire' },
  keep: { he: 'השארה', en: 'Keep it' },
  wasRetired: (label: string) => ({
    he: `הסוג ${label} אינו מוצע עוד.`,
    en: `The type ${label} is no longer offered.`,
  }),
  retiredAlready: (label: string) => ({
    he: `הצעת הסוג ${label} כבר הופסקה.`,
    en: `The type ${label} was retired already.`,
  }),
  restore: (label: Html) => ({
    he: html`החזרה<span class="visually-hidden">: ${label}</span>`,
    en: html`Offer again<span class="visually-hidden">: ${label}</span>`,
  }),
  wasRestored: (label: string) => ({ he: `הסוג ${label} מוצע שוב.`, en: `The type ${label} is offered again.` }),
});
