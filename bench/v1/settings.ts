import { parseArgs } from 'node:util';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The options of a run. */
export interface Settings {
  readonly databases: readonly DatabaseKind[];
  /** Attendance rows of the company; 500 days, so `rows / 500` employees. */
  readonly rows: number;
  readonly rounds: number;
  /** The approximate time of one measurement; a warm-up sets the number of requests. */
  readonly seconds: number;
  readonly workloads: readonly string[] | null;
  readonly contenders: readonly string[] | null;
  /** A folder for the created databases, so that the next run of the same size can reuse them. */
  readonly keep: string | null;
}

/** Reads the command line; throws on an unknown option. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args].filter((arg) => arg !== '--'),
    options: {
      database: { type: 'string', default: 'sqlite,postgres' },
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '1' },
      workloads: { type: 'string' },
      contenders: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  return {
    databases: values.database.split(',') as DatabaseKind[],
    rows: Number(values.rows),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    workloads: values.workloads?.split(',') ?? null,
    contenders: values.contenders?.split(',') ?? null,
    keep: values.keep ?? null,
  };
}
