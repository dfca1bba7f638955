import type { Dialect, Page, PageRequest } from '@shaon/core';
import {
  type CompanyScope,
  type CompanySql,
  companySql,
  DIFFERENCES,
  eachDialect,
  instant,
  integer,
  isPossibleId,
  MAX_BIG_ID,
  orNotFound,
  type RawRow,
  readByIndex,
  readPageBy,
  text,
} from '@shaon/core/storage';
import {
  type DeliveryRow,
  type DeliveryState,
  type DeliveryTrigger,
  deliveryTable,
} from '../delivery-rows/delivery.ts';
import { type AttemptRow, attemptTable } from './attempt.ts';
import { type DeliveryCondition, type DeliveryFilter, deliveryCondition } from './delivery-filter.ts';
import { eventTable } from './event.ts';

/** A delivery in lists of the web interface. */
export type DeliverySummary = Omit<DeliveryRow, 'companyId' | 'interruptions'>;

/** One attempt for the web interface: times, outcome, status, and the first 4 KiB of the answer (D:V5). */
export type AttemptSummary = Omit<AttemptRow, 'companyId'>;

const SELECT = eachDialect(selection);
const FIND = eachDialect(findStatement);

/** The columns of a delivery `d`. */
function selection(dialect: Dialect): string {
  const { instantAsMs } = DIFFERENCES[dialect];
  const instants = ['due_at', 'created_at', 'finished_at'].map((name) => `${instantAsMs(`d.${name}`)} AS ${name}`);
  return `d.id, d.event_id, d.event_type, d.endpoint_id, d.run, d."trigger", d.state, d.attempts, d.failures, d.last_status,
    d.last_error, ${instants.join(', ')}`;
}

function findStatement(dialect: Dialect): CompanySql {
  return companySql`SELECT ${SELECT[dialect]}, ev.body FROM ${deliveryTable} d JOIN ${eventTable} ev ON ev.id = d.event_id
    WHERE d.id = $2`;
}

/**
 * Total and page in one statement. Both use the index that has all columns of the filters; only the page's own rows are
 * read by their ids.
 */
function listStatement(dialect: Dialect, { where, values }: DeliveryCondition): CompanySql {
  const listed = readByIndex(deliveryTable, DIFFERENCES[dialect].byIndex('shaon_webhook_delivery_list_idx'));
  const [limit, offset] = [`$${values.length + 2}`, `$${values.length + 3}`];
  return companySql`SELECT counted.total AS list_total, page.* FROM
    (SELECT (SELECT count(*) FROM ${listed} d WHERE ${where}) AS total) AS counted
    LEFT JOIN (SELECT 1 AS list_row, ${SELECT[dialect]} FROM
      (SELECT d.id FROM ${listed} d WHERE ${where} ORDER BY d.id DESC LIMIT ${limit} OFFSET ${offset}) AS found
      JOIN ${deliveryTable} d ON d.id = found.id) AS page ON 1 = 1 ORDER BY page.id DESC`;
}

/** A page of deliveries, newest first. Throws `invalid_input`. */
export function listDeliveries(
  company: CompanyScope,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliverySummary>> {
  const condition = deliveryCondition(filter);
  return readPageBy(company, listStatement(company.dialect, condition), condition.values, page, deliverySummary);
}

/** One delivery with its body; null if the company has no delivery of that id. */
export async function findDelivery(
  company: CompanyScope,
  id: number,
): Promise<(DeliverySummary & { readonly body: string }) | null> {
  if (!isPossibleId(id, MAX_BIG_ID)) return null;
  const [row] = await company.rows(FIND[company.dialect], [id]);
  return row === undefined ? null : { ...deliverySummary(row), body: String(row.body) };
}

/** The same, for an id that a caller gave. Throws `not_found`. */
export async function deliveryOf(
  company: CompanyScope,
  id: number,
): Promise<DeliverySummary & { readonly body: string }> {
  return orNotFound(await findDelivery(company, id), 'webhook delivery');
}

/** All attempts of a delivery, oldest first. */
export async function listAttempts(company: CompanyScope, deliveryId: number): Promise<AttemptSummary[]> {
  const rows = await company.find(attemptTable, { deliveryId });
  return rows.map(({ companyId: _companyId, ...shown }) => shown);
}

function deliverySummary(row: RawRow): DeliverySummary {
  return {
    id: Number(row.id),
    eventId: Number(row.event_id),
    eventType: String(row.event_type),
    endpointId: Number(row.endpoint_id),
    run: Number(row.run),
    trigger: String(row.trigger) as DeliveryTrigger,
    state: String(row.state) as DeliveryState,
    dueAt: instant.nullable.fromDatabase(row.due_at),
    attempts: Number(row.attempts),
    failures: Number(row.failures),
    lastStatus: integer.nullable.fromDatabase(row.last_status),
    lastError: text.nullable.fromDatabase(row.last_error),
    createdAt: instant.fromDatabase(row.created_at),
    finishedAt: instant.nullable.fromDatabase(row.finished_at),
  };
}
