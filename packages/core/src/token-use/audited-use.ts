import { auditTable } from '../audit/audit-row.ts';
import { type Dialect, eachDialect } from '../database/sql/dialect.ts';
import { companySql, insertOf } from '../database/sql/statement.ts';
import { tokenUseTable, type UseSums } from './token-use.ts';

/** A member of the detail of an audit row, which is JSON; null if it is absent. */
const FACT = {
  sqlite: (name: string, kind: 'number' | 'date') => {
    const fact = `json_extract(CASE WHEN json_valid(a.detail) THEN a.detail END, '$.${name}')`;
    return kind === 'number' ? `CAST(${fact} AS integer)` : fact;
  },
  postgres: (name: string, kind: 'number' | 'date') =>
    kind === 'number'
      ? `substring(a.detail from '"${name}":([0-9]{1,9})')::integer`
      : `substring(a.detail from '"${name}":"([0-9]{4}-[0-9]{2}-[0-9]{2})"')::date`,
};

const countIf = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** What an accepted call disclosed: `ofOne` in an answer with one employee, otherwise a fact. HEAD discloses nothing. */
const disclosed = (ofOne: string, fact: string): string =>
  `CASE WHEN a.status >= 400 OR a.method = 'HEAD' THEN NULL
    WHEN a.method <> 'GET' OR a.route = '/employees/{id}' THEN ${ofOne} ELSE ${fact} END`;

/** For each number: how the numbers of several calls are combined, and the number of one call. */
export const SUMS = eachDialect((dialect) => {
  const number = (name: string, ofOne: string) => disclosed(ofOne, FACT[dialect](name, 'number'));
  const date = (name: string) => disclosed('NULL', FACT[dialect](name, 'date'));
  return {
    calls: ['SUM', '1'],
    accepted: ['SUM', countIf('a.status < 400')],
    refused: ['SUM', countIf('a.status BETWEEN 400 AND 499 AND a.status <> 429')],
    revoked: ['SUM', countIf(`a.status = 401 AND a.detail LIKE '%"token":"revoked"%'`)],
    limited: ['SUM', countIf('a.status = 429')],
    failed: ['SUM', countIf('a.status >= 500')],
    records: ['SUM', number('records', '1')],
    peopleLeast: ['MAX', number('people', '1')],
    peopleMost: ['SUM', number('people', '1')],
    located: ['SUM', number('located', '0')],
    untold: ['SUM', disclosed('0', countIf(`${FACT[dialect]('records', 'number')} IS NULL`))],
    dateFrom: ['MIN', date('from')],
    dateTo: ['MAX', date('to')],
    lastAcceptedAt: ['MAX', 'CASE WHEN a.status < 400 THEN a.at END'],
  } satisfies Record<keyof UseSums, ['SUM' | 'MIN' | 'MAX', string]>;
});

export const SUMMED = Object.keys(SUMS.sqlite) as (keyof UseSums)[];

/** The combination of a number over some rows: null for a date or an instant that none of them has, otherwise 0. */
export function combined(dialect: Dialect, property: keyof UseSums, value: string): string {
  const sum = `${SUMS[dialect][property][0]}(${value})`;
  return tokenUseTable.columns[property].options[dialect].nullable === true ? sum : `COALESCE(${sum}, 0)`;
}

const ABILITY = "COALESCE(a.ability, '')";

const COLUMNS = [
  'token_id',
  'date',
  'ability',
  ...SUMMED.map((property) => tokenUseTable.quoted(property).slice(1, -1)),
];

/** The calls from one instant until another, of which `date` is the day, by token and ability, in the order of COLUMNS. */
function auditedUse(dialect: Dialect, from: string, until: string, date: string) {
  return {
    values: [
      'a.token_id',
      dialect === 'postgres' ? `${date}::date` : date,
      ABILITY,
      ...SUMMED.map((property) => combined(dialect, property, SUMS[dialect][property][1])),
    ],
    from: companySql`FROM ${auditTable} a WHERE a.at >= ${from} AND a.at < ${until} AND a.kind = 'api'
      AND a.token_id IS NOT NULL GROUP BY a.token_id, ${ABILITY}`,
  };
}

/** Keeps the use of one day: `$2` is its start, `$3` its end, `$4` its date. */
export const KEEP_DAY = eachDialect((dialect) =>
  insertOf(tokenUseTable, {
    ...auditedUse(dialect, '$2', '$3', '$4'),
    columns: COLUMNS,
    onConflict: 'ON CONFLICT DO NOTHING',
  }),
);

/**
 * The kept uses, and those of two days that are not kept yet: `$2` and `$3` are the first day's start and end, `$4` is
 * its date; `$5` is the second day's end, `$6` its date.
 */
export const USES = eachDialect((dialect) => {
  const day = (from: string, until: string, date: string) => {
    const uses = auditedUse(dialect, from, until, date);
    return companySql`SELECT ${uses.values.join(', ')} ${uses.from}`;
  };
  return companySql`SELECT ${COLUMNS.map((name) => `u.${name}`).join(', ')} FROM ${tokenUseTable} u WHERE u.date < $4
    UNION ALL ${day('$2', '$3', '$4')} UNION ALL ${day('$3', '$5', '$6')}`;
});
