import { html } from '../../html.ts';
import type { Texts } from '../texts.ts';

export const absenceTypes: Texts['absenceTypes'] = {
  title: 'Absence types',
  lead: 'What people can ask for, and what managers can record for a day. The API shows the same name.',
  caption: 'Absence types',
  columns: { label: 'Name', state: 'State', actions: 'Actions' },
  label: 'Name',
  offered: 'Offered',
  retired: 'No longer offered',
  addTitle: 'New type',
  newLabel: 'Name of the new type',
  add: 'Add',
  added: (label) => `The type ${label} was added.`,
  rename: (label) => html`Rename<span class="visually-hidden">: ${label}</span>`,
  renameTitle: (label) => `Rename: ${label}`,
  renameHelp: 'Earlier requests and days also show the new name.',
  renamed: (label) => `The name is saved: ${label}.`,
  retire: (label) => html`Retire<span class="visually-hidden">: ${label}</span>`,
  retireTitle: 'Retire an absence type',
  retireQuestion: (label) => html`Stop offering ${label}?`,
  consequence: 'Earlier requests and days stay as they are. The type can be offered again at any time.',
  retireVerb: 'Retire',
  keep: 'Keep it',
  wasRetired: (label) => `The type ${label} is no longer offered.`,
  restore: (label) => html`Offer again<span class="visually-hidden">: ${label}</span>`,
  wasRestored: (label) => `The type ${label} is offered again.`,
};
