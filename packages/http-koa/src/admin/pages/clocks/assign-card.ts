import type { Employee } from '@shaon/core';
import { checkbox, radios } from '../../components/fields.ts';
import { filters } from '../../components/filters.ts';
import { isolated, name } from '../../components/texts.ts';
import type { NewForm } from '../../form-routes.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { searchText } from '../../pasted-text.ts';
import { refusedForm } from '../../refused-form.ts';
import { judgedAgain } from './clock-query.ts';

const MOST_PEOPLE = 20;

interface UnknownCard {
  readonly card: string;
  /** How many of its reports wait. */
  readonly waiting: number;
  /** To choose from: those whose names the search finds. */
  readonly people: readonly Employee[];
}

/** Gives a card that nobody has to a person, and records its waiting reports. */
export const assignCard: NewForm<UnknownCard> = {
  back: '/attendance/clocks',
  record: readCard,
  values: () => ({}),
  query({ query }): Readonly<Record<string, string>> {
    const text = query.get('text') ?? '';
    return text === '' ? {} : { text };
  },
  verb: ({ t }) => t.clocks.assign.verb,
  view(page, { card, waiting, people }, form) {
    const texts = page.t.clocks.assign;
    const search = filters(page, [{ kind: 'search', name: 'text', label: texts.search, grows: true }]);
    return {
      title: texts.title(isolated(card)),
      ...(waiting > 0 && { lead: texts.waiting(waiting, page.format.number(waiting)) }),
      crumbs: [
        { href: '/attendance', label: page.t.attendance.title },
        { href: '/attendance/clocks', label: page.t.clocks.title },
      ],
      navigation: '/attendance',
      main: html`${search}${people.length === 0 ? html`<p class="muted">${texts.nobody}</p>` : form}`,
    };
  },
  fields(page, form, { people }) {
    const texts = page.t.clocks.assign;
    const choices = people.map(({ id, name: called, department }) => ({
      value: String(id),
      label: name(called),
      ...(department !== null && { help: name(department.name) }),
    }));
    return html`${radios(form, { name: 'employee_id', label: texts.person, choices })}${
      form.errors.replace !== undefined && checkbox(form, { name: 'replace', label: texts.replace })
    }`;
  },
  async save(page, { card }) {
    const { core, actor, form, t } = page;
    const texts = t.clocks.assign;
    const employee = Number(form.text('employee_id'));
    if (!form.has('employee_id')) return FormState.refused(form, { employee_id: [texts.choose] }, null);
    const before = await core.externalIds.of(actor, 'employee', employee);
    if (before !== null && before !== card && !form.has('replace')) {
      return FormState.refused(form, { replace: [texts.hasOther(isolated(before))] }, null);
    }
    await core.externalIds.set(actor, 'employee', employee, card, page.once);
    return page.redirect('/attendance/clocks', judgedAgain(page, await core.attendance.recordAgain(actor, { card })));
  },
  refused: (page, error) => refusedForm(page, error, { problems: { state_conflict: page.t.clocks.assign.taken } }),
};

/** The card of the path's report. Throws `notFound` for a report that waits for no card. */
async function readCard(page: Page): Promise<UnknownCard> {
  const { core, actor } = page;
  const one = { page: 1, per_page: 1 };
  const { items } = await core.attendance.clockReports(actor, { id: page.id() }, one);
  const card = items[0]?.employeeExternalId ?? null;
  if (card === null) throw new PageError('notFound');
  const { total } = await core.attendance.clockReports(actor, { card, answer: 'refused' }, one);
  const filter = { text: searchText(page.query, 'text'), status: 'active', locale: page.locale } as const;
  const people = (await core.personnel.search(actor, filter, { page: 1, per_page: MOST_PEOPLE })).items;
  if (people.length > 0) page.disclosed({ what: 'employees.search', people: people.length });
  return { card, waiting: total, people };
}
