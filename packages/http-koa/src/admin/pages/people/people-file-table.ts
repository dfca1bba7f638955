import { describeErrors, type JudgedPerson, type PeopleFile } from '@shaon/core';
import { badge, type Tone } from '../../components/badge.ts';
import type { IconName } from '../../components/icon.ts';
import { hereWith, pageNumber, pager } from '../../components/pager.ts';
import { recordTable } from '../../components/record-table.ts';
import { code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

const PER_PAGE = 50;
const OUTCOMES = ['new', 'changed', 'same', 'wrong'] as const;
type Outcome = JudgedPerson['outcome'];

/** How many rows have each outcome. */
export function figuresOf(people: readonly JudgedPerson[]): Readonly<Record<Outcome, number>> {
  const figures = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { outcome } of people) figures[outcome] += 1;
  return figures;
}

/** The figures, and the rows of the outcome that the address names. */
export async function judgedTable(page: Page, { people, isDone }: PeopleFile): Promise<Html> {
  const { t, format, query } = page;
  const texts = t.people.fromFile;
  const figures = figuresOf(people);
  const figure = (outcome: Outcome) =>
    html`<div><dt>${texts.figures[outcome]}</dt><dd${outcome === 'wrong' && figures.wrong > 0 && html` class="fg-bad"`}>${value(
      format.number(figures[outcome]),
    )}</dd></div>`;
  const asked = OUTCOMES.find((outcome) => outcome === query.get('show')) ?? null;
  const tab = (outcome: Outcome | null, label: string, count: number) =>
    html`<li><a href="${hereWith(page, { show: outcome, page: null, sent: null })}"${
      outcome === asked && html` aria-current="page"`
    }>${label} <span>${format.number(count)}</span></a></li>`;
  const tabs = OUTCOMES.filter((outcome) => figures[outcome] > 0).map((outcome) =>
    tab(outcome, texts.figures[outcome], figures[outcome]),
  );
  const rows = asked === null ? people : people.filter(({ outcome }) => outcome === asked);
  const last = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const number = Math.min(pageNumber(query), last);
  const shown = rows.slice((number - 1) * PER_PAGE, number * PER_PAGE);
  const table = await recordTable<JudgedPerson>(
    texts.title,
    [
      { head: texts.line, cell: ({ line }) => value(line) },
      { head: texts.outcome, cell: (person) => outcomeCell(page, person) },
      { head: texts.fields.external_id, cell: (person) => cell(page, person, 'external_id', code) },
      {
        head: texts.fields.name,
        cell: (person) => nameCell(page, person, isDone),
        isName: true,
        className: 'wrap-any',
      },
      { head: texts.fields.email, cell: (person) => cell(page, person, 'email', code) },
      { head: texts.fields.id_number, cell: (person) => cell(page, person, 'id_number', hidden) },
      { head: texts.fields.department, cell: (person) => cell(page, person, 'department', name) },
    ],
    shown,
    { className: 'mid', region: texts.title, isPast: ({ outcome }) => outcome === 'same' },
  );
  return html`<dl class="figures">${OUTCOMES.map(figure)}</dl>
    <ul class="tabs">${tab(null, texts.all, people.length)}${tabs}</ul>${table}${pager(page, { page: number, perPage: PER_PAGE, total: rows.length })}`;
}

/** An ID number is hidden but for its last two digits. */
const hidden = (text: string): Html => value(text === '' ? '' : `•••••••${text.slice(-2)}`);

const LOOKS: Readonly<Record<Exclude<Outcome, 'same'>, readonly [Tone, IconName]>> = {
  new: ['open', 'plus'],
  changed: ['wait', 'edit'],
  wrong: ['bad', 'alert'],
};
/** Fields that have a cell of their own. */
const IN_CELLS: ReadonlySet<string> = new Set(['external_id', 'name', 'email', 'id_number', 'department']);

/** With the errors and the changes of fields that have no cell. */
function outcomeCell(page: Page, { outcome, errors, changes }: JudgedPerson): Html {
  const { outcomes } = page.t.people.fromFile;
  if (outcome === 'same') return html`<span class="muted">${outcomes.same}</span>`;
  const [tone, shape] = LOOKS[outcome];
  const others = Object.keys(errors)
    .filter((field) => !IN_CELLS.has(field))
    .map((field) => html`<span class="sub fg-bad">${labelOf(page, field)}: ${messageOf(page, errors, field)}</span>`);
  const changed = changes
    .filter(({ field }) => !IN_CELLS.has(field))
    .map(({ field, before, after }) =>
      before === null && after === null
        ? html`<span class="sub">${labelOf(page, field)}</span>`
        : html`<span class="sub">${labelOf(page, field)}: ${beforeAndAfter(before, after, name)}</span>`,
    );
  return html`${badge(tone, shape, outcomes[outcome])}${others}${changed}`;
}

function nameCell(page: Page, person: JudgedPerson, isDone: boolean): Html {
  const shown = cell(page, person, 'name', name);
  const leads = person.id !== null && (isDone || person.outcome !== 'new');
  return leads
    ? html`<a class="name" href="${page.path(`/people/${person.id}`)}">${shown}</a>`
    : html`<span class="strong">${shown}</span>`;
}

/** A value of the row; a wrong one as it came with its error, a changed one with what it was. */
function cell(
  page: Page,
  { values, errors, changes }: JudgedPerson,
  field: string,
  show: (text: string) => Html,
): Html {
  const given = String(values[field] ?? '');
  if (errors[field] !== undefined) {
    return html`<span class="fg-bad">${name(given)}</span><span class="sub fg-bad">${messageOf(page, errors, field)}</span>`;
  }
  const change = changes.find((one) => one.field === field);
  if (change === undefined || (change.before === null && change.after === null)) return show(given);
  return beforeAndAfter(change.before, change.after, show);
}

function beforeAndAfter(before: string | null, after: string | null, show: (text: string) => Html): Html {
  return html`${before !== null && html`<s class="void">${show(before)}</s> `}${after === null ? '–' : html`<strong>${show(after)}</strong>`}`;
}

function labelOf({ t }: Page, field: string): string {
  const { fields } = t.people.fromFile;
  return Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : field;
}

/** In words of the page where the import's are about its fields. */
function messageOf(page: Page, errors: JudgedPerson['errors'], field: string): string {
  const { t, locale } = page;
  const issues = errors[field] ?? [];
  const isUnit = /^(department|branch)(_external_id)?$/.test(field);
  if (isUnit && issues.some(({ rule }) => rule === 'in')) return t.people.fromFile.unknownUnit;
  const labels = { [field]: t.common.fieldName(labelOf(page, field)) };
  return describeErrors({ [field]: issues }, locale, labels).message;
}

/** All errors of a row, for its line of a file. */
export const reasonsOf = (page: Page, { errors }: JudgedPerson): string =>
  Object.keys(errors)
    .map((field) => messageOf(page, errors, field))
    .join(' ');
