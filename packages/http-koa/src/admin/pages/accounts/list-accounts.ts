import type { AccountState, ListedAccount } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton } from '../../components/button.ts';
import { recordTable, rowActs } from '../../components/record-table.ts';
import { code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { inSettings, settingsTabs } from '../company/settings-tabs.ts';
import { roleText } from '../people/person-state.ts';

export async function listAccounts(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const { title, lead, invite } = t.accounts;
  return page.show({
    ...{ title, lead },
    ...inSettings(page),
    actions: [linkButton(page, '/accounts/new', invite, { look: 'primary', icon: 'plus' })],
    main: html`${settingsTabs(page, '/accounts')}${await table(page, await core.accounts.list(actor))}`,
  });
}

function table(page: Page, accounts: readonly ListedAccount[]): Promise<Html> {
  const { t, format } = page;
  const { caption, columns } = t.accounts;
  const never = html`<span class="muted">${t.common.never}</span>`;
  return recordTable(
    caption,
    [
      { head: columns.name, cell: (account) => nameCell(page, account) },
      { head: columns.role, cell: ({ role }) => roleText(t, role), from: 'md' },
      { head: columns.state, cell: (account) => stateCell(page, account) },
      {
        head: columns.lastSignIn,
        cell: ({ lastSignInAt }) => (lastSignInAt === null ? never : format.ago(lastSignInAt)),
        from: 'lg',
      },
      { head: columns.actions, cell: (account) => acts(page, account), isActs: true },
    ],
    accounts,
    { isPast: ({ state }) => state === 'disabled' },
  );
}

function nameCell(page: Page, account: ListedAccount): Html {
  const { t, actor } = page;
  const shown = name(account.name);
  const isStaff = account.employeeId !== null;
  const linked =
    isStaff && page.has('people')
      ? html`<a class="name" href="${page.path(`/people/${account.employeeId}`)}">${shown}</a>`
      : html`<span class="name">${shown}</span>`;
  const note = account.id === actor.loginId ? t.accounts.you : isStaff ? t.accounts.staff : null;
  const limited = account.isLimited && html`<span class="sub">${t.accounts.limited}</span>`;
  return html`${linked}<span class="sub d-none d-md-block">${code(account.email)}</span>${note !== null && html`<span class="sub">${note}</span>`}${limited}`;
}

function stateCell({ t, format }: Page, { state, linkExpiresAt, secondFactorSince }: ListedAccount): Html {
  const { linkUntil, noLink, secondFactor } = t.accounts;
  const until =
    linkExpiresAt !== null &&
    html`<span class="sub">${linkUntil(html`${value(format.shortDate(linkExpiresAt))}, ${value(format.time(linkExpiresAt))}`)}</span>`;
  return html`${stateBadge(t.accounts.states, state)}${until}${state === 'without_link' && html`<span class="sub">${noLink}</span>`}${
    secondFactorSince !== null && html`<span class="sub">${secondFactor}</span>`
  }`;
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
function acts(page: Page, { id, name: who, role, employeeId, state, secondFactorSince }: ListedAccount): Html {
  const { newLink, disable, enable, resetFactor, people, of } = page.t.accounts;
  const isOwn = id === page.actor.loginId;
  const way = (path: string, label: string, look: 'quiet' | 'danger-quiet' = 'quiet') =>
    linkButton(page, `/accounts/${id}/${path}`, of(label, name(who)), { look, isSmall: true });
  const ways = [
    role === 'manager' && way('people', people),
    employeeId === null && state !== 'disabled' && way('link', newLink),
    secondFactorSince !== null && !isOwn && way('second-factor', resetFactor),
    employeeId === null && (state === 'disabled' ? way('enable', enable) : way('disable', disable, 'danger-quiet')),
  ];
  return rowActs(...ways.filter((one) => one !== false));
}
