import { ABILITIES, ABILITY_NAMES, type Ability, type TokenSummary } from '@shaon/core';
import { tag } from '../../components/badge.ts';
import { code, name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** The token's name as a link to its page. */
export function tokenLink(page: Page, token: Pick<TokenSummary, 'id' | 'name'>): Html {
  return html`<a class="name" href="${page.path(`/tokens/${token.id}`)}">${name(token.name)}</a>`;
}

/** The part of a token that may be shown: `shn_k3Xq…7w0d`. */
export function shownToken({ prefix, lastFour }: TokenSummary): Html {
  return code(`${prefix}…${lastFour}`);
}

/** The abilities as tags in the API's order, with sensitive ones marked. */
export function abilityTags(page: Page, abilities: readonly Ability[]): Html {
  const held = ABILITY_NAMES.filter((ability) => abilities.includes(ability));
  return html`<span class="tags">${held.map((ability) => abilityTag(page, ability))}</span>`;
}

function abilityTag(page: Page, ability: Ability): Html {
  if (!ABILITIES[ability].sensitive) return tag(ability);
  return html`<span class="tag tag-sensitive">${ability}<span class="visually-hidden"> (${page.t.tokens.sensitive})</span></span>`;
}

const READS = ABILITY_NAMES.filter((ability) => ability !== 'employees:write');

/** A list of what a token can and cannot do, in words. */
export function canAndCannot(page: Page, abilities: readonly Ability[]): Html {
  const { can, locationAlone } = page.t.tokens;
  // Locations are returned only with attendance (D:K8).
  const isLost = abilities.includes('attendance:location:read') && !abilities.includes('attendance:read');
  const read = READS.filter((one) => abilities.includes(one) && !(isLost && one === 'attendance:location:read'));
  const notRead = READS.filter((one) => !read.includes(one));
  const canWrite = abilities.includes('employees:write');
  const writing: Ability[] = ['employees:write'];
  return html`<dt>${can.read}</dt><dd>${objects(page, read)}</dd>
${
  notRead.length > 0 &&
  html`<dt>${can.notRead}</dt><dd>${objects(page, notRead)}${
    isLost && html`<span class="sub small muted d-block">${locationAlone}</span>`
  }</dd>`
}
<dt>${can.write}</dt><dd>${objects(page, canWrite ? writing : [])}</dd>`;
}

function objects(page: Page, abilities: readonly Ability[]): string {
  const { t } = page;
  if (abilities.length === 0) return t.tokens.can.nothing;
  return abilities.map((ability) => t.tokens.abilities[ability].object).join('; ');
}
