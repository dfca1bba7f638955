import { csvText, isShaonError, type JudgedPerson, type PeopleFile } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { checkbox } from '../../components/fields.ts';
import { fieldId } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { recordTable } from '../../components/record-table.ts';
import { code } from '../../components/texts.ts';
import { formRoutes, type NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { admins, get, type PageRoute } from '../../page-route.ts';
import { refusedForm } from '../../refused-form.ts';
import { rowsOfFile } from './people-csv.ts';
import { figuresOf, judgedTable, reasonsOf } from './people-file-table.ts';

/* Bringing people in from a file (D:A128): it is uploaded and judged, shown, and then confirmed. */

const COLUMNS = [
  ...['external_id', 'name', 'id_number', 'email', 'phone', 'salary_type', 'hourly_rate', 'global_salary'],
  ...['department', 'branch', 'address'],
] as (keyof Page['t']['people']['fromFile']['whats'])[];
const OPTIONAL: ReadonlySet<string> = new Set(['hourly_rate', 'global_salary', 'department', 'branch', 'address']);

const place = ({ t }: Page) => ({ crumbs: [{ href: '/people', label: t.people.title }], navigation: '/people' });

const upload: NewForm<null> = {
  asksPassword: true,
  multipart: true,
  record: () => null,
  values: () => ({}),
  fields: (page, form) => fileField(page, form),
  verb: ({ t }) => t.people.fromFile.judge,
  secondButton: (page) =>
    linkButton(page, '/people/import/sample', page.t.people.fromFile.sample, { icon: 'download' }),
  async view(page, _, form) {
    const { title, lead, columnsTitle, columns, whats, yes, no } = page.t.people.fromFile;
    const table = await recordTable(
      columnsTitle,
      [
        { head: columns.column, cell: (column) => code(column) },
        { head: columns.what, cell: (column) => whats[column] },
        {
          head: columns.needed,
          cell: (column) => (OPTIONAL.has(column) ? html`<span class="muted">${no}</span>` : yes),
        },
      ],
      COLUMNS,
      { className: 'tight' },
    );
    const main = html`${form}<section class="section"><h2 class="mb-2">${columnsTitle}</h2>${table}</section>`;
    return { title, lead, main, ...place(page) };
  },
  async save(page) {
    const { core, actor, form, t } = page;
    const refused = (problem: string) => FormState.refused(form, { file: [problem] }, null);
    const file = form.file('file');
    if (file === null) return refused(t.people.fromFile.choose);
    const rows = await rowsOfFile(page, file);
    if ('problem' in rows) return refused(rows.problem);
    const judged = await core.peopleFiles.judge(actor, { name: file.name.slice(0, 255), rows }, page.once);
    return page.redirect(pathOf(judged));
  },
  refused: (page, error) => refusedForm(page, error, { fieldNames: { name: 'file', rows: 'file' } }),
};

/** Browsers never fill in a file again. */
function fileField({ t }: Page, form: FormState): Html {
  const { file, fileHelp } = t.people.fromFile;
  const errors = form.errorsOf('file', file);
  const id = fieldId('file');
  const described = `${id}-help${errors.length > 0 ? ` ${id}-error` : ''}`;
  return html`<div class="field"><label class="form-label" for="${id}">${file}</label><input class="form-control${
    errors.length > 0 && ' is-invalid'
  }" id="${id}" name="file" type="file" accept=".csv,text/csv" required aria-describedby="${described}"${
    errors.length > 0 && html` aria-invalid="true"`
  }><p class="help" id="${id}-help">${fileHelp}</p>${
    errors.length > 0 &&
    html`<div id="${id}-error">${errors.map((text) => html`<p class="error">${icon('alert')}<span>${text}</span></p>`)}</div>`
  }</div>`;
}

const pathOf = ({ id }: Pick<PeopleFile, 'id'>, more = ''): string => `/people/import/${id}${more}`;

const confirmation: NewForm<PeopleFile> = {
  asksPassword: true,
  record: (page) => page.core.peopleFiles.get(page.actor, page.id()),
  values: () => ({}),
  changed: ({ t }) => t.people.fromFile.changedMeanwhile,
  fields(page, form, { people }) {
    const { skip, skipHelp, noMessage } = page.t.people.fromFile;
    const { wrong } = figuresOf(people);
    const label = skip(wrong, page.format.number(wrong));
    return html`${wrong > 0 && checkbox(form, { name: 'skip_wrong', label, help: skipHelp, required: true })}<p class="help mb-3">${noMessage}</p>`;
  },
  verb: (page) => page.t.people.fromFile.bringIn,
  async view(page, file, form) {
    const { t, format } = page;
    const texts = t.people.fromFile;
    const { people, isDone } = file;
    const figures = figuresOf(people);
    page.disclosed({ what: 'employees.search', people: people.length });
    const wrongFile =
      figures.wrong > 0 && linkButton(page, pathOf(file, '/wrong'), texts.wrongFile, { icon: 'download' });
    const isIdle = figures.new + figures.changed === 0;
    const end = isIdle
      ? html`<p class="muted">${texts.nothingToDo}</p>`
      : html`<h2 class="mb-2">${texts.bringIn}</h2>${form}`;
    const count = people.length;
    return {
      title: isDone ? texts.doneTitle : texts.judged(count, format.number(count)),
      lead: texts.of(code(file.name)),
      layout: 'wide',
      actions: [linkButton(page, '/people/import', texts.another)],
      ...place(page),
      crumbs: [...place(page).crumbs, { href: '/people/import', label: texts.action }],
      main: html`${await judgedTable(page, file)}${isDone ? false : html`<section class="section">${end}</section>`}${
        wrongFile !== false && html`<div class="acts mt-3">${wrongFile}</div>`
      }`,
    };
  },
  async save(page, file) {
    const { core, actor, form, t, format } = page;
    const how = { skip_wrong: form.has('skip_wrong') };
    const { people } = await core.peopleFiles.confirm(actor, file.id, how, page.once);
    const figures = figuresOf(people);
    return page.redirect(
      pathOf(file),
      t.people.fromFile.done(format.number(figures.new), format.number(figures.changed)),
    );
  },
  sentTwice: (page, file) => page.redirect(pathOf(file), { tone: 'wait', text: page.t.common.sentTwice }),
  refused(page, error, file) {
    if (!isShaonError(error, 'state_conflict')) return refusedForm(page, error);
    return page.redirect(pathOf(file), { tone: 'wait', text: page.t.common.sentTwice });
  },
};

/** The wrong rows of a file as they came, each with its reason. */
async function wrongRows(page: Page): Promise<Answer> {
  const { t } = page;
  const { people } = await page.core.peopleFiles.get(page.actor, page.id());
  const wrong = people.filter(({ outcome }) => outcome === 'wrong');
  const columns = Object.keys(wrong[0]?.values ?? {});
  page.disclosed({ what: 'employees.search', people: wrong.length, salary: true, id_number: true });
  const cells = ({ line, values, ...person }: JudgedPerson) => [
    ...columns.map((column) => String(values[column] ?? '')),
    line,
    reasonsOf(page, { line, values, ...person }),
  ];
  const content = csvText(wrong.map(cells), [...columns, t.people.fromFile.line, t.people.fromFile.reason], {
    isFirst: true,
  });
  return { kind: 'download', name: 'people-wrong.csv', type: 'text/csv; charset=utf-8', content };
}

/** A row as the file needs it. */
const SAMPLE: Readonly<Record<string, string>> = {
  external_id: 'E-1',
  name: 'Dana Levi',
  id_number: '000000018',
  email: 'dana.levi@company.example',
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: '52.50',
};

function sample(): Answer {
  const content = csvText([COLUMNS.map((column) => SAMPLE[column] ?? '')], COLUMNS, { isFirst: true });
  return { kind: 'download', name: 'people-sample.csv', type: 'text/csv; charset=utf-8', content };
}

export const peopleFileRoutes: readonly PageRoute[] = [
  ...formRoutes('/people/import', admins, upload),
  get('/people/import/sample', admins, sample),
  ...formRoutes('/people/import/:id', admins, confirmation),
  get('/people/import/:id/wrong', admins, wrongRows, { asksPassword: true, isFile: true }),
];
