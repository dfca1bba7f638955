import type { Account, SecondFactorState } from '@shaon/core';
import type { Answer } from '../../answer.ts';
import { badge } from '../../components/badge.ts';
import { linkButton, submitButton } from '../../components/button.ts';
import { remark } from '../../components/flash.ts';
import { postForm } from '../../components/post-form.ts';
import { code, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { displaySection } from './display.ts';
import { noticesSection } from './notices.ts';
import { sessionsSection } from './sessions.ts';

/** If fewer recovery codes are left, the page asks to make new ones. */
const FEW_CODES = 4;

export async function showAccount(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const [account, factor, sessions] = await Promise.all([
    core.accounts.own(actor),
    core.accounts.secondFactor(actor),
    core.accounts.listSessions(actor),
  ]);
  return page.show({
    title: t.account.title,
    lead: t.account.lead,
    navigation: '/account',
    layout: 'narrow',
    main: html`${[
      facts(page, account),
      displaySection(page),
      noticesSection(page),
      passwordSection(page),
      factorSection(page, factor),
      await sessionsSection(page, sessions),
      signOut(page),
    ]}`,
  });
}

function facts({ t }: Page, account: Account): Html {
  const { facts: labels, roles, factsHelp } = t.account;
  return html`<dl class="pairs"><dt>${labels.name}</dt><dd>${name(account.name)}</dd><dt>${labels.email}</dt><dd>${code(account.email)}</dd>
    <dt>${labels.role}</dt><dd>${roles[account.role]}</dd></dl><p class="small muted mt-2">${factsHelp}</p>`;
}

function passwordSection(page: Page): Html {
  const { password } = page.t.account;
  return html`<section class="section"><div class="section-head">
    <h2>${password.title}</h2>${linkButton(page, '/account/password', password.change, { isSmall: true })}</div><p class="small muted">${password.lead}</p>
    </section>`;
}

function factorSection(page: Page, { since, recoveryCodesLeft, isRequired }: SecondFactorState): Html {
  const { t, format } = page;
  const { factor } = t.account;
  if (since === null) {
    return html`<section class="section"><div class="section-head">
      <h2>${factor.title}</h2>${linkButton(page, '/account/second-factor/new', factor.setUp, { isSmall: true })}</div><p class="small muted">${factor.none}</p>
      </section>`;
  }
  const acts = html`<div class="acts">${linkButton(page, '/account/second-factor/codes', factor.renew, { isSmall: true })}${linkButton(
    page,
    '/account/second-factor/remove',
    factor.remove,
    { look: 'danger-quiet', isSmall: true },
  )}</div>`;
  return html`<section class="section"><div class="section-head"><h2>${factor.title}</h2>${acts}</div>
<p>${badge('ok', 'check', html`${factor.since} ${value(format.shortDate(since))}`)}</p>
<p class="small muted">${factor.codesLeft}: ${value(format.number(recoveryCodesLeft))}</p>${recoveryCodesLeft < FEW_CODES && remark('wait', factor.fewCodes)}${
    isRequired && html`<p class="small muted">${factor.required}</p>`
  }</section>`;
}

/** Employees sign out here, because their pages have no side bar. */
function signOut(page: Page): Html | false {
  if (page.isManaging || page.session === null) return false;
  const button = submitButton(page.t.common.signOut, { look: 'quiet', icon: 'out', isWide: true });
  return html`<section class="section">${postForm(page, '/sign-out', button)}</section>`;
}
