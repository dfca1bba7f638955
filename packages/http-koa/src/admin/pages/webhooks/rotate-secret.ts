import { isShaonError } from '@shaon/core';
import type { EndpointSummary } from '@shaon/webhooks';
import type { Answer } from '../../answer.ts';
import { selectField } from '../../components/fields.ts';
import type { ConfirmPage } from '../../confirm-routes.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { endpointName, endpointOf, endpointPlace, pathOf, webhooksOf } from './endpoint-name.ts';
import { showSecret } from './show-secret.ts';

/* The staged rotation of a signing secret (D:V15): a second secret is made, then used, and old ones are revoked. */

const OVERLAPS = [24, 0, 72, 168];

const question = { record: endpointOf, back: pathOf, asksPassword: true } as const;

export const rotateSecret: ConfirmPage<EndpointSummary> = {
  ...question,
  values: { overlap_hours: '24' },
  ask(page, endpoint, form) {
    const texts = page.t.webhooks;
    const choices = OVERLAPS.map((hours) => ({ value: String(hours), label: texts.overlapHours(hours) }));
    return {
      title: texts.rotate,
      question: texts.rotateQuestion(endpointName(endpoint)),
      consequence: texts.rotateText,
      fields: selectField(form, { name: 'overlap_hours', label: texts.rotateOverlap, choices }),
      verb: texts.rotateVerb,
      keep: texts.rotateKeep,
      isHarmless: true,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, endpoint) {
    const hours = page.form.text('overlap_hours');
    const overlap = /^\d{1,3}$/.test(hours) ? Number(hours) : Number.NaN;
    const secret = await webhooksOf(page).endpoints.rotateSecret(page.actor, endpoint.id, overlap, page.once);
    return showSecret(page, endpoint, secret, null);
  },
  sentTwice: (page, endpoint) => conflict(page, endpoint, page.t.webhooks.rotationWaits),
  refused(page, error, endpoint) {
    if (isShaonError(error, 'state_conflict')) return conflict(page, endpoint, page.t.webhooks.rotationWaits);
    return refusedForm(page, error);
  },
};

export const switchSecret: ConfirmPage<EndpointSummary> = {
  ...question,
  ask(page, endpoint) {
    const texts = page.t.webhooks;
    return {
      title: texts.switchNow,
      question: texts.switchQuestion(endpointName(endpoint)),
      consequence: texts.switchText,
      verb: texts.switchVerb,
      keep: texts.switchKeep,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, { id }) {
    await webhooksOf(page).endpoints.switchSecret(page.actor, id);
    return page.t.webhooks.switched;
  },
  refused(page, error, endpoint) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    return conflict(page, endpoint, page.t.webhooks.switchNone);
  },
};

export const revokeSecrets: ConfirmPage<EndpointSummary> = {
  ...question,
  ask(page, endpoint) {
    const texts = page.t.webhooks;
    return {
      title: texts.revokeOld,
      question: texts.revokeQuestion(endpointName(endpoint)),
      consequence: texts.revokeText,
      verb: texts.revokeVerb,
      keep: texts.revokeKeep,
      ...endpointPlace(page, endpoint),
    };
  },
  async save(page, endpoint) {
    const secret = await webhooksOf(page).endpoints.revokeOldSecrets(page.actor, endpoint.id, page.once);
    return secret === null ? page.t.webhooks.revoked : showSecret(page, endpoint, secret, null);
  },
  /** The first answer may have shown a new secret. */
  sentTwice: (page, endpoint) => conflict(page, endpoint, page.t.webhooks.secretGone),
  refused(page, error, endpoint) {
    if (!isShaonError(error, 'state_conflict')) throw error;
    return conflict(page, endpoint, page.t.webhooks.secretGone);
  },
};

const conflict = (page: Page, endpoint: EndpointSummary, text: string): Answer =>
  page.redirect(pathOf(page, endpoint), { tone: 'wait', text });
