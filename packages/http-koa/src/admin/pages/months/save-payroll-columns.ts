import { InvalidInputError, type KnownPayrollColumn, type PayrollColumn, payrollColumnsVersion } from '@shaon/core';
import type { FormPart } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { payrollView, readColumns, readPayroll } from './payroll.ts';
import { nameField } from './payroll-columns.ts';
import { payrollPath } from './payroll-query.ts';

/** The columns as they were sent, after the pressed button's move. */
function sentColumns({ form }: Page): PayrollColumn[] {
  const chosen = new Set(form.all('chosen'));
  const columns = form
    .text('order')
    .split(',')
    .filter((source) => chosen.has(source))
    .map((source) => ({ source, name: form.text(nameField(source)) }));
  const moved = form.optional('up') ?? form.optional('down');
  const from = columns.findIndex(({ source }) => source === moved);
  const to = from + (form.optional('up') === null ? 1 : -1);
  const [one, other] = [columns[from], columns[to]];
  if (one !== undefined && other !== undefined) [columns[from], columns[to]] = [other, one];
  return columns;
}

export const savingColumns: FormPart<readonly KnownPayrollColumn[]> = {
  back: (page) => payrollPath(page),
  record: readColumns,
  view: async (page, _, form) => payrollView(page, await readPayroll(page), form),
  async save(page) {
    const { core, actor, form, t } = page;
    const expectedVersion = form.text('version');
    await core.payroll.saveColumns(actor, { columns: sentColumns(page) }, { expectedVersion });
    return t.payroll.columns.saved;
  },
  changed: ({ t }) => t.payroll.columns.changed,
  savedAlready(page, present) {
    const isSaved =
      payrollColumnsVersion(present.filter(({ isChosen }) => isChosen)) === payrollColumnsVersion(sentColumns(page));
    return isSaved && page.t.payroll.columns.saved;
  },
  refused(page, error) {
    const columns = sentColumns(page);
    const fieldNames = Object.fromEntries(
      columns.map(({ source }, index) => [`columns.${index}.name`, nameField(source)]),
    );
    const isAboutName =
      error instanceof InvalidInputError &&
      Object.keys(error.errors).every((field) => Object.hasOwn(fieldNames, field));
    if (error instanceof InvalidInputError && !isAboutName) {
      return FormState.refused(page.form, {}, page.t.payroll.columns.refused);
    }
    return refusedForm(page, error, { fieldNames });
  },
};
