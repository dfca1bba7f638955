import {
  type CompanySql,
  companySql,
  defineTable,
  type EveryCompanySql,
  everyCompanySql,
  instant,
  integer,
  sameBigId,
} from '@shaon/core/extension';

/**
 * Attempts that workers own. A claim inserts a row here and leaves the delivery's as it is; the result deletes it,
 * inserts the attempt and changes the delivery, so the wide rows and their indices are written once. Without references:
 * each would be checked for each row, and only deliveries that are over are ever deleted. An operator may delete others
 * by SQL, so a flight without its delivery is only deleted.
 */
export const flightTable = defineTable({
  name: 'shaon_webhook_flight',
  columns: {
    /** The delivery's id. */
    id: sameBigId,
    companyId: integer,
    endpointId: integer,
    /** The attempt's number. A worker writes only under its own, so one that lost its lease changes nothing. */
    number: integer,
    startedAt: instant,
    /** The end of the lease. Afterwards the worker counts as lost. */
    until: instant,
  },
  // A claim leaves out what is in flight to an endpoint.
  indices: [{ columns: ['endpointId', 'id'] }],
});

/**
 * Whether no worker owns the delivery `d`. In this form, because PostgreSQL may plan NOT EXISTS as a join that reads all
 * rows in flight since the last vacuum, and takes IS NULL as true of so few rows that it sorts all that are due.
 */
export const IS_FREE: EveryCompanySql = everyCompanySql`NOT COALESCE((SELECT true FROM ${flightTable} f WHERE f.id = d.id), false)`;

/** In a company's statement: joins the attempt in flight of the delivery `d` as `f`. */
export const WITH_FLIGHT: CompanySql = companySql`LEFT JOIN ${flightTable} f ON f.id = d.id`;
