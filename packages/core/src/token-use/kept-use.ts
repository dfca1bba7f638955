import { systemActor } from '../actor.ts';
import { auditTable } from '../audit/audit-row.ts';
import { companyTable } from '../companies/company.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { deleteInBatches } from '../database/sql/delete-batches.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { companySql, everyCompanySql } from '../database/sql/statement.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS } from '../time/durations.ts';
import { localDate, startOfLocalDate } from '../time/zone.ts';
import { KEEP_DAY } from './audited-use.ts';
import { tokenUseTable } from './token-use.ts';

interface UseParts {
  readonly database: CompanyReads & CompanyWrites;
  readonly clock: Clock;
}

const LAST_KEPT = eachDialect(
  (dialect) => companySql`SELECT ${DIFFERENCES[dialect].dateAsText('MAX(u.date)')} AS date FROM ${tokenUseTable} u`,
);

/** The last day of which a company's use is kept; null if there is none. */
export async function lastKeptDay(scope: CompanyScope): Promise<CalendarDate | null> {
  const [row] = await scope.rows(LAST_KEPT[scope.dialect]);
  return row?.date == null ? null : String(row.date);
}

const FIRST_CALL = eachDialect(
  (dialect) => companySql`SELECT ${DIFFERENCES[dialect].instantAsMs('MIN(a.at)')} AS at FROM ${auditTable} a
    WHERE a.at >= $2 AND a.kind = 'api' AND a.token_id IS NOT NULL`,
);

/**
 * Keeps the use of a company's days before yesterday; returns yesterday's date, the last kept day and the zone. A
 * transaction that wrote audit rows of an earlier day has ended by then. Each day is one statement, so this may stop
 * anywhere, and run twice.
 */
export async function keepUse({ database, clock }: UseParts, companyId: number) {
  const actor = systemActor(companyId);
  const scope = database.scope(actor);
  const { zone } = await readCompany(scope);
  const yesterday = addDays(localDate(clock.now(), zone), -1);
  for (;;) {
    const lastKept = await lastKeptDay(scope);
    const from = lastKept === null ? new Date(0) : startOfLocalDate(addDays(lastKept, 1), zone);
    const at = (await scope.rows(FIRST_CALL[scope.dialect], [from]))[0]?.at ?? null;
    const date = at === null ? yesterday : localDate(Number(at), zone);
    if (date >= yesterday) return { yesterday, lastKept, zone };
    const day = [startOfLocalDate(date, zone), startOfLocalDate(addDays(date, 1), zone), date];
    await database.write(actor, 'token_use.keep', {}, (company) => company.change(KEEP_DAY[company.dialect], day));
  }
}

const COMPANIES = everyCompanySql`SELECT c.id FROM ${companyTable} c ORDER BY c.id`;
/** In every zone, a day has ended so long after its date began in UTC. */
const LONGEST_DAY_MS = 36 * HOUR_MS;

/** Keeps the use of all companies; for the time before their audit rows are deleted. */
export async function keepAllUse(parts: UseParts): Promise<void> {
  for (const { id } of await parts.database.allCompanies().run(COMPANIES)) await keepUse(parts, Number(id));
}

/** Deletes the use of days without any remaining audit row. */
export async function pruneTokenUse(
  database: Pick<CompanyWrites, 'writeAllCompanies'>,
  auditBefore: Date,
  batchSize: number,
): Promise<number> {
  const before = new Date(auditBefore.getTime() - LONGEST_DAY_MS).toISOString().slice(0, 10);
  return deleteInBatches(database, batchSize, {
    table: tokenUseTable,
    where: 'date < $2',
    values: [before],
    orderBy: 'date',
    returning: 'id',
  });
}
