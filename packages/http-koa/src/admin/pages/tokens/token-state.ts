import type { TokenSummary } from '@shaon/core';
import { DAY_MS, startOfLocalDate } from '@shaon/core/time';
import { badge } from '../../components/badge.ts';
import { value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** A token is marked from this many days before its expiry. */
const EXPIRING_DAYS = 14;
/** After this many days without a call the page reports a token as unused. */
const IDLE_DAYS = 90;
/** The same for an ability. */
export const UNUSED_DAYS = 60;

export type TokenState = 'active' | 'expired' | 'revoked';

export function stateOf({ revokedAt, expiresAt }: TokenSummary, now: Date): TokenState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** The days since a token's last use or, if never used, its creation; null if it was used recently or is not active. */
export function idleDays(token: TokenSummary, now: Date): number | null {
  if (stateOf(token, now) !== 'active') return null;
  const days = Math.floor((now.getTime() - (token.lastUsedAt ?? token.createdAt).getTime()) / DAY_MS);
  return days >= IDLE_DAYS ? days : null;
}

/** The state as a shape, a word and a colour. */
export function stateBadge(page: Page, token: TokenSummary): Html {
  const { states } = page.t.tokens;
  switch (stateOf(token, page.now)) {
    case 'revoked':
      return badge('off', 'slash', states.revoked);
    case 'expired':
      return badge('off', 'hourglass', states.expired);
    case 'active': {
      const days = daysLeft(page, token);
      if (days === null || days > EXPIRING_DAYS) return badge('ok', 'check', states.active);
      return badge('wait', 'hourglass', days === 0 ? states.expiresToday : states.expiresIn(days));
    }
  }
}

/** Counts dates, not hours: a token that ends tomorrow morning does not end today. */
function daysLeft(page: Page, { expiresAt }: TokenSummary): number | null {
  if (expiresAt === null) return null;
  return (Date.parse(lastDate(page, expiresAt)) - Date.parse(page.format.calendarDate(page.now))) / DAY_MS;
}

/** The last date on which a token is valid: one that ends at midnight is valid on the date before. */
export function lastDate({ format }: Page, expiresAt: Date): string {
  return format.calendarDate(new Date(expiresAt.getTime() - 1));
}

/** Until when a token is valid, exactly. */
export function exactExpiry(page: Page, expiresAt: Date): Html {
  const { t, format, zone } = page;
  const isMidnight = startOfLocalDate(format.calendarDate(expiresAt), zone).getTime() === expiresAt.getTime();
  if (isMidnight) return t.tokens.untilEndOf(value(format.shortDate(lastDate(page, expiresAt))));
  return html`${t.tokens.until(value(format.shortDate(expiresAt)))}, ${value(format.time(expiresAt))}`;
}

/** The date until which a token is valid, or since which it is not. */
export function validity(page: Page, token: TokenSummary): Html {
  const { t, format } = page;
  if (token.revokedAt !== null) return html`${value(format.shortDate(token.revokedAt))}`;
  if (token.expiresAt === null) return html`${t.tokens.noExpiry}`;
  const date = value(format.shortDate(lastDate(page, token.expiresAt)));
  return stateOf(token, page.now) === 'expired' ? date : t.tokens.until(date);
}
