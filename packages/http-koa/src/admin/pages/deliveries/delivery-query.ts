import { EVENT_TYPES } from '@shaon/core';
import { addDays, isCalendarDate, startOfLocalDate } from '@shaon/core/time';
import type { DeliveryFilter, DeliveryState, EndpointSummary } from '@shaon/webhooks';
import type { Filter } from '../../components/filters.ts';
import type { Page } from '../../page.ts';
import { endpointText } from '../webhooks/endpoint-name.ts';

/** Midnight of these dates, and of the days after them, is a time that the list accepts, whatever the zone. */
const DATES = { first: '1970-01-01', last: '9999-12-28' } as const;
const STATES = ['succeeded', 'pending', 'in_flight', 'held', 'failed', 'cancelled'] as const;
const TRIGGERS = ['auto', 'manual', 'replay', 'test'] as const;
const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** The filter in the address of a list; invalid values are ignored. */
export function deliveryFilter(page: Page): DeliveryFilter {
  const { query, zone } = page;
  const asked = (name: string) => query.get(name) ?? '';
  const state = STATES.find((one) => one === asked('state'));
  const event = EVENT_TYPES.find((one) => one === asked('event'));
  const trigger = TRIGGERS.find((one) => one === asked('trigger'));
  const status = statusOf(asked('status'));
  const from = dayOf(asked('from'));
  const until = dayOf(asked('until'));
  return {
    ...(/^\d{1,9}$/.test(asked('endpoint')) && { endpointId: Number(asked('endpoint')) }),
    ...(state !== undefined && { state: state satisfies DeliveryState }),
    ...(event !== undefined && { eventType: event }),
    ...(trigger !== undefined && { trigger }),
    ...(status !== undefined && { status }),
    ...(from !== null && { from: startOfLocalDate(from, zone) }),
    ...(until !== null && { until: startOfLocalDate(addDays(until, 1), zone) }),
  };
}

/** A date that exists and can bound the list, or null. */
function dayOf(text: string): string | null {
  return isCalendarDate(text) && text >= DATES.first && text <= DATES.last ? text : null;
}

function statusOf(text: string): NonNullable<DeliveryFilter['status']> | undefined {
  return /^[1-5]\d\d$/.test(text) ? Number(text) : STATUSES.find((one) => one === text);
}

/** The form above the list. */
export function deliveryFilters(page: Page, endpoints: readonly EndpointSummary[]): Filter[] {
  const { t, query } = page;
  const texts = t.deliveries;
  const all = { value: '', label: t.common.all };
  // An exact status comes from a link or is typed in the address; the list of choices then includes it.
  const status = query.get('status') ?? '';
  const exact = /^[1-5]\d\d$/.test(status) ? [{ value: status, label: status }] : [];
  return [
    {
      kind: 'select',
      name: 'endpoint',
      label: texts.filters.endpoint,
      choices: [all, ...endpoints.map((one) => ({ value: String(one.id), label: endpointText(one) }))],
    },
    {
      kind: 'select',
      name: 'event',
      label: texts.filters.event,
      choices: [all, ...EVENT_TYPES.map((type) => ({ value: type, label: type }))],
    },
    {
      kind: 'select',
      name: 'state',
      label: texts.filters.state,
      choices: [all, ...STATES.map((state) => ({ value: state, label: texts.stateChoices[state] }))],
    },
    {
      kind: 'select',
      name: 'trigger',
      label: texts.details.trigger,
      choices: [all, ...TRIGGERS.map((trigger) => ({ value: trigger, label: texts.triggers[trigger] }))],
    },
    {
      kind: 'select',
      name: 'status',
      label: texts.filters.status,
      choices: [all, ...exact, ...STATUSES.map((one) => ({ value: one, label: texts.statuses[one] }))],
    },
    { kind: 'date', name: 'from', label: texts.filters.from },
    { kind: 'date', name: 'until', label: texts.filters.until },
  ];
}
