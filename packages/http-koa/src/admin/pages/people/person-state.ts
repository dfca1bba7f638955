import type { Employee, LoginState, MessageSummary } from '@shaon/core';
import { badge } from '../../components/badge.ts';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Texts } from '../../locales/index.ts';
import type { Page } from '../../page.ts';

/** The parts of a person's state; the log-in and message of people outside one's reach are unknown. */
export interface PersonState {
  readonly status: Employee['status'];
  readonly login: LoginState | undefined;
  readonly message: MessageSummary | undefined;
}

/**
 * The state in a word, in colour if it needs attention: people who got a password but have not signed in. Imported
 * people have no password yet, and behind a product's log-in nobody signs in here.
 */
export function stateBadge(page: Page, { status, login, message }: PersonState): Html {
  const { states } = page.t.people;
  if (status === 'frozen') return badge('off', 'pause', states.frozen);
  if (login === undefined || login.lastSignInAt !== null || !page.has('account')) {
    return html`<span class="muted">${states.active}</span>`;
  }
  if (!login.hasPassword) return html`<span class="muted">${states.noPassword}</span>`;
  return isStuck(message) ? badge('wait', 'alert', states.noSms) : badge('open', 'ring', states.notSignedIn);
}

/** The same with its reason: since when, or the outcome of the message. */
export function stateCell(page: Page, state: PersonState): Html {
  const fact = factBehind(page, state);
  return html`${stateBadge(page, state)}${fact !== null && html`<span class="sub">${fact}</span>`}`;
}

function factBehind(page: Page, { status, login, message }: PersonState): Html | string | null {
  const { t, format } = page;
  if (login === undefined) return null;
  if (status === 'frozen') {
    return login.disabledAt === null ? null : t.people.frozenAt(value(format.shortDate(login.disabledAt)));
  }
  const isWaiting = login.hasPassword && login.lastSignInAt === null && page.has('account');
  if (!isWaiting || !page.isAdmin) return null;
  return smsText(page, message);
}

/** The outcome of a message, in a short sentence. */
export function smsText({ t, format }: Page, message: MessageSummary | undefined): string {
  const { sms } = t.people;
  if (message === undefined) return sms.none;
  return message.state === 'sent' ? sms.sent(format.ago(message.finishedAt ?? message.createdAt)) : sms[message.state];
}

/** No further message will be sent unless somebody acts. */
const isStuck = (message: MessageSummary | undefined): boolean =>
  message !== undefined && (message.state === 'failed' || message.state === 'undeliverable');

export function roleText(t: Texts, role: string): string {
  const { roles } = t.people;
  return role === 'admin' || role === 'manager' ? roles[role] : roles.employee;
}
