import { ABILITIES, ABILITY_NAMES, type Ability, type TokenSummary, versionOf } from '@shaon/core';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { checklist, textField } from '../../components/fields.ts';
import { code, name } from '../../components/texts.ts';
import type { EditForm, NewForm } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';
import type { Page } from '../../page.ts';
import { PageRedirect } from '../../page-errors.ts';
import { createdView } from './created-token.ts';
import { chosenExpiry, expiryFields, refusedToken } from './token-expiry.ts';
import { abilityTags, shownToken } from './token-words.ts';

/** The form of a new token, filled in from the token that `like` names (D:K11); its answer shows the token, only once. */
export const newToken: NewForm<TokenSummary | null> = {
  back: '/tokens',
  asksPassword: true,
  async record({ core, actor, query }) {
    const id = query.get('like');
    return id === null ? null : core.tokens.get(actor, Number(id));
  },
  values: (like) => ({ name: like?.name, abilities: like?.abilities, expires_at: 'none' }),
  fields(page, form) {
    const { abilities: label, abilitiesHelp: help } = page.t.tokens.form;
    const choices = ABILITY_NAMES.map((ability) => ({ value: ability, label: abilityLabel(page, ability) }));
    return html`${nameField(page, form)}
${checklist(form, { name: 'abilities', label, help, choices })}
${expiryFields(page, form, null)}`;
  },
  verb: ({ t }) => t.tokens.form.create,
  cancel: ({ t }) => t.tokens.form.cancelCreate,
  view: (page, _like, form) => ({
    title: page.t.tokens.new,
    navigation: '/tokens',
    crumbs: [{ href: '/tokens', label: page.t.tokens.title }],
    layout: 'wide',
    main: html`<div class="two">${form}${aside(page)}</div>`,
  }),
  async save(page) {
    const { core, actor, form } = page;
    const input = {
      name: form.text('name'),
      abilities: form.all('abilities') as Ability[],
      expires_at: chosenExpiry(page, form) ?? null,
    };
    const { token, summary } = await core.tokens.issue(actor, input, page.once);
    return page.show(createdView(page, token, summary));
  },
  sentTwice: (page) => page.show(shownBefore(page), 409),
  refused: refusedToken,
};

function nameField(page: Page, form: FormState): Html {
  const { name: label, nameHelp: help } = page.t.tokens.form;
  return textField(form, { name: 'name', label, help, required: true, maxLength: 255, autocomplete: 'off' });
}

/** One sentence for each ability; a sensitive one is marked. */
function abilityLabel({ t }: Page, ability: Ability): Html {
  const { title, help } = t.tokens.abilities[ability];
  const mark = ABILITIES[ability].sensitive && badge('wait', 'alert', t.tokens.sensitive);
  return html`<span class="d-flex flex-wrap gap-2 align-items-baseline">
<span class="strong">${title}</span>${mark}<span class="faint">${code(ability)}</span></span><span class="help">${help}</span>`;
}

function aside({ t }: Page): Html {
  const { never, sensitiveTitle, sensitiveText, afterTitle, afterText } = t.tokens;
  return html`<div class="aside">
<section><h2>${never.title}</h2><ul class="marked muted">${never.items.map((item) => html`<li>${item}</li>`)}</ul></section>
<section><h2>${sensitiveTitle}</h2><p class="muted">${sensitiveText}</p></section>
<section><h2>${afterTitle}</h2><p class="muted">${afterText}</p></section>
</div>`;
}

/** The answer to a form that was sent twice, by a reload or by the browser's back button. */
function shownBefore(page: Page): View {
  const { again: title, againText: lead, toList } = page.t.tokens.created;
  const main = html`<p class="acts">${linkButton(page, '/tokens', toList)}</p>`;
  return { title, lead, navigation: '/tokens', layout: 'narrow', main };
}

/** The form for a token's name and expiry; its abilities never change (D:K11). */
export const editToken: EditForm<TokenSummary> = {
  back: (_page, { id }) => `/tokens/${id}`,
  asksPassword: true,
  record: editableToken,
  values: (token) => ({ name: token.name, expires_at: 'keep' }),
  version: (token) => versionOf({ name: token.name, expiresAt: token.expiresAt }),
  fields: (page, form, token) => html`${nameField(page, form)}
${expiryFields(page, form, token)}`,
  view(page, token, form) {
    const { t } = page;
    const pairs = html`<dl class="pairs mb-4"><dt>${t.tokens.page.token}</dt><dd>${shownToken(token)}</dd>
<dt>${t.tokens.page.abilities}</dt><dd>${abilityTags(page, token.abilities)}</dd></dl>`;
    return {
      title: t.tokens.edit.title,
      heading: name(token.name),
      lead: t.tokens.edit.note,
      navigation: '/tokens',
      crumbs: [
        { href: '/tokens', label: t.tokens.title },
        { href: `/tokens/${token.id}`, label: name(token.name) },
      ],
      main: html`${pairs}${form}`,
    };
  },
  save(page, { id }, expected) {
    const { core, actor, form } = page;
    const change = { ...form.onlyChanged({ name: form.text('name') }), expires_at: chosenExpiry(page, form) };
    return core.tokens.update(actor, id, change, expected);
  },
  saved: ({ t }) => t.tokens.edit.changed,
  refused: refusedToken,
};

/** The token of the path. Leads to its page if somebody has revoked it. */
async function editableToken(page: Page): Promise<TokenSummary> {
  const token = await page.core.tokens.get(page.actor, page.id());
  if (token.revokedAt === null) return token;
  throw new PageRedirect(`/tokens/${token.id}`, { flash: { tone: 'wait', text: page.t.tokens.revoke.already } });
}
