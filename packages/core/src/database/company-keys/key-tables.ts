import { getOrMakeUpTo } from '../../get-or-make.ts';
import type { RunStatement } from '../engine.ts';
import type { RawRow, SqlCell } from '../sql.ts';
import type { AnyTable } from '../table.ts';
import type { KeyTable } from './key-table.ts';

/** The separate tables in which a database keeps keys that are unique across companies. */
export class KeyTables {
  readonly tables: readonly KeyTable[];
  /** Keyed by their text, so that each statement is analysed once. */
  readonly #writes = new Map<string, KeyTableWrite | null>();

  constructor(tables: readonly KeyTable[]) {
    this.tables = tables;
  }

  /** The table of a key; null where the key is a unique index of the row's own table. */
  tableOf(of: AnyTable, property: string): KeyTable | null {
    return this.tables.find((table) => table.of.name === of.name && table.property === property) ?? null;
  }

  /** How a statement changes such keys, or null. Throws for a form of change that is not supported. */
  writeOf(text: string): KeyTableWrite | null {
    return getOrMakeUpTo(MAX_TEXTS, this.#writes, text, () => readKeyTableWrite(text, this.tables));
  }
}

/** Core has some hundreds of statements. */
const MAX_TEXTS = 2_000;

/** A statement that inserts rows with keys, changes their keys, or deletes such rows. */
interface KeyTableWrite {
  /** Runs the statement and updates the key tables to match. */
  run(run: RunStatement, values: Parameters<RunStatement>[1]): Promise<RawRow[]>;
}

/*
 * A write changes its own table first; its keys follow in statements of their own, in the same transaction, because a
 * cluster allows no trigger that writes to another machine. An insert or a change that is not recognised here cannot
 * commit, because each row refers to its keys by a foreign key that is checked at the commit. An unrecognised delete
 * leaves its keys behind, which `shaon doctor` reports.
 */

const WRITE = /^(INSERT INTO|UPDATE|DELETE FROM) "(\w+)"/;
/** The assignments of an UPDATE, as `updateStatement` and `updateOf` write it. */
const ASSIGNMENTS = /^UPDATE "\w+"(?: AS \w+)? SET (.*?) (?:FROM|WHERE) /s;

/** Reads a statement in one of the forms that core writes; null if it changes no key. */
export function readKeyTableWrite(text: string, tables: readonly KeyTable[]): KeyTableWrite | null {
  const [, verb, name] = WRITE.exec(text) ?? [];
  const rest = verb === undefined ? text : text.slice(verb.length);
  const inside = tables.find(({ of }) => new RegExp(`(INSERT INTO|UPDATE|DELETE FROM) "?${of.name}\\b`).test(rest));
  if (inside !== undefined) {
    throw new Error(`A statement within another one changes ${inside.of.name}, whose keys are in separate tables.`);
  }
  const own = tables.filter(({ of }) => of.name === name);
  if (verb === 'INSERT INTO') return keyed(text, own, [claim]);
  if (verb === 'DELETE FROM') return keyed(text, own, [release]);
  const assignments = ASSIGNMENTS.exec(text)?.[1] ?? '';
  const changed = own.filter(({ column }) => new RegExp(`(^|[ ,"])${column}"? = `).test(assignments));
  return keyed(text, changed, [release, claim]);
}

type KeyStep = (run: RunStatement, table: KeyTable, rows: readonly RawRow[]) => Promise<void>;

function keyed(text: string, tables: readonly KeyTable[], steps: readonly KeyStep[]): KeyTableWrite | null {
  if (tables.length === 0) return null;
  const returnsRows = / RETURNING /.test(text);
  const alias = /^(?:UPDATE|INSERT INTO) "\w+" AS (\w+)/.exec(text)?.[1] ?? `"${tables[0]?.of.name}"`;
  const columns = ['company_id', 'id', ...tables.map(({ column }) => column)];
  const returned = columns.map((column) => `${alias}."${column}" AS "${given(column)}"`).join(', ');
  const whole = `${text}${returnsRows ? ',' : ' RETURNING'} ${returned}`;
  return {
    async run(run, values) {
      const rows = await run(whole, values);
      if (rows.length > 0) {
        for (const table of tables) for (const step of steps) await step(run, table, rows);
      }
      return returnsRows ? rows : [];
    },
  };
}

/** The name under which a row returns a key column, distinct from the columns that the statement itself returns. */
const given = (column: string): string => `key of ${column}`;

const cells = (rows: readonly RawRow[], column: string): SqlCell[] => rows.map((row) => row[given(column)] as SqlCell);

async function claim(run: RunStatement, { name, column }: KeyTable, rows: readonly RawRow[]): Promise<void> {
  await run(
    `INSERT INTO "${name}" ("${column}", company_id, id) SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[])`,
    [cells(rows, column), cells(rows, 'company_id'), cells(rows, 'id')],
  );
}

async function release(run: RunStatement, { name }: KeyTable, rows: readonly RawRow[]): Promise<void> {
  await run(`DELETE FROM "${name}" WHERE (company_id, id) IN (SELECT * FROM unnest($1::integer[], $2::bigint[]))`, [
    cells(rows, 'company_id'),
    cells(rows, 'id'),
  ]);
}
