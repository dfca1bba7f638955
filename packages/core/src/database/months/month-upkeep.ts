import type { CoreLog } from '../../log.ts';
import { DAY_MS } from '../../time/durations.ts';
import { type AllCompanies, isEmpty } from '../all-companies.ts';
import { allowingSilence } from '../allowing-silence.ts';
import { driverCodeOf } from '../constraint-errors.ts';
import type { CompanyReads, CompanyWrites } from '../database.ts';
import { type EveryCompanySql, everyCompanySql } from '../statement.ts';
import { type AnyTable, tableNamed } from '../table.ts';
import { GRANTS } from './convert-schema.ts';
import {
  defaultPartitionOf,
  firstInstantOf,
  type Month,
  type MonthlyTable,
  type MonthRange,
  monthExpression,
  monthOfPartition,
  monthsWithPartition,
  nextMonth,
  partitionOf,
  rangeOf,
  startOf,
  upcomingMonths,
} from './monthly-table.ts';

type AnyDatabase = Pick<CompanyReads & CompanyWrites, 'dialect' | 'readAllCompanies' | 'writeAllCompanies'>;

/** "shaon" in ASCII plus one: the lock by which processes that make or drop partitions take turns. */
const UPKEEP_LOCK = 0x7368_616f_6e + 1;
const TAKE_UPKEEP_LOCK = everyCompanySql`SELECT pg_advisory_xact_lock(${UPKEEP_LOCK})`;
/** All others queue behind a lock request, so it is given up soon and tried again at the next prune. */
const WAIT_SHORTLY = everyCompanySql`SET LOCAL lock_timeout = '2s'`;
/** Moving or counting the rows of a month may take longer than the limit of other statements. */
const WITHOUT_LIMIT = everyCompanySql`SET LOCAL statement_timeout = 0`;
/** SQLSTATE: another session holds a table or does the same work. */
const LOCKED = '55P03';
/**
 * SQLSTATEs: the role does not own the table, an operator has detached a month of this name, or an operator's object
 * depends on the partition.
 */
const NOT_OURS: readonly string[] = ['42501', '42P07', '2BP01'];

const PARTITIONS = everyCompanySql`SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass(quote_ident($1)) ORDER BY c.relname`;
const REFERENCED = everyCompanySql`SELECT c.relname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.confrelid
  WHERE k.conrelid = to_regclass(quote_ident($1)) AND k.contype = 'f' ORDER BY c.relname`;

const LOCKS = everyCompanySql`SELECT COUNT(DISTINCT p.inhrelid) + COUNT(i.indexrelid) AS needed,
    current_setting('max_locks_per_transaction')::int AS allowed
  FROM pg_inherits p LEFT JOIN pg_index i ON i.indrelid = p.inhrelid WHERE p.inhparent = to_regclass(quote_ident($1))`;
const MAY_READ = everyCompanySql`SELECT has_table_privilege(to_regclass(quote_ident($1)), 'SELECT') AS may`;

/** The months that have a partition, ascending; null if the table is not partitioned. */
export async function readMonths(all: AllCompanies, { table }: MonthlyTable): Promise<Month[] | null> {
  if (all.dialect === 'sqlite') return null;
  const partitions = await all.rows(PARTITIONS, [table.name]);
  if (partitions.length === 0) return null;
  return partitions.map(({ name }) => monthOfPartition(table, String(name))).filter((month) => month !== null);
}

/** The state of a partitioned table. */
interface MonthState {
  /** The last month that has a partition; null if none has. */
  readonly last: Month | null;
  /** Whether the default partition has rows that the next prune moves; null if the role may not read it. */
  readonly hasStrayRows: boolean | null;
  /** What PostgreSQL's `max_locks_per_transaction` must be for this many partitions; null if it is enough. */
  readonly neededLocks: number | null;
}

/** The state of a table's partitions by month, for an operator; null if the table is not partitioned. */
export async function readMonthState(all: AllCompanies, monthly: MonthlyTable, now: Date): Promise<MonthState | null> {
  const months = await readMonths(all, monthly);
  if (months === null) return null;
  return {
    last: months.at(-1) ?? null,
    hasStrayRows: await hasStrayRows(all, monthly, now),
    neededLocks: await readNeededLocks(all, monthly),
  };
}

