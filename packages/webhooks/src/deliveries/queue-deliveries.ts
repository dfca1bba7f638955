import { type CompanyChangeSql, type CompanySql, insertOf } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';

/** The SQL expressions of deliveries to queue, over the rows of `from`. */
interface QueuedDeliveries {
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly run: CompanySql | string;
  readonly trigger: string;
  readonly state: string;
  readonly dueAt: string;
  readonly createdAt: string;
  /** `FROM …`, in the order of queueing. */
  readonly from: CompanySql;
  readonly returning?: string;
}

const COLUMNS = [
  'event_id',
  'event_type',
  'endpoint_id',
  'run',
  'trigger',
  'state',
  'due_at',
  'created_at',
  'attempts',
  'failures',
  'interruptions',
];

/** Inserts deliveries without attempts. */
export function queueDeliveries(of: QueuedDeliveries): CompanyChangeSql {
  return insertOf(deliveryTable, {
    columns: COLUMNS,
    values: [
      of.eventId,
      of.eventType,
      of.endpointId,
      of.run,
      of.trigger,
      of.state,
      of.dueAt,
      of.createdAt,
      '0',
      '0',
      '0',
    ],
    from: of.from,
    ...(of.returning !== undefined && { returning: of.returning }),
  });
}
