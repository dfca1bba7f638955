import type { AuditRow } from '@shaon/core';
import { code, dateRange, name, value } from '../../components/texts.ts';
import type { DisclosedData } from '../../disclosure.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { asFacts, employeesIn, type Facts, factsOf, type NamesInAudit } from './audit-facts.ts';

/** Of more people than these only their number is told. */
const MOST_NAMED = 5;

/** The meaning of a row as a sentence in the reader's language; null if its columns say everything. */
export function meaningOf(page: Page, row: AuditRow, names: NamesInAudit): Html | string | null {
  const facts = factsOf(row);
  if (Array.isArray(facts.disclosed))
    return joined(
      facts.disclosed.map((one) => disclosure(page, asFacts(one), names)),
      '; ',
    );
  if (row.kind !== 'api') return acted(page, facts, names);
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
function disclosure(page: Page, facts: Facts, names: NamesInAudit): Html {
  const { disclosed } = page.t.audit;
  const parts: (Html | string)[] = [];
  if (typeof facts.what === 'string')
    parts.push(isKnown(page, facts.what) ? disclosed.data[facts.what] : code(facts.what));
  parts.push(...whoseAndWhen(page, facts, names));
  if (facts.locations === true) parts.push(disclosed.locations);
  if (facts.salary === true) parts.push(disclosed.salary);
  if (facts.id_number === true) parts.push(disclosed.idNumber);
  return joined(parts);
}

/** What an act was about, and the values that it changed; null if its facts say nothing more than its name. */
function acted(page: Page, facts: Facts, names: NamesInAudit): Html | null {
  const { acts } = page.t.audit;
  const things = Object.entries(acts.things)
    .filter(([fact]) => typeof facts[fact] === 'number')
    .map(([fact, thing]) => html`${thing} ${thingShown(names, fact, Number(facts[fact]))}`);
  const parts = [
    ...things,
    ...(typeof facts.name === 'string' ? [name(facts.name)] : []),
    ...whoseAndWhen(page, facts, names),
    ...Object.entries(asFacts(facts.changes)).map(([field, change]) => changed(page, field, change)),
  ];
  return parts.length === 0 ? null : joined(parts);
}

/** A field with its value before and after. */
function changed(page: Page, field: string, change: unknown): Html {
  const [before, after] = (Array.isArray(change) ? change : []).map((one) =>
    one === null ? html`–` : name(String(one)),
  );
  return page.t.audit.acts.change(code(field), before ?? html`–`, after ?? html`–`);
}

function thingShown(names: NamesInAudit, fact: string, id: number): Html {
  const known = fact === 'login_id' ? names.accounts.get(id) : undefined;
  return known === undefined ? value(id) : name(known);
}

/** The person, or how many there are, and the dates. */
function whoseAndWhen(page: Page, facts: Facts, names: NamesInAudit): (Html | string)[] {
  const { people, dates } = facts;
  const { disclosed } = page.t.audit;
  const parts: (Html | string)[] = [];
  const employees = employeesIn(facts);
  if (typeof people === 'number') parts.push(disclosed.people(people, page.format.number(people)));
  if (employees.length <= MOST_NAMED) parts.push(...employees.map((id) => personShown(page, names, id)));
  if (Array.isArray(dates) && isDate(dates[0]) && isDate(dates[1])) parts.push(dated(page, dates[0], dates[1]));
  return parts;
}

/** The name of a person, which leads to their page; the number of somebody who is not known. */
function personShown(page: Page, names: NamesInAudit, id: number): Html {
  const { disclosed } = page.t.audit;
  const known = names.employees.get(id);
  const linked = (text: Html): Html =>
    page.has('people') ? html`<a href="${page.path(`/people/${id}`)}">${text}</a>` : text;
  return known === undefined ? disclosed.employee(linked(value(id))) : disclosed.person(linked(name(known)));
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
