/** What a column holds, in words that Directus and Strapi share but for `timestamp` and `boolean`'s text. */
export type ColumnType = 'string' | 'integer' | 'date' | 'timestamp' | 'boolean' | 'float';

/** A table that a peer is given: the same columns as Shaon's, without the company, of which a peer has only one. */
export interface PeerTable {
  /** As Strapi wants it for a file, and its plural, which names the table. */
  readonly singular: string;
  readonly plural: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The indices with which Shaon answers the same lists. */
  readonly indices: readonly string[];
}

const LOCATION = {
  check_in_lat: 'float',
  check_in_lng: 'float',
  check_in_accuracy_meters: 'float',
  check_out_lat: 'float',
  check_out_lng: 'float',
  check_out_accuracy_meters: 'float',
} as const;

export const PEER_TABLES: readonly PeerTable[] = [
  { singular: 'department', plural: 'departments', columns: { name: 'string' }, indices: [] },
  {
    singular: 'employee',
    plural: 'employees',
    columns: {
      name: 'string',
      email: 'string',
      phone: 'string',
      role: 'string',
      status: 'string',
      department_id: 'integer',
      branch_id: 'integer',
    },
    indices: [],
  },
  {
    singular: 'attendance',
    plural: 'attendances',
    columns: {
      employee_id: 'integer',
      department_id: 'integer',
      branch_id: 'integer',
      date: 'date',
      check_in: 'timestamp',
      check_out: 'timestamp',
      status: 'string',
      absence_type: 'string',
      is_approved: 'boolean',
      ...LOCATION,
    },
    indices: ['date, id', 'department_id, date, id'],
  },
];

/** What the service answers of a record when it shows no location. */
const RECORD = ['id', 'employee_id', 'date', 'check_in', 'check_out', 'status', 'absence_type', 'is_approved'];

/** The fields that are asked for in a list of attendance. */
export const fieldsOf = (hasLocation: boolean): string[] =>
  hasLocation ? [...RECORD, ...Object.keys(LOCATION)] : RECORD;

/** Copies the rows of Shaon's table, then makes the indices; `more` are columns that the peer has beyond the shared ones. */
export function copyStatements(
  { singular, plural, columns, indices }: PeerTable,
  from: string,
  to: string,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const names = ['id', ...Object.keys(columns)];
  return [
    `INSERT INTO ${to}${plural} (${[...names, ...Object.keys(more)].join(', ')})
      SELECT ${[...names, ...Object.values(more)].join(', ')} FROM ${from}shaon_${singular} ORDER BY id`,
    ...indices.map((list, place) => `CREATE INDEX ${plural}_bench_${place} ON ${to}${plural} (${list})`),
  ];
}
