import { firstOfMonth } from '../../time/calendar-date.ts';
import { DIFFERENCES, type Dialect } from '../dialect.ts';
import { type ListParts, parameterOf } from '../paging.ts';
import type { SqlValue } from '../sql.ts';
import { companySql, readByIndex } from '../statement.ts';
import {
  type CountedList,
  isOfList,
  type ListedRows,
  orderOf,
  pageStart,
  rowsFrom,
  rowsFromPageStart,
  storedTotal,
} from './count-queries.ts';
import { type CountedRows, kindOf, memberOf, TOTAL, totalOf } from './counted-rows.ts';

/** A list by date and id of counted rows, filtered by dates and by any mix of the features. */
export interface Listing<Row> {
  readonly counted: CountedRows<Row>;
  /** For each kind, the index that has the mix's rows in the order of the list. */
  readonly indices: Readonly<Record<string, string>>;
}

/** A list's filters as parameters of its statements. */
export interface ListParameters {
  readonly names: readonly string[];
  readonly values: readonly SqlValue[];
  /** The column of the counts that holds the list's totals. */
  readonly total: string;
}

/**
 * The parameters for the given filters. Null if no day lies between the dates; the difference of the counts would then
 * be negative.
 */
export function listParameters<Row>(
  counted: CountedRows<Row>,
  given: ReadonlyMap<string, SqlValue>,
): ListParameters | null {
  const [from, to] = [given.get('date_from'), given.get('date_to')];
  if (from !== undefined && to !== undefined && String(from) > String(to)) return null;
  const values = new Map(given);
  const total = totalOfMix(counted, given);
  if (!values.has('employee_id')) addCountKeys(counted, total, values);
  return { names: [...values.keys()], values: [...values.values()], total };
}

function totalOfMix<Row>({ split }: CountedRows<Row>, given: ReadonlyMap<string, SqlValue>): string {
  const value = split.values.find((known) => known === given.get(split.feature.column));
  return value === undefined ? TOTAL : totalOf(value);
}

/** The features of the counts in which a mix of filters is counted: a split's value is a column of them. */
const countedFeatures = <Row>({ features, split }: CountedRows<Row>, names: readonly string[], total: string) =>
  features.filter((feature) => names.includes(feature.column) && (total === TOTAL || feature !== split.feature));

/** Adds the values by which counts are found to the given filters: the member, and the months of the dates. */
function addCountKeys<Row>(counted: CountedRows<Row>, total: string, given: Map<string, SqlValue>): void {
  const features = countedFeatures(counted, [...given.keys()], total);
  const mix = features.map(({ column }) => String(given.get(column)));
  if (mix.length > 0) given.set('member', memberOf(mix));
  for (const [date, month] of [
    ['date_from', 'month_from'],
    ['date_to', 'month_to'],
  ] as const) {
    if (given.has(date)) given.set(month, firstOfMonth(String(given.get(date))));
  }
}

/** Total and page by the counts of the list's mix of filters; `names` names its values, the first of which is `$2`. */
export function countedListParts<Row>(
  { counted, indices }: Listing<Row>,
  { names, total }: Pick<ListParameters, 'names' | 'total'>,
  {
    dialect,
    select,
    isFirstPage,
  }: { readonly dialect: Dialect; readonly select: string; readonly isFirstPage: boolean },
): ListParts {
  const mix = counted.features.filter(({ column }) => names.includes(column));
  const kind = kindOf(countedFeatures(counted, names, total));
  const period = (date: string, month: string) =>
    names.includes(date) ? { date: parameterOf(names, date), month: parameterOf(names, month) } : undefined;
  const [from, to] = [period('date_from', 'month_from'), period('date_to', 'month_to')];
  const member = names.includes('member') ? parameterOf(names, 'member') : undefined;
  const counts: CountedList = { counts: counted.counts, kind, total, member, from, to };
  const rows: ListedRows = {
    dialect,
    from: companySql`${readByIndex(counted.table, DIFFERENCES[dialect].byIndex(indices[kindOf(mix)] as string))} a`,
    isListed: counted.isCounted,
    equal: mix.map(({ column }) => [column, parameterOf(names, column)]),
    order: ['date', 'id'],
  };
  const last = to && ([to.date] as const);
  return {
    select,
    from: rows.from,
    where: isFirstPage ? rowsFrom(rows, from && [from.date], last) : rowsFromPageStart(rows, last),
    orderBy: orderOf(rows),
    total: storedTotal(counts, dialect),
    rowCondition: isOfList(rows, last),
    longestPage: DIFFERENCES[dialect].longestPage,
    ...(isFirstPage ? {} : { start: (offset: string) => pageStart(counts, rows, offset) }),
  };
}