/** A statement that reads all months locks each partition and each of its indices. */
async function readNeededLocks(all: AllCompanies, { table, isReadWhole }: MonthlyTable): Promise<number | null> {
  const [found] = isReadWhole ? await all.rows(LOCKS, [table.name]) : [];
  const needed = Number(found?.needed ?? 0);
  return needed > Number(found?.allowed ?? 0) ? needed : null;
}

async function hasStrayRows(all: AllCompanies, monthly: MonthlyTable, now: Date): Promise<boolean | null> {
  const [role] = await all.rows(MAY_READ, [defaultPartitionOf(monthly.table).name]);
  if (role?.may === false) return null;
  return areStray(all, monthly, monthsWithPartition(now));
}

/**
 * Makes the partitions of the coming months, and of months whose rows are in the default partition, which are moved.
 * Does nothing for a table that is not partitioned. Work that another process does or blocks is left to the next prune.
 * Errors are logged and not thrown, because retention must continue.
 */
export async function makeComingMonths(
  database: AnyDatabase,
  monthly: MonthlyTable,
  now: Date,
  log: CoreLog,
): Promise<void> {
  const made = await readMonths(database.readAllCompanies(), monthly);
  if (made === null) return;
  async function tryTo(work: (all: AllCompanies) => Promise<void>): Promise<void> {
    try {
      await withShortLockWait(database, monthly, log, (all) => work(all).then(() => true));
    } catch (error) {
      log.warn({ table: monthly.table.name, err: error }, 'A partition by month could not be made');
    }
  }
  const wanted = new Set(upcomingMonths(now));
  await tryTo(async (all) => {
    for (const { month } of await all.rows(monthsOfStrayRows(monthly, now))) wanted.add(String(month));
  });
  for (const month of [...wanted].filter((wantedMonth) => !made.includes(wantedMonth)).sort()) {
    await tryTo((all) => makeMonth(all, monthly, month));
  }
}

/** Which months to drop. */
interface OldMonths {
  readonly before: Date;
  readonly log: CoreLog;
  /** Whether a partition may be dropped; called inside the transaction that drops it. */
  mayDrop(all: AllCompanies, partition: AnyTable): Promise<boolean>;
  /** Called when a partition is dropped. */
  onDropped?(): void;
}

/**
 * Drops the partitions of months that ended by `before` and that `mayDrop` allows, each in its own transaction. Returns
 * whether some are left to the next prune because another session held a lock.
 */
export async function dropMonths(
  database: AnyDatabase,
  monthly: MonthlyTable,
  old: OldMonths,
): Promise<{ readonly isLeft: boolean }> {
  let isLeft = false;
  const made = (await readMonths(database.readAllCompanies(), monthly)) ?? [];
  for (const month of made) {
    if (new Date(startOf(nextMonth(month))) > old.before) break;
    const partition = partitionOf(monthly.table, month);
    const outcome = await withShortLockWait(database, monthly, old.log, async (all) => {
      const still = await readMonths(all, monthly);
      if (!still?.includes(month) || !(await old.mayDrop(all, partition))) return false;
      await all.rows(everyCompanySql`DROP TABLE ${partition}`);
      return true;
    });
    if (outcome === 'done') old.onDropped?.();
    isLeft ||= outcome === 'locked';
  }
  return { isLeft };
}

/**
 * Drops the partitions of past months that are empty, a day after their end, because the clocks of machines differ. One
 * that another session holds is left to the next prune.
 */
export async function dropEmptyMonths(
  database: AnyDatabase,
  monthly: MonthlyTable,
  now: Date,
  log: CoreLog,
): Promise<void> {
  await dropMonths(database, monthly, {
    before: firstInstantOf(new Date(now.getTime() - DAY_MS)),
    log,
    mayDrop: (all, partition) => isEmptyAndLocked(all, monthly, partition),
  });
}

