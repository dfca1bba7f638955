import type { Page, PageRequest } from '@shaon/core';
import {
  type CompanyScope,
  companySql,
  comparedValues,
  DIFFERENCES,
  instant,
  isPossibleId,
  MAX_BIG_ID,
  type RawRow,
  readPage,
} from '@shaon/core/extension';
import {
  type DeliveryRow,
  type DeliveryState,
  type DeliveryTrigger,
  deliveryTable,
} from '../delivery-rows/delivery.ts';
import type { AttemptRow } from './attempt.ts';
import { attemptTable } from './attempt.ts';
import { eventTable } from './event.ts';

/** A delivery as the web interface lists it. */
export interface DeliverySummary extends Omit<DeliveryRow, 'companyId' | 'lease' | 'failures' | 'interruptions'> {
  readonly eventType: string;
}

/** One attempt as the web interface shows it: times, outcome, status, and the first 4 KiB of the answer (D:V5). */
export type AttemptSummary = Omit<AttemptRow, 'companyId'>;

/** Which deliveries to list; an absent member does not narrow the list. */
export interface DeliveryFilter {
  readonly endpointId?: number;
  readonly state?: DeliveryState;
  readonly eventType?: string;
}

function selection({ instantAsMs }: (typeof DIFFERENCES)[keyof typeof DIFFERENCES]): string {
  const instants = ['due_at', 'created_at', 'finished_at'].map((name) => `${instantAsMs(`d.${name}`)} AS ${name}`);
  return `d.id, d.event_id, d.endpoint_id, d.run, d."trigger", d.state, d.attempts, d.last_status, d.last_error,
    ${instants.join(', ')}, ev.type`;
}

const SELECT = { sqlite: selection(DIFFERENCES.sqlite), postgres: selection(DIFFERENCES.postgres) };
const FROM = companySql`${deliveryTable} d JOIN ${eventTable} ev ON ev.id = d.event_id`;
const findStatement = (select: string) => companySql`SELECT ${select}, ev.body FROM ${FROM} WHERE d.id = $2`;
const FIND = { sqlite: findStatement(SELECT.sqlite), postgres: findStatement(SELECT.postgres) };

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
  const conditions = ['1 = 1', ...asked.map((name, index) => `${COLUMNS[name]} = $${index + 2}`)];
  return readPage(
    company,
    { select: SELECT[company.dialect], from: FROM, where: conditions.join(' AND '), orderBy: 'd.id DESC', values },
    page,
    deliverySummary,
  );
}

/** One delivery with the body that it carries; null when the company has no delivery of that id. */
export async function findDelivery(
  company: CompanyScope,
  id: number,
): Promise<(DeliverySummary & { readonly body: string }) | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  const [row] = await company.rows(FIND[company.dialect], [id]);
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
