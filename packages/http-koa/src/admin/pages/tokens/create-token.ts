import { ABILITIES, ABILITY_NAMES, type Ability, isShaonError, type TokenSummary } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { checklist, textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { code } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { createdView } from './created-token.ts';
import { chosenExpiry, expiryFields, refusedToken } from './token-expiry.ts';

/** The form, filled in from the token that `like` names (D:K11). */
export async function showNewToken(page: Page): Promise<Answer> {
  const like = await likeOf(page);
  const form = FormState.of({ name: like?.name, abilities: like?.abilities, expires_at: 'none' });
  return page.show(newTokenView(page, form));
}

async function likeOf({ core, actor, query }: Page): Promise<TokenSummary | null> {
  const id = query.get('like');
  return id === null ? null : core.tokens.get(actor, Number(id));
}

/** Creates the token and shows it, only once: the answer to the form is the only page that contains it. */
export async function createToken(page: Page): Promise<Answer> {
  const { core, actor, form } = page;
  const input = {
    name: form.text('name'),
    abilities: form.all('abilities') as Ability[],
    expires_at: chosenExpiry(page, form) ?? null,
  };
  try {
    const { token, summary } = await core.tokens.issue(actor, input, page.once);
    return page.show(createdView(page, token, summary));
  } catch (error) {
    if (isShaonError(error, 'state_conflict')) return page.show(shownBefore(page), 409);
    return page.show(newTokenView(page, refusedToken(page, error)));
  }
}

function newTokenView(page: Page, form: FormState): View {
  const { t } = page;
  const texts = t.tokens.form;
  const choices = ABILITY_NAMES.map((ability) => ({ value: ability, label: abilityLabel(page, ability) }));
  const fields = html`<div>
${textField(form, { name: 'name', label: texts.name, help: texts.nameHelp, required: true, maxLength: 255, autocomplete: 'off' })}
${checklist(form, { name: 'abilities', label: texts.abilities, help: texts.abilitiesHelp, choices })}
${expiryFields(page, form, null)}
<div class="acts">${submitButton(texts.create)}${linkButton(page, '/tokens', texts.cancelCreate)}</div>
</div>
${aside(page)}`;
  return {
    title: t.tokens.new,
    navigation: '/tokens',
    crumbs: [{ href: '/tokens', label: t.tokens.title }],
    form,
    main: postForm(page, '/tokens/new', fields, { once: true, className: 'two', keepsText: true }),
  };
}

/** One sentence for each ability; a sensitive one is marked. */
function abilityLabel(page: Page, ability: Ability): Html {
  const { t } = page;
  const { title, help } = t.tokens.abilities[ability];
  const mark = ABILITIES[ability].sensitive && badge('wait', 'alert', t.tokens.sensitive);
  return html`<span class="d-flex flex-wrap gap-2 align-items-baseline"><span class="strong">${title}</span>${mark}<span class="faint">${code(ability)}</span></span><span class="help">${help}</span>`;
}

function aside({ t }: Page): Html {
  const { never, sensitiveTitle, sensitiveText, afterTitle, afterText } = t.tokens;
  return html`<div class="aside">
<section><h2>${never.title}</h2><ul class="marked muted">${never.items.map((item) => html`<li>${item}</li>`)}</ul></section>
<section><h2>${sensitiveTitle}</h2><p class="muted">${sensitiveText}</p></section>
<section><h2>${afterTitle}</h2><p class="muted">${afterText}</p></section>
</div>`;
}

/** The form was sent twice, by a reload or by the browser's back button. */
function shownBefore(page: Page): View {
  const { t } = page;
  return {
    title: t.tokens.created.again,
    lead: t.tokens.created.againText,
    navigation: '/tokens',
    layout: 'narrow',
    main: html`<p class="acts">${linkButton(page, '/tokens', t.tokens.created.toList)}</p>`,
  };
}
