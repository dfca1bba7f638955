import type { Employee } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { isolated } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { personFrame, personOf } from './person-of-path.ts';

/** Asks nothing about a person whom somebody else has frozen since the page with the link was opened. */
export async function askFreeze(page: Page): Promise<Answer> {
  const employee = await personOf(page);
  if (employee.status === 'frozen') return freezeDone(page, employee, false);
  return freezePage(page, employee, FormState.of());
}

/** SPEC 3: the log-in, its sessions and links end in the same commit (D:F4, A15). */
export async function freezePerson(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const employee = await personOf(page);
  try {
    const { isChanged } = await core.employees.freeze(actor, employee.id);
    return freezeDone(page, employee, isChanged);
  } catch (error) {
    if (conflictOf(error) === null) throw error;
    return freezePage(page, employee, FormState.refused(form, {}, t.people.freeze.lastAdmin));
  }
}

function freezeDone(page: Page, { id, name }: Employee, isChanged: boolean): Answer {
  const { done, already } = page.t.people.freeze;
  return page.redirect(
    `/people/${id}`,
    isChanged ? done(isolated(name)) : { tone: 'wait', text: already(isolated(name)) },
  );
}

function freezePage(page: Page, employee: Employee, form: FormState): Answer {
  const frame = personFrame(page, employee, 'freeze');
  return page.show(confirmNamed(page, page.t.people.freeze, employee.name, { ...frame, form }));
}

export async function askReactivate(page: Page): Promise<Answer> {
  const { core, t } = page;
  const employee = await personOf(page);
  const { reactivate, unwelcomed } = t.people;
  if (employee.status === 'active') {
    return page.redirect(`/people/${employee.id}`, { tone: 'wait', text: reactivate.already(isolated(employee.name)) });
  }
  const texts = core.messages.isWelcoming ? reactivate : { ...reactivate, consequence: unwelcomed.reactivated };
  const frame = personFrame(page, employee, 'reactivate');
  return page.show(confirmNamed(page, texts, employee.name, { ...frame, isHarmless: true }));
}

export async function reactivatePerson(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const { employee } = await core.employees.reactivate(actor, page.id());
  return page.redirect(`/people/${employee.id}`, t.people.reactivate.done(isolated(employee.name)));
}
