import { InvalidInputError } from '@shaon/core';
import { comparedValues, defineInput, instantField, issue, validate } from '@shaon/core/input';
import { type CompanySql, companySql, type SqlValue } from '@shaon/core/storage';
import { object } from 'yup';
import type { DeliveryState, DeliveryTrigger } from '../delivery-rows/delivery.ts';

/** A class of HTTP statuses. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

/** Which deliveries to list; an absent member leaves none out. */
export interface DeliveryFilter {
  readonly endpointId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  /** Why they were queued; `replay` shows how the deliveries of replays go. */
  readonly trigger?: DeliveryTrigger | undefined;
  /** Queued at this time or later … */
  readonly from?: Date | undefined;
  /** … and before this one. */
  readonly until?: Date | undefined;
  /** The HTTP status of the last attempt, exact or by class; `none` if it ended without one. */
  readonly status?: number | StatusClass | 'none' | undefined;
}

/** The condition of a list of deliveries `d`, with its values from `$2` on. */
export interface DeliveryCondition {
  readonly where: CompanySql;
  readonly values: readonly SqlValue[];
}

type Bind = (value: SqlValue) => string;

const COMPARED = {
  endpointId: 'd.endpoint_id',
  eventType: 'd.event_type',
  trigger: 'd."trigger"',
  state: 'd.state',
} as const;
const EQUAL = Object.keys(COMPARED) as (keyof typeof COMPARED)[];
const OTHERS = ['from', 'until', 'status'] as const;
const STATUS_CLASS = /^[1-5]xx$/;

/** The times of a filter. Each is one that both databases can compare with. */
export const deliveryTimesInput = defineInput(object({ from: instantField(), until: instantField() }));

export const replayInput = defineInput(object({ from: instantField().required(issue('required')) }));

/** The time since which a replay sends again. Throws `invalid_input`. */
export const replayedFrom = (from: Date): Date => validate(replayInput, { from }).from;

/** Throws `invalid_input` for an invalid time or status. An unknown id or word matches nothing. */
export function deliveryCondition(filter: DeliveryFilter): DeliveryCondition {
  const values: SqlValue[] = [];
  const bind: Bind = (value) => `$${values.push(value) + 1}`;
  const equal = [...comparedValues(filter, EQUAL, OTHERS)].map(([name, value]) => `${COMPARED[name]} = ${bind(value)}`);
  const where = [
    ...equal,
    ...timeConditions(filter, bind),
    ...statusConditions(filter.status, bind),
  ].reduce<CompanySql>((all, each) => companySql`${all} AND ${each}`, companySql`1 = 1`);
  return { where, values };
}

function timeConditions(filter: DeliveryFilter, bind: Bind): string[] {
  const { from, until } = validate(deliveryTimesInput, { from: filter.from, until: filter.until });
  return [
    ...(from === undefined ? [] : [`d.created_at >= ${bind(from)}`]),
    ...(until === undefined ? [] : [`d.created_at < ${bind(until)}`]),
  ];
}

function statusConditions(status: DeliveryFilter['status'], bind: Bind): string[] {
  if (status === undefined) return [];
  if (status === 'none') return ['d.attempts > 0 AND d.last_status IS NULL'];
  if (Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999) {
    return [`d.last_status = ${bind(Number(status))}`];
  }
  if (typeof status !== 'string' || !STATUS_CLASS.test(status)) throw new InvalidInputError({ status: [issue('in')] });
  const first = Number(status[0]) * 100;
  return [`d.last_status BETWEEN ${bind(first)} AND ${bind(first + 99)}`];
}
