import { isCalendarDate } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import { abilityOfCall } from './operation-of-call.ts';
import { type GroupedUse, noUse, type UseSums } from './use-sums.ts';

/** The columns of a call's audit row that are summed up. */
export interface AuditedCall {
  readonly companyId: number;
  readonly tokenId: number;
  /** The company's zone, which determines the call's day. */
  readonly zone: string;
  readonly at: Date;
  readonly method: string | null;
  readonly route: string | null;
  readonly status: number | null;
  readonly detail: string | null;
}

/** One call as a sum: its group, and its numbers. */
export interface UseOfCall extends GroupedUse {
  readonly companyId: number;
}

export function useOfCall(call: AuditedCall): UseOfCall {
  const sums = noUse();
  const status = call.status ?? 0;
  sums.calls = 1;
  if (status === 429) sums.limited = 1;
  else if (status >= 500) sums.failed = 1;
  else if (status >= 400) noteRefusal(sums, call);
  else noteAnswer(sums, call);
  return {
    companyId: call.companyId,
    tokenId: call.tokenId,
    date: localDate(call.at, call.zone),
    ability: abilityOfCall(call.method, call.route) ?? '',
    sums,
  };
}

function noteRefusal(sums: UseSums, { status, detail }: AuditedCall): void {
  sums.refused = 1;
  if (status === 401 && factsOf(detail).token === 'revoked') sums.revoked = 1;
}

/** Answers with one employee disclose one person; for lists, the row's detail has numbers. HEAD discloses nothing. */
function noteAnswer(sums: UseSums, { at, method, route, detail }: AuditedCall): void {
  sums.accepted = 1;
  sums.lastAcceptedAt = at;
  if (method === 'HEAD') return;
  const isOnePerson = method !== 'GET' || route === '/employees/{id}';
  const facts = isOnePerson ? { records: 1, people: 1 } : factsOf(detail);
  if (facts.records === undefined) sums.untold = 1;
  sums.records = wholeNumber(facts.records);
  sums.peopleLeast = wholeNumber(facts.people);
  sums.peopleMost = sums.peopleLeast;
  sums.located = wholeNumber(facts.located);
  sums.dateFrom = dateOrNull(facts.from);
  sums.dateTo = dateOrNull(facts.to);
}

/** The detail as an object; empty if it is not one. */
function factsOf(detail: string | null): Readonly<Record<string, unknown>> {
  if (detail === null) return {};
  try {
    const facts: unknown = JSON.parse(detail);
    return typeof facts === 'object' && facts !== null ? { ...facts } : {};
  } catch {
    return {};
  }
}

const wholeNumber = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(Number(value), 0) : 0);

const dateOrNull = (value: unknown): string | null =>
  typeof value === 'string' && isCalendarDate(value) ? value : null;