/** Whether a partition is empty. If so, its table stays locked against writes until the transaction ends. */
async function isEmptyAndLocked(all: AllCompanies, { table }: MonthlyTable, partition: AnyTable): Promise<boolean> {
  if (!(await isEmpty(all, partition))) return false;
  await all.rows(everyCompanySql`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
  return isEmpty(all, partition);
}

async function withShortLockWait(
  database: AnyDatabase,
  { table }: MonthlyTable,
  log: CoreLog,
  work: (all: AllCompanies) => Promise<boolean>,
): Promise<'done' | 'not done' | 'locked'> {
  try {
    return await database.writeAllCompanies(`months.${table.name}`, {}, async (all, manager) => {
      await all.rows(WAIT_SHORTLY);
      await all.rows(WITHOUT_LIMIT);
      await all.rows(TAKE_UPKEEP_LOCK);
      return (await allowingSilence(manager, () => work(all))) ? 'done' : 'not done';
    });
  } catch (error) {
    const code = driverCodeOf(error);
    if (code !== LOCKED && !NOT_OURS.includes(code)) throw error;
    log.warn({ table: table.name, driverCode: code }, 'Partitions by month are left to the next prune');
    return code === LOCKED ? 'locked' : 'not done';
  }
}

const monthsOfStrayRows = (monthly: MonthlyTable, now: Date): EveryCompanySql =>
  everyCompanySql`SELECT DISTINCT ${monthExpression(monthly)} AS month ${strayRows(monthly, monthsWithPartition(now))} ORDER BY month`;

/** The rows in the default partition that belong to these months. */
function strayRows({ table, by }: MonthlyTable, { from, until }: MonthRange): EveryCompanySql {
  const key = table.quoted(by);
  return everyCompanySql`FROM ${defaultPartitionOf(table)} WHERE ${key} >= '${from}' AND ${key} < '${until}'`;
}

async function areStray(all: AllCompanies, monthly: MonthlyTable, range: MonthRange): Promise<boolean> {
  return (await all.rows(everyCompanySql`SELECT 1 AS found ${strayRows(monthly, range)} LIMIT 1`)).length > 0;
}

/**
 * Others can write meanwhile, unless rows are moved: attaching a table does not block users of the other partitions, but
 * creating it as a partition would. Moved rows leave dead rows until a vacuum; TRUNCATE would take them from readers
 * with an older snapshot.
 */
async function makeMonth(all: AllCompanies, monthly: MonthlyTable, month: Month): Promise<void> {
  const { table } = monthly;
  const made = await all.rows(PARTITIONS, [table.name]);
  const partition = partitionOf(table, month);
  if (made.some(({ name }) => name === partition.name)) return;
  const stray = defaultPartitionOf(table);
  const range = rangeOf(month);
  const isMoving = await areStray(all, monthly, range);
  // In the same order as transactions that write a row with the rows it refers to, so that they cannot deadlock.
  for (const { name } of await all.rows(REFERENCED, [table.name])) {
    await all.rows(everyCompanySql`LOCK TABLE ${tableNamed(String(name))} IN SHARE ROW EXCLUSIVE MODE`);
  }
  // A statement that is being planned knows the partitions of before, and would miss the rows that leave this one.
  if (isMoving) await all.rows(everyCompanySql`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
  await all.rows(everyCompanySql`LOCK TABLE ${stray} IN ACCESS EXCLUSIVE MODE`);
  if (!isMoving && (await areStray(all, monthly, range))) return;
  await all.rows(everyCompanySql`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`);
  for (const { privilege, grantee, option } of await all.rows(GRANTS, [table.name])) {
    const role = grantee === null ? 'PUBLIC' : tableNamed(String(grantee).replaceAll('"', '""'));
    await all.rows(everyCompanySql`GRANT ${String(privilege)} ON ${partition} TO ${role} ${String(option)}`);
  }
  await all.rows(
    everyCompanySql`WITH moved AS (DELETE ${strayRows(monthly, range)} RETURNING *) INSERT INTO ${partition} SELECT * FROM moved`,
  );
  const { from, until } = range;
  await all.rows(
    everyCompanySql`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM ('${from}') TO ('${until}')`,
  );
}
