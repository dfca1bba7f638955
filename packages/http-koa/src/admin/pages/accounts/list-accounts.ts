import type { AccountState, ListedAccount } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import { mapYielding } from '../../map-yielding.ts';
import type { Page } from '../../page.ts';
import { settingsTabs } from '../company/settings-tabs.ts';
import { roleText } from '../people/person-state.ts';

export async function listAccounts(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const { title, lead, invite, caption, columns } = t.accounts;
  const accounts = await core.accounts.list(actor);
  const rows = await mapYielding(accounts, (account) => row(page, account));
  return page.show({
    ...{ title, lead },
    crumbs: [{ href: '/company', label: t.company.title }],
    navigation: '/company',
    actions: [linkButton(page, '/accounts/new', invite, { look: 'primary', icon: 'plus' })],
    main: html`${settingsTabs(page, '/accounts')}<table class="list"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">${columns.name}</th><th scope="col" class="d-none d-md-table-cell">${columns.role}</th><th scope="col">${columns.state}</th><th scope="col" class="d-none d-lg-table-cell">${columns.lastSignIn}</th><th scope="col" class="end"><span class="visually-hidden">${columns.actions}</span></th></tr></thead>
<tbody>${rows}</tbody></table>`,
  });
}

function row(page: Page, account: ListedAccount): Html {
  const { t, format, actor } = page;
  const shown = name(account.name);
  const isStaff = account.employeeId !== null;
  const linked =
    isStaff && page.has('people')
      ? html`<a class="name" href="${page.path(`/people/${account.employeeId}`)}">${shown}</a>`
      : html`<span class="name">${shown}</span>`;
  const note = account.id === actor.loginId ? t.accounts.you : isStaff ? t.accounts.staff : null;
  return html`<tr${account.state === 'disabled' && html` class="past"`}><th scope="row">${linked}<span class="sub d-none d-md-block">${code(account.email)}</span>${note !== null && html`<span class="sub">${note}</span>`}</th>
<td class="d-none d-md-table-cell">${roleText(t, account.role)}</td>
<td>${stateCell(page, account)}</td>
<td class="d-none d-lg-table-cell">${account.lastSignInAt === null ? html`<span class="muted">${t.common.never}</span>` : format.ago(account.lastSignInAt)}</td>
<td class="end">${acts(page, account)}</td></tr>`;
}

function stateCell({ t, format }: Page, { state, linkExpiresAt, secondFactorSince }: ListedAccount): Html {
  const { linkUntil, noLink, secondFactor } = t.accounts;
  const until =
    linkExpiresAt !== null &&
    html`<span class="sub">${linkUntil(html`${value(format.shortDate(linkExpiresAt))}, ${value(format.time(linkExpiresAt))}`)}</span>`;
  return html`${stateBadge(t.accounts.states, state)}${until}${state === 'without_link' && html`<span class="sub">${noLink}</span>`}${secondFactorSince !== null && html`<span class="sub">${secondFactor}</span>`}`;
}

function stateBadge(states: Readonly<Record<AccountState, string>>, state: AccountState): Html {
  switch (state) {
    case 'active':
      return html`<span class="muted">${states.active}</span>`;
    case 'invited':
      return badge('open', 'ring', states.invited);
    case 'without_link':
      return badge('wait', 'alert', states.without_link);
    case 'disabled':
      return badge('off', 'slash', states.disabled);
  }
}

/** People with a staff row get their log-in, and are frozen, on their own page. */
function acts(page: Page, { id, name: who, employeeId, state, secondFactorSince }: ListedAccount): Html {
  const { newLink, disable, enable, resetFactor, of } = page.t.accounts;
  const way = (path: string, label: string, look: 'quiet' | 'danger-quiet') =>
    html`<a class="btn btn-${look} btn-sm" href="${page.path(`/accounts/${id}/${path}`)}">${of(label, name(who))}</a>`;
  return html`<div class="acts justify-content-end">${employeeId === null && state !== 'disabled' && way('link', newLink, 'quiet')}${secondFactorSince !== null && id !== page.actor.loginId && way('second-factor', resetFactor, 'quiet')}${employeeId === null && (state === 'disabled' ? way('enable', enable, 'quiet') : way('disable', disable, 'danger-quiet'))}</div>`;
}
