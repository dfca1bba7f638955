import type { AuditRow } from '@shaon/core';
import { code, dateRange, value } from '../../components/texts.ts';
import type { DisclosedData } from '../../disclosure.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The short facts of a row; empty if it has none. */
export function factsOf({ detail }: AuditRow): Facts {
  if (detail === null) return {};
  try {
    const facts: unknown = JSON.parse(detail);
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? { ...facts } : {};
  } catch {
    return {};
  }
}

/** The meaning of a row as a sentence in the reader's language; null if its columns say everything. */
export function meaningOf(page: Page, row: AuditRow): Html | string | null {
  const facts = factsOf(row);
  if (Array.isArray(facts.disclosed))
    return joined(
      facts.disclosed.map((one) => disclosure(page, asFacts(one))),
      '; ',
    );
  if (row.kind !== 'api') return null;
  if (row.status !== null && row.status >= 400) return refusal(page, row, facts);
  return typeof facts.records === 'number' ? answered(page, facts) : null;
}

/** The amount of data that an API call returned. */
function answered(page: Page, { records, people, from, to, located }: Facts): Html {
  const { disclosed } = page.t.audit;
  const { format } = page;
  const recordsText = disclosed.records(Number(records), format.number(Number(records)));
  const parts: (Html | string)[] = [
    typeof people === 'number' ? html`${recordsText} ${disclosed.people(people, format.number(people))}` : recordsText,
  ];
  if (isDate(from) && isDate(to)) parts.push(dated(page, from, to));
  if (typeof located === 'number') {
    parts.push(located === 0 ? disclosed.notLocated : disclosed.located(format.number(located)));
  }
  return joined(parts);
}

/** The data that one of our pages showed (D:A16). */
function disclosure(page: Page, facts: Facts): Html {
  const { disclosed } = page.t.audit;
  const { dates } = facts;
  const parts: (Html | string)[] = [];
  if (typeof facts.what === 'string')
    parts.push(isKnown(page, facts.what) ? disclosed.data[facts.what] : code(facts.what));
  if (typeof facts.employee_id === 'number') parts.push(disclosed.employee(value(facts.employee_id)));
  if (typeof facts.people === 'number') parts.push(disclosed.people(facts.people, page.format.number(facts.people)));
  if (Array.isArray(dates) && isDate(dates[0]) && isDate(dates[1])) parts.push(dated(page, dates[0], dates[1]));
  if (facts.locations === true) parts.push(disclosed.locations);
  if (facts.salary === true) parts.push(disclosed.salary);
  if (facts.id_number === true) parts.push(disclosed.idNumber);
  return joined(parts);
}

/** The reason for which a call was refused. */
function refusal(page: Page, { status }: AuditRow, facts: Facts): Html | string | null {
  const { reasons } = page.t.audit;
  if (status === 429) return reasons.limit(page.format.number(page.options.limitPerMinute));
  if (facts.token === 'revoked') return reasons.revoked;
  if (facts.token === 'expired') return reasons.expired;
  if (typeof facts.token === 'string') return reasons.unknown;
  if (facts.refused === 'plain http') return reasons.plainHttp;
  if (facts.code === 'ability_missing') return reasons.ability_missing;
  if (facts.code === 'not_found') return reasons.not_found;
  if (facts.code === 'state_conflict') return reasons.state_conflict;
  const errors = Object.entries(asFacts(facts.errors));
  if (errors.length === 0) return null;
  return reasons.invalid(joined(errors.map(([field, rules]) => code(`${field}: ${[rules].flat().join(' ')}`))));
}

const asFacts = (given: unknown): Facts => (typeof given === 'object' && given !== null ? { ...given } : {});

const isDate = (given: unknown): given is string => typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given);

function dated({ t, format }: Page, first: string, last: string): Html {
  const { date, dates } = t.audit.disclosed;
  return (first === last ? date : dates)(dateRange(format, first, last));
}

/** Rows of an earlier version may name data that this one does not show. */
const isKnown = (page: Page, what: string): what is DisclosedData => Object.hasOwn(page.t.audit.disclosed.data, what);

function joined(parts: readonly (Html | string)[], between = ', '): Html {
  return html`${parts.map((part, index) => html`${index > 0 && between}${part}`)}`;
}
