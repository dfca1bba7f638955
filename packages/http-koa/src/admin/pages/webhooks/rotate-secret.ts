import { isShaonError } from '@shaon/core';
import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { selectField } from '../../components/fields.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { endpointFrame, endpointName, webhooksOf } from './endpoint-name.ts';
import { showSecret } from './show-secret.ts';

/* The staged rotation of a signing secret (D:V15): a second secret is made, then used, and old ones are revoked. */

const OVERLAPS = [24, 0, 72, 168];

export async function askRotate(page: Page): Promise<Answer> {
  return page.show(rotateView(page, await endpointOf(page), FormState.of({ overlap_hours: '24' })));
}

export async function rotate(page: Page): Promise<Answer> {
  const { actor, form } = page;
  const endpoint = await endpointOf(page);
  try {
    const hours = form.text('overlap_hours');
    const overlap = /^\d{1,3}$/.test(hours) ? Number(hours) : Number.NaN;
    const secret = await webhooksOf(page).endpoints.rotateSecret(actor, endpoint.id, overlap, page.once);
    return showSecret(page, endpoint, secret, null);
  } catch (error) {
    if (isShaonError(error, 'state_conflict')) return conflict(page, page.t.webhooks.rotationWaits);
    return page.show(rotateView(page, endpoint, refusedForm(page, error)));
  }
}

function rotateView(page: Page, endpoint: EndpointSummary, form: FormState) {
  const { t } = page;
  const choices = OVERLAPS.map((hours) => ({ value: String(hours), label: t.webhooks.overlapHours(hours) }));
  return confirmView(page, {
    ...endpointFrame(page, endpoint, 'rotate'),
    title: t.webhooks.rotate,
    question: t.webhooks.rotateQuestion(endpointName(endpoint)),
    consequence: t.webhooks.rotateText,
    fields: selectField(form, { name: 'overlap_hours', label: t.webhooks.rotateOverlap, choices }),
    form,
    verb: t.webhooks.rotateVerb,
    keep: t.webhooks.rotateKeep,
    isHarmless: true,
    once: true,
  });
}

export async function askSwitch(page: Page): Promise<Answer> {
  const { t } = page;
  const endpoint = await endpointOf(page);
  return page.show(
    confirmView(page, {
      ...endpointFrame(page, endpoint, 'switch'),
      title: t.webhooks.switchNow,
      question: t.webhooks.switchQuestion(endpointName(endpoint)),
      consequence: t.webhooks.switchText,
      verb: t.webhooks.switchVerb,
      keep: t.webhooks.switchKeep,
    }),
  );
}

export async function switchSecret(page: Page): Promise<Answer> {
  try {
    await webhooksOf(page).endpoints.switchSecret(page.actor, page.id());
  } catch (error) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    return conflict(page, page.t.webhooks.switchNone);
  }
  return page.redirect(`/webhooks/${page.id()}`, page.t.webhooks.switched);
}

export async function askRevoke(page: Page): Promise<Answer> {
  const { t } = page;
  const endpoint = await endpointOf(page);
  return page.show(
    confirmView(page, {
      ...endpointFrame(page, endpoint, 'revoke'),
      title: t.webhooks.revokeOld,
      question: t.webhooks.revokeQuestion(endpointName(endpoint)),
      consequence: t.webhooks.revokeText,
      verb: t.webhooks.revokeVerb,
      keep: t.webhooks.revokeKeep,
      once: true,
    }),
  );
}

export async function revoke(page: Page): Promise<Answer> {
  const endpoint = await endpointOf(page);
  try {
    const secret = await webhooksOf(page).endpoints.revokeOldSecrets(page.actor, endpoint.id, page.once);
    if (secret !== null) return showSecret(page, endpoint, secret, null);
  } catch (error) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    return conflict(page, page.t.webhooks.secretGone);
  }
  return page.redirect(`/webhooks/${endpoint.id}`, page.t.webhooks.revoked);
}

function endpointOf(page: Page): Promise<EndpointSummary> {
  return webhooksOf(page).endpoints.get(page.actor, page.id());
}

function conflict(page: Page, text: string): Answer {
  return page.redirect(`/webhooks/${page.id()}`, { tone: 'wait', text });
}
