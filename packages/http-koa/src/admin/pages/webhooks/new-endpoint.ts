import { isShaonError } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { FormState } from '../../form-state.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { endpointFields, endpointForm, endpointValues, refusedEndpoint } from './endpoint-form.ts';
import { webhooksOf } from './endpoint-name.ts';
import { showSecret } from './show-secret.ts';

export async function showNewEndpoint(page: Page): Promise<Answer> {
  return page.show(await view(page, FormState.of(endpointValues(page, null))));
}

/** Registers an endpoint and shows its secret in the answer. */
export async function createEndpoint(page: Page): Promise<Answer> {
  const { endpoints } = webhooksOf(page);
  try {
    const { endpoint, secret, warnings } = await endpoints.register(page.actor, endpointFields(page.form), page.once);
    return showSecret(page, endpoint, secret, warnings.includes('duplicate_url') ? page.t.webhooks.duplicate : null);
  } catch (error) {
    // The form was sent before, and that answer showed the secret.
    if (isShaonError(error, 'state_conflict')) {
      return page.redirect('/webhooks', { tone: 'wait', text: page.t.webhooks.secretGone });
    }
    return page.show(await view(page, refusedEndpoint(page, error)));
  }
}

async function view(page: Page, form: FormState): Promise<View> {
  const { t } = page;
  return {
    title: t.webhooks.newTitle,
    lead: t.webhooks.newLead,
    crumbs: [{ href: '/webhooks', label: t.webhooks.title }],
    navigation: '/webhooks',
    layout: 'narrow',
    form,
    main: await endpointForm(page, webhooksOf(page), form, {
      action: '/webhooks/new',
      verb: t.webhooks.create,
      back: '/webhooks',
      once: true,
    }),
  };
}
