import { type KnownPayrollColumn, payrollColumnsVersion, SALARY_COLUMNS } from '@shaon/core';
import { submitButton } from '../../components/button.ts';
import { fieldId } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { name } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { askedSalaries, payrollPath } from './payroll-query.ts';

/** The field of a column's name in the file. */
export const nameField = (source: string): string => `name-${source}`;

/** The columns of the company's files: which, by what name, in which order. Each button saves all of it. */
export function columnsForm(page: Page, columns: readonly KnownPayrollColumn[], refused?: FormState): Html {
  const texts = page.t.payroll.columns;
  const inFile = columns.filter(({ isChosen }) => isChosen);
  const chosen = inFile.map(({ source }) => source);
  const form =
    refused ??
    FormState.of({ chosen, ...Object.fromEntries(columns.map((column) => [nameField(column.source), column.name])) });
  const items = columns.map((column) => columnLine(page, form, column, chosen));
  const order = columns.map(({ source }) => source).join(',');
  const save = submitButton(texts.save, { look: 'quiet', isSmall: true });
  const content = html`<div class="section-head d-flex justify-content-between align-items-baseline gap-3 flex-wrap mb-2"><div>
    <h2 id="columns">${texts.title}</h2><p class="small muted">${texts.lead}</p></div><div class="acts">${save}</div>
    </div><input type="hidden" name="order" value="${order}"><input type="hidden" name="version"
    value="${payrollColumnsVersion(inFile)}"><ol class="cols">${items}</ol>`;
  return html`<section class="section" aria-labelledby="columns">${postForm(page, payrollPath(page, '/columns'), content)}</section>`;
}

function columnLine(page: Page, form: FormState, column: KnownPayrollColumn, chosen: readonly string[]): Html {
  const texts = page.t.payroll.columns;
  const { source, label } = column;
  const id = fieldId(`chosen-${source}`);
  const field = nameField(source);
  const errors = form.errorsOf(field, texts.nameOf(label));
  const errorId = `${fieldId(field)}-error`;
  const move = (way: 'up' | 'down', isPossible: boolean) =>
    isPossible &&
    html`<button class="btn btn-icon btn-sm" type="submit" name="${way}" value="${source}" aria-label="${texts[way](label)}">${icon(way)}</button>`;
  const place = chosen.indexOf(source);
  const moves = html`${move('up', place > 0)}${move('down', place >= 0 && place < chosen.length - 1)}`;
  const invalid = errors.length > 0 && html` aria-invalid="true" aria-describedby="${errorId}"`;
  return html`<li><input class="form-check-input" type="checkbox" id="${id}" name="chosen" value="${source}"${
    form.isChosen('chosen', source) && html` checked`
  }><label for="${id}">${name(label)}</label><span><input class="form-control${errors.length > 0 && ' is-invalid'}" id="${fieldId(field)}" name="${field}"
  value="${form.value(field)}" aria-label="${texts.nameOf(label)}" maxlength="255" dir="auto"${invalid}>${
    errors.length > 0 && html`<span class="error" id="${errorId}">${errors.join(' ')}</span>`
  }</span><span class="move">${moves}</span></li>
`;
}

/** Salaries are in a file only if an admin names them, after the password. */
export function salaryForm(page: Page): Html {
  const texts = page.t.payroll.salary;
  const asked = new Set<string>(askedSalaries(page));
  const kept = [...page.query].filter(([field]) => field !== 'salary' && field !== 'format');
  const hidden = kept.map(([field, given]) => html`<input type="hidden" name="${field}" value="${given}">`);
  const boxes = SALARY_COLUMNS.map((column) => {
    const id = fieldId(`salary-${column}`);
    return html`<div class="check"><input class="form-check-input" type="checkbox" id="${id}" name="salary" value="${column}"${
      asked.has(column) && html` checked`
    }><label for="${id}">${texts.names[column]}</label></div>`;
  });
  return html`<section class="section" aria-labelledby="salary"><h2 id="salary" class="mb-1">${texts.title} <span class="tag tag-sensitive">salary</span></h2>
    <p class="small muted">${texts.lead}</p><form method="get"
    action="${page.path('/month/payroll/salary')}">${hidden}<fieldset class="d-flex flex-wrap gap-3 align-items-center mt-2">
    <legend class="visually-hidden">${texts.title}</legend>${boxes}<button class="btn btn-quiet btn-sm" type="submit">${texts.show}</button></fieldset></form>
    </section>`;
}
