import Sqlite from 'better-sqlite3';
import { columns, record } from '../v1/floors/record.ts';
import { type ByHand, conditionsOf, type HandList, type HandRow, storedKeyOf } from './by-hand.ts';
import { type AttendanceFilter, PER_PAGE } from './mixes.ts';

interface DayCount {
  readonly date: string;
  readonly total: number;
}

const SELECT = `SELECT ${columns(false, {})} FROM shaon_attendance a WHERE`;
const COUNTS = 'FROM shaon_attendance_count WHERE company_id = $1 AND kind = $2 AND member = $3';

/** Every statement is prepared once, and hides its values from the planner as the service does. */
export function byHandOnSqlite(path: string, companyId: number): ByHand {
  const file = new Sqlite(path, { readonly: true });
  const prepared = new Map<string, Sqlite.Statement>();
  const all = <Row>(text: string, values: readonly (string | number)[]): Row[] => {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = file.prepare(text.replace(/\$(\d+)/g, '+?$1'));
      prepared.set(text, statement);
    }
    return statement.all(Object.fromEntries(values.map((value, index) => [index + 1, value]))) as Row[];
  };

  /** The page from `from` on, with the values of the filter and three more. */
  function page(where: string, values: (string | number)[], from: string, offset: number): readonly unknown[] {
    const next = values.length + 1;
    const text = `${SELECT} ${where} AND a.date >= $${next} ORDER BY a.date, a.id LIMIT $${next + 1} OFFSET $${next + 2}`;
    return all<HandRow>(text, [...values, from, PER_PAGE, offset]).map((row) => record(row, false));
  }

  function plain(filter: AttendanceFilter, number: number): HandList {
    const { where, values } = conditionsOf(companyId, filter);
    const [{ total } = { total: 0 }] = all<{ total: number }>(
      `SELECT COUNT(*) AS total FROM shaon_attendance a WHERE ${where}`,
      values,
    );
    return { items: page(where, values, filter.date_from ?? '', (number - 1) * PER_PAGE), total };
  }

  function stored(filter: AttendanceFilter, number: number): HandList {
    const key = storedKeyOf(filter);
    if (key === null) return plain(filter, number);
    const { where, values } = conditionsOf(companyId, filter);
    const of = [companyId, key.kind, key.member];
    const offset = (number - 1) * PER_PAGE;
    const days = (from: string, to: string) =>
      all<DayCount>(
        `SELECT date, ${key.total} AS total ${COUNTS} AND period = 'day' AND date >= $4 AND date <= $5 ORDER BY date`,
        [...of, from, to],
      );
    if (filter.date_from !== undefined && filter.date_to !== undefined) {
      const counts = days(filter.date_from, filter.date_to);
      const { from, before } = startIn(counts, offset);
      return { items: page(where, values, from, offset - before), total: sum(counts) };
    }
    const months = all<DayCount>(`SELECT date, ${key.total} AS total ${COUNTS} AND period = 'month' ORDER BY date`, of);
    const month = startIn(months, offset);
    const day = startIn(days(month.from, `${month.from.slice(0, 7)}-31`), offset - month.before);
    return { items: page(where, values, day.from, offset - month.before - day.before), total: sum(months) };
  }

  return {
    plain: async (filter, number) => plain(filter, number),
    stored: async (filter, number) => stored(filter, number),
    close: async () => {
      file.close();
    },
  };
}

/** The period in which the record after `offset` lies, and how many records lie before that period. */
function startIn(counts: readonly DayCount[], offset: number): { readonly from: string; readonly before: number } {
  let before = 0;
  for (const { date, total } of counts) {
    if (before + total > offset) return { from: date, before };
    before += total;
  }
  return { from: counts.at(-1)?.date ?? '', before: before - (counts.at(-1)?.total ?? 0) };
}

const sum = (counts: readonly DayCount[]): number => counts.reduce((all, { total }) => all + total, 0);
