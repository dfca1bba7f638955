import { createHash } from 'node:crypto';
import pg from 'pg';
import { columns, POSTGRES_FORMS, record } from '../v1/floors/record.ts';
import { type ByHand, conditionsOf, type HandList, type HandRow, storedKeyOf } from './by-hand.ts';
import { type AttendanceFilter, PER_PAGE } from './mixes.ts';

const SELECT = `SELECT ${columns(false, POSTGRES_FORMS)}`;

/** One named statement for each list, on one connection. */
export async function byHandOnPostgres(url: string, companyId: number): Promise<ByHand> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  const list = async (text: string, values: readonly (string | number)[]): Promise<HandList> => {
    let name = names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('hex').slice(0, 40);
      names.set(text, name);
    }
    const { rows } = await client.query<HandRow & pg.QueryResultRow>({ name, text, values: [...values] });
    return { items: rows.map((row) => record(row, false)), total: rows[0]?.total ?? 0 };
  };
  const endOf = (values: readonly unknown[], less = '') =>
    `ORDER BY a.date, a.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}${less}`;

  function plain(filter: AttendanceFilter, page: number): Promise<HandList> {
    const { where, values } = conditionsOf(companyId, filter);
    const text = `${SELECT}, (SELECT COUNT(*)::int FROM shaon_attendance a WHERE ${where}) AS total
      FROM shaon_attendance a WHERE ${where} ${endOf(values)}`;
    return list(text, [...values, PER_PAGE, (page - 1) * PER_PAGE]);
  }

  function stored(filter: AttendanceFilter, page: number): Promise<HandList> {
    const key = storedKeyOf(filter);
    if (key === null) return plain(filter, page);
    const { where, values } = conditionsOf(companyId, filter);
    const [limit, offset, kind] = [1, 2, 3].map((more) => `$${values.length + more}`);
    const between = [filter.date_from, filter.date_to].includes(undefined)
      ? ''
      : `AND date >= $${values.indexOf(filter.date_from as string) + 1} AND date <= $${values.indexOf(filter.date_to as string) + 1}`;
    const text = `WITH sums AS (SELECT date, ${key.total} AS total, SUM(${key.total}) OVER (ORDER BY date) AS upto FROM shaon_attendance_count
        WHERE company_id = $1 AND kind = ${kind} AND member = $${values.length + 4} AND period = 'day' ${between}),
      start AS (SELECT date, upto - total AS before FROM sums WHERE upto > ${offset} ORDER BY date LIMIT 1)
      ${SELECT}, (SELECT SUM(total)::int FROM sums) AS total FROM shaon_attendance a
      WHERE ${where} AND a.date >= (SELECT date FROM start)
      ORDER BY a.date, a.id LIMIT ${limit} OFFSET ${offset} - (SELECT before FROM start)`;
    return list(text, [...values, PER_PAGE, (page - 1) * PER_PAGE, key.kind, key.member]);
  }

  return { plain, stored, close: () => client.end() };
}
