import { type Employee, InvalidInputError, isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { confirmNamed } from '../../components/confirm.ts';
import { value } from '../../components/texts.ts';
import { conflictOf } from '../../conflict.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { personFrame, personOf } from './person-of-path.ts';

export async function askWelcome(page: Page): Promise<Answer> {
  assertWelcoming(page);
  return welcomePage(page, await personOf(page), FormState.of());
}

/** D:W26: sends a new password in a new message; the old passwords become invalid. */
export async function sendWelcome(page: Page): Promise<Answer> {
  assertWelcoming(page);
  const { core, actor, form, t } = page;
  const employee = await personOf(page);
  const back = `/people/${employee.id}`;
  try {
    await core.messages.resend(actor, employee.id, page.once);
    return page.redirect(back, t.people.welcome.done);
  } catch (error) {
    if (conflictOf(error) === 'sent_twice') return page.redirect(back, { tone: 'wait', text: t.common.sentTwice });
    return welcomePage(page, employee, FormState.refused(form, {}, refusalOf(page, error)));
  }
}

/** If the product welcomes its people itself, this page does not exist. */
function assertWelcoming({ core }: Page): void {
  if (!core.messages.isWelcoming) throw new PageError('notFound');
}

function refusalOf({ t }: Page, error: unknown): string {
  const { noPhone, ownPassword, frozen } = t.people.welcome;
  if (error instanceof InvalidInputError && error.errors.phone !== undefined) return noPhone;
  if (isShaonError(error, 'employee_frozen')) return frozen;
  if (conflictOf(error) === 'state') return ownPassword;
  throw error;
}

function welcomePage(page: Page, employee: Employee, form: FormState): Answer {
  const { welcome } = page.t.people;
  const consequence = employee.phone === null ? welcome.noPhone : welcome.consequence(value(employee.phone));
  const frame = personFrame(page, employee, 'welcome');
  const parts = { ...frame, form, isHarmless: true, once: true };
  return page.show(confirmNamed(page, { ...welcome, consequence }, employee.name, parts));
}
