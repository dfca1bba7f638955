import { isIP } from 'node:net';
import { type AuditFilter, withoutDirectionMarks } from '@shaon/core';
import { DAY_MS, startOfLocalDate } from '@shaon/core/time';
import type { Page } from '../../page.ts';

const LONGEST_TEXT = 512;
/** No row can contain these characters, and PostgreSQL refuses to search for them. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** The dates that a list shows: a span that ends today, or `range` with its own first and last date. */
export const DATE_PRESETS = ['today', 'yesterday', 'week', 'month', 'range'] as const;

export const KINDS = ['api', 'admin', 'system'] as const;
/** The hundreds of a status. */
export const STATUS_CLASSES = ['2', '4', '5'] as const;

/** The filter in an address. Invalid values are ignored, except dates, which the page reports. */
export interface AskedAudit {
  readonly filter: AuditFilter;
  readonly hasBadDate: boolean;
}

export function askedAudit(page: Page): AskedAudit {
  const text = (name: string): string | null => {
    const given = withoutDirectionMarks(page.query.get(name) ?? '').trim();
    return given === '' || given.length > LONGEST_TEXT || UNSTORABLE.test(given) ? null : given;
  };
  const dates = datesOf(page, text('dates'), text('from'), text('to'));
  return {
    filter: {
      ...dates.filter,
      ...callerOf(text('who')),
      ...actOf(text('what')),
      ...searchOf(text('search')),
      kind: oneOf(KINDS, text('kind')),
      page_views: text('views') === 'hidden' ? false : null,
      status_class: Number(oneOf(STATUS_CLASSES, text('status'))) || null,
    },
    hasBadDate: dates.isBad,
  };
}

const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word === text) ?? null;

function datesOf(
  page: Page,
  preset: string | null,
  from: string | null,
  to: string | null,
): { readonly filter: AuditFilter; readonly isBad: boolean } {
  const today = page.format.calendarDate(page.now);
  const midnight = (date: string): Date => startOfLocalDate(date, page.zone);
  switch (oneOf(DATE_PRESETS, preset)) {
    case 'today':
      return { filter: { from: midnight(today) }, isBad: false };
    case 'yesterday':
      return { filter: { from: midnight(daysAfter(today, -1)), until: midnight(today) }, isBad: false };
    case 'week':
      return { filter: { from: midnight(daysAfter(today, -6)) }, isBad: false };
    case 'month':
      return { filter: { from: midnight(daysAfter(today, -29)) }, isBad: false };
    case 'range': {
      const [first, last] = [realDate(from), realDate(to)];
      return {
        filter: {
          from: first === null ? null : midnight(first),
          until: last === null ? null : midnight(daysAfter(last, 1)),
        },
        isBad: (from !== null && first === null) || (to !== null && last === null),
      };
    }
    case null:
      return { filter: {}, isBad: false };
  }
}

/** A real date between 2000 and 2099, as a date field sends it; else null. */
function realDate(text: string | null): string | null {
  if (text === null || !/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null;
  return daysAfter(text, 0) === text ? text : null;
}

function daysAfter(date: string, days: number): string {
  const ms = Date.parse(`${date}T12:00:00Z`);
  return Number.isNaN(ms) ? '' : new Date(ms + days * DAY_MS).toISOString().slice(0, 10);
}

/** `t5` is a token, `p7` a person. */
function callerOf(text: string | null): AuditFilter {
  const [, kind, id] = /^([tp])(\d{1,10})$/.exec(text ?? '') ?? [];
  if (id === undefined) return {};
  return kind === 't' ? { token_id: Number(id) } : { login_id: Number(id) };
}

/** `GET /employees`, `/employees` or `token.revoke`. */
function actOf(text: string | null): AuditFilter {
  if (text === null) return {};
  const [, method, route] = /^(?:([A-Za-z]{3,10})\s+)?(\/.*)$/.exec(text) ?? [];
  if (route === undefined) return { action: text };
  return { route, method: method?.toUpperCase() ?? null };
}

function searchOf(text: string | null): AuditFilter {
  if (text === null) return {};
  return isIP(text) === 0 ? { request_id: text } : { ip: text };
}
