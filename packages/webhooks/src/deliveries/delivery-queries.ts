import type { Page, PageRequest } from '@shaon/core';
import {
  type CompanyScope,
  comparedValues,
  instant,
  isPossibleId,
  MAX_BIG_ID,
  type RawRow,
  readPage,
} from '@shaon/core/extension';
import type { AttemptRow } from './attempt.ts';
import { attemptTable } from './attempt.ts';
import type { DeliveryRow, DeliveryState, DeliveryTrigger } from './delivery.ts';

/** A delivery as the web interface lists it. */
export interface DeliverySummary extends Omit<DeliveryRow, 'companyId' | 'lease' | 'failures' | 'interruptions'> {
  readonly eventType: string;
}

/** One attempt as the web interface shows it: times, outcome, status, and the first 4 KiB of the answer (D:V5). */
export type AttemptSummary = Omit<AttemptRow, 'companyId'>;

/** Which deliveries to list; what is absent does not narrow. */
export interface DeliveryFilter {
  readonly endpointId?: number;
  readonly state?: DeliveryState;
  readonly eventType?: string;
}

const SELECT = `d.id, d.event_id, d.endpoint_id, d.run, d."trigger", d.state, d.due_at, d.attempts, d.last_status,
  d.last_error, d.created_at, d.finished_at, ev.type`;
const FROM = `"shaon_webhook_delivery" d JOIN "shaon_webhook_event" ev ON ev.id = d.event_id`;

const COLUMNS: Readonly<Record<keyof DeliveryFilter, string>> = {
  endpointId: 'd.endpoint_id',
  state: 'd.state',
  eventType: 'ev.type',
};
const FILTERS = Object.keys(COLUMNS) as (keyof DeliveryFilter)[];

/** A page of deliveries, newest first. */
export function listDeliveries(
  company: CompanyScope,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliverySummary>> {
  const asked = FILTERS.filter((name) => filter[name] !== undefined);
  const values = comparedValues(filter, asked);
  const conditions = ['d.company_id = $1', ...asked.map((name, index) => `${COLUMNS[name]} = $${index + 2}`)];
  return readPage(
    company,
    { select: SELECT, from: FROM, where: conditions.join(' AND '), orderBy: 'd.id DESC', values },
    page,
    deliverySummary,
  );
}

/** One delivery with the body that it carries; null when the company has none of that id. */
export async function findDelivery(
  company: CompanyScope,
  id: number,
): Promise<(DeliverySummary & { readonly body: string }) | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  const [row] = await company.rows(`SELECT ${SELECT}, ev.body FROM ${FROM} WHERE d.company_id = $1 AND d.id = $2`, [
    id,
  ]);
  return row === undefined ? null : { ...deliverySummary(row), body: String(row.body) };
}

/** All attempts of a delivery, the first one first. */
export async function listAttempts(company: CompanyScope, deliveryId: number): Promise<AttemptSummary[]> {
  const rows = await company.find(attemptTable, { deliveryId });
  return rows.map(({ companyId: _companyId, ...shown }) => shown);
}

function deliverySummary(row: RawRow): DeliverySummary {
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value));
  const textOrNull = (value: unknown) => (value === null ? null : String(value));
  return {
    id: Number(row.id),
    eventId: Number(row.event_id),
    eventType: String(row.type),
    endpointId: Number(row.endpoint_id),
    run: Number(row.run),
    trigger: String(row.trigger) as DeliveryTrigger,
    state: String(row.state) as DeliveryState,
    dueAt: instant.nullable.fromDatabase(row.due_at),
    attempts: Number(row.attempts),
    lastStatus: numberOrNull(row.last_status),
    lastError: textOrNull(row.last_error),
    createdAt: instant.fromDatabase(row.created_at),
    finishedAt: instant.nullable.fromDatabase(row.finished_at),
  };
}
