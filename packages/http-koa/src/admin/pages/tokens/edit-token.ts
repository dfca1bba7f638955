import { isShaonError, type TokenSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { name } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import { formChangedByOthers } from '../../form-changed-by-others.ts';
import { FormState } from '../../form-state.ts';
import { html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageRedirect } from '../../page-errors.ts';
import { chosenExpiry, expiryFields, refusedToken } from './token-expiry.ts';
import { abilityTags, shownToken } from './token-words.ts';

/** The form for a token's name and expiry; its abilities never change (D:K11). A revoked token cannot be edited. */
export async function showEdit(page: Page): Promise<Answer> {
  const token = await editableToken(page);
  const stored = FormState.opened({ name: token.name }, { expires_at: 'keep' });
  return page.show(editView(page, token, stored));
}

export async function editToken(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  // Somebody else may have revoked it while the form was filled in.
  const { id } = await editableToken(page);
  const change = { ...form.onlyChanged({ name: form.text('name') }), expires_at: chosenExpiry(page, form) };
  try {
    await core.tokens.update(actor, id, change, { seen: seenIn(form) });
    return page.redirect(`/tokens/${id}`, t.tokens.edit.changed);
  } catch (error) {
    const token = await core.tokens.get(actor, id);
    if (isShaonError(error, 'state_conflict')) {
      return page.show(editView(page, token, formChangedByOthers(page, { name: token.name }, {})), 409);
    }
    return page.show(editView(page, token, refusedToken(page, error)));
  }
}

/** The token of the path. Leads to its page if it is revoked. */
async function editableToken(page: Page): Promise<TokenSummary> {
  const token = await page.core.tokens.get(page.actor, page.id());
  if (token.revokedAt === null) return token;
  throw new PageRedirect(`/tokens/${token.id}`, { flash: { tone: 'wait', text: page.t.tokens.revoke.already } });
}

/** The token's values when the form was opened. */
function seenIn(form: Form): Pick<TokenSummary, 'name' | 'expiresAt'> {
  const expiresAt = form.text('seen_expiry');
  return { name: form.text('seen_name'), expiresAt: expiresAt === '' ? null : new Date(expiresAt) };
}

function editView(page: Page, token: TokenSummary, form: FormState): View {
  const { t } = page;
  const texts = t.tokens.form;
  const fields = html`<input type="hidden" name="seen_name" value="${token.name}"><input type="hidden" name="seen_expiry" value="${token.expiresAt?.toISOString() ?? ''}">
${textField(form, { name: 'name', label: texts.name, help: texts.nameHelp, required: true, maxLength: 255, autocomplete: 'off' })}
${expiryFields(page, form, token)}
<div class="acts">${submitButton(t.common.save)}${linkButton(page, `/tokens/${token.id}`, t.common.cancel)}</div>`;
  return {
    title: t.tokens.edit.title,
    heading: name(token.name),
    lead: t.tokens.edit.note,
    navigation: '/tokens',
    crumbs: [
      { href: '/tokens', label: t.tokens.title },
      { href: `/tokens/${token.id}`, label: name(token.name) },
    ],
    layout: 'narrow',
    form,
    main: html`<dl class="pairs mb-4"><dt>${t.tokens.page.token}</dt><dd>${shownToken(token)}</dd><dt>${t.tokens.page.abilities}</dt><dd>${abilityTags(page, token.abilities)}</dd></dl>
${postForm(page, `/tokens/${token.id}/edit`, fields, { keepsText: true, opened: form })}`,
  };
}
