import type { Dialect } from '@shaon/core';
import { type CompanySql, companySql, DIFFERENCES, eachDialect } from '@shaon/core/storage';
import { deliveryTable } from '../delivery-rows/delivery.ts';
import { endpointTable } from './endpoint.ts';
import { stuck } from './endpoint-queries.ts';

/* The statements for an endpoint's health, which read ranges of the index made for it. */

/** `$2` are endpoints, `$3` is a day ago, `$4` a week. */
function figures(dialect: Dialect): CompanySql {
  const { inList, instantAsMs } = DIFFERENCES[dialect];
  const of = (expression: string, condition: CompanySql | string) =>
    companySql`(SELECT ${expression} FROM ${deliveryTable} d WHERE d.endpoint_id = e.id AND ${condition})`;
  const ended = (state: string, since: string) => of('count(*)', `d.state = '${state}' AND d.finished_at >= ${since}`);
  const newest = (state: string) => of('MAX(d.finished_at)', `d.state = '${state}'`);
  const never = dialect === 'postgres' ? `'epoch'::timestamptz` : '0';
  const success = companySql`COALESCE(${newest('succeeded')}, e.last_success_at, ${never})`;
  const givenUp = of('MIN(d.finished_at)', companySql`d.state = 'failed' AND d.finished_at > ${success}`);
  const failing = companySql`COALESCE(${givenUp}, ${of('MIN(d.created_at)', stuck(success))})`;
  const instants = companySql`${newest('succeeded')} AS success_at, ${newest('failed')} AS failure_at,
    ${failing} AS failing_since, ${of('MIN(d.due_at)', `d.due_at IS NOT NULL AND d.state = 'pending'`)} AS next_due_at`;
  return companySql`SELECT f.id, f.day_ok, f.day_failed, f.week_ok, f.week_failed, f.pending, f.retrying, f.held,
      ${['success_at', 'failure_at', 'failing_since', 'next_due_at'].map((name) => `${instantAsMs(`f.${name}`)} AS ${name}`).join(', ')}
    FROM (SELECT e.id, ${ended('succeeded', '$3')} AS day_ok, ${ended('failed', '$3')} AS day_failed,
      ${ended('succeeded', '$4')} AS week_ok, ${ended('failed', '$4')} AS week_failed,
      ${of('count(*)', `d.state IN ('pending', 'in_flight')`)} AS pending,
      ${of('count(*)', `d.state = 'pending' AND d.attempts > 0`)} AS retrying,
      ${of('count(*)', `d.state = 'held'`)} AS held, ${instants}
    FROM ${endpointTable} e WHERE e.id ${inList('$2')}) AS f`;
}

/** The last day of a list has no end, so this is the year 9999 in milliseconds. */
const FAR_AHEAD = '253370764800000';

/** `$2` is the endpoint, `$3` are the starts of days in milliseconds. */
function days(dialect: Dialect): CompanySql {
  const starts = dialect === 'postgres' ? 'unnest($3::bigint[]) AS s(value)' : 'json_each($3) AS s';
  const time = (name: string) => (dialect === 'postgres' ? `to_timestamp(${name} / 1000.0)` : name);
  const ended = (condition: string) => `count(CASE WHEN ${condition} THEN 1 END)`;
  return companySql`SELECT day.start, ${ended(`d.state = 'succeeded' AND d.attempts = 1`)} AS at_once,
      ${ended(`d.state = 'succeeded' AND d.attempts > 1`)} AS after_retry, ${ended(`d.state = 'failed'`)} AS failed
    FROM (SELECT s.value AS start, LEAD(s.value, 1, ${FAR_AHEAD}) OVER (ORDER BY s.value) AS stop FROM ${starts}) AS day
    JOIN ${deliveryTable} d ON d.endpoint_id = $2 AND d.state IN ('succeeded', 'failed')
      AND d.finished_at >= ${time('day.start')} AND d.finished_at < ${time('day.stop')}
    GROUP BY day.start`;
}

/** The newest delivery of the endpoint `$2` that ended in the state `$3`. */
function lastEnded(dialect: Dialect): CompanySql {
  return companySql`SELECT d.id, d.last_status, d.last_error, ${DIFFERENCES[dialect].instantAsMs('d.finished_at')} AS at
    FROM ${deliveryTable} d WHERE d.endpoint_id = $2 AND d.state = $3 AND d.finished_at IS NOT NULL
    ORDER BY d.finished_at DESC LIMIT 1`;
}

/** The numbers for each endpoint of a list. */
export const FIGURES = eachDialect(figures);
/** How many deliveries ended how on each of some days. */
export const DAYS = eachDialect(days);
/** The newest delivery with one kind of end. */
export const LAST_ENDED = eachDialect(lastEnded);
