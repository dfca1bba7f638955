import type { AuditRow } from '@shaon/core';
import type { Page } from '../../page.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** The short facts of a row; empty if it has none. */
export function factsOf({ detail }: AuditRow): Facts {
  if (detail === null) return {};
  try {
    const facts: unknown = JSON.parse(detail);
    return Array.isArray(facts) ? {} : asFacts(facts);
  } catch {
    return {};
  }
}

export const asFacts = (given: unknown): Facts => (typeof given === 'object' && given !== null ? { ...given } : {});

/** The employees that the facts of an act, or of one disclosure, name by their ids. */
export function employeesIn({ employee_id, kind, record_id, days }: Facts): number[] {
  const ids = [
    employee_id,
    ...(kind === 'employee' ? [record_id] : []),
    ...(Array.isArray(days) ? days.map((day) => Number.parseInt(String(day), 10)) : []),
  ];
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}

/** The names of the people that rows of the audit are about, by id. */
export interface NamesInAudit {
  readonly employees: ReadonlyMap<number, string>;
  readonly accounts: ReadonlyMap<number, string>;
}

export async function namesInAudit({ core, actor }: Page, rows: readonly AuditRow[]): Promise<NamesInAudit> {
  const facts = rows.map(factsOf).flatMap((one) => [one, ...(Array.isArray(one.disclosed) ? one.disclosed : [])]);
  const employeeIds = facts.flatMap((one) => employeesIn(asFacts(one)));
  const ids = facts.flatMap((one) => asFacts(one).login_id ?? []).map(Number);
  const names = await core.accounts.names(actor, { ids, employeeIds });
  return {
    employees: new Map(names.flatMap(({ employeeId, name }) => (employeeId === null ? [] : [[employeeId, name]]))),
    accounts: new Map(names.map(({ id, name }) => [id, name])),
  };
}
