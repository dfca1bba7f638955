import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import type { Form } from '../../form.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import type { UnitKind, UnitValues } from './unit-kind.ts';

/** The fields of a unit and the buttons under them. */
export function unitFields(page: Page, kind: UnitKind, form: FormState): Html {
  const { t } = page;
  const { nameLabel, addressLabel } = t.organization;
  return html`${textField(form, { name: 'name', label: nameLabel, required: true, maxLength: 255 })}
${kind.hasAddress && textField(form, { name: 'address', label: addressLabel, maxLength: 255, optional: t.common.optional })}
<div class="acts">${submitButton(t.common.save)}${linkButton(page, '/organization', t.common.cancel)}</div>`;
}

export function unitValues(form: Form): UnitValues {
  return { name: form.text('name'), address: form.optional('address') };
}

export function organizationCrumbs({ t }: Page): NonNullable<View['crumbs']> {
  return [
    { href: '/people', label: t.people.title },
    { href: '/organization', label: t.organization.title },
  ];
}
