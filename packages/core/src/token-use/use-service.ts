import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import { ABILITY_NAMES, type Ability } from '../ability-names.ts';
import type { Actor } from '../actor.ts';
import { auditTable } from '../audit/audit-row.ts';
import { readCompany } from '../companies/company-queries.ts';
import { longReading, reportReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import type { RawRow, SqlValue } from '../database/sql/sql.ts';
import { companySql } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { addDays } from '../time/calendar-date.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import { localDate, startOfLocalDate } from '../time/zone.ts';
import { type TokenRow, tokenTable } from '../tokens/token.ts';
import { abilitySet } from '../tokens/token-queries.ts';
import { isActive } from '../tokens/token-rules.ts';
import { combined, SUMMED, USES } from './audited-use.ts';
import { keepUse, lastKeptDay } from './kept-use.ts';
import { tokenUseTable, type UseSums } from './token-use.ts';

/** The days of a report. */
export const useDaysInput = defineInput(
  object({
    from: calendarDate().required(issue('required')),
    to: calendarDate().required(issue('required')),
  }),
);

/** How long an ability must be unused to be reported. */
export const unusedInput = defineInput(object({ days: canonicalInteger({ min: 1, max: 3_650 }) }), { isClosed: true });

/** Calls of one token on one day of the company's zone, by kind of answer. */
export interface TokenDay {
  readonly tokenId: number;
  readonly date: string;
  readonly calls: number;
  readonly accepted: number;
  /** 4xx except 429. */
  readonly refused: number;
  /** 429. */
  readonly limited: number;
  /** 5xx. */
  readonly failed: number;
}

/** Abilities that an active token has but has not used. */
export interface UnusedAbilities {
  readonly tokenId: number;
  readonly abilities: readonly Ability[];
}

/** The use of one ability by a token; `TokenUseRow` explains each number. */
export interface AbilityUse extends Readonly<UseSums> {
  readonly ability: Ability;
}

/** Everything that a token did and disclosed, according to the audit. */
export interface TokenReport {
  /** For each ability that was used (SPEC 5). Locations are counted in `located` of `attendance:read`. */
  readonly abilities: readonly AbilityUse[];
  /** All together, including calls of paths that the API lacks. */
  readonly total: Readonly<UseSums>;
  /**
   * Calls of the last minute that counted towards the limit; the API's own window begins with its first call (D:R1).
   */
  readonly lastMinute: number;
}

/** The use of tokens, according to the audit. All throw `not_permitted` except for admins. */
export interface TokenUseService {
  /** Calls by token and day, both dates inclusive; days without calls are omitted. Throws `invalid_input`. */
  daily(actor: Actor, days: { readonly from: string; readonly to: string }): Promise<TokenDay[]>;
  /**
   * Abilities that active tokens have not used for `days` (default 60); only tokens at least that old are listed. A
   * token with the ability for locations uses it with every list of attendance that it reads. Throws `invalid_input`.
   */
  unused(actor: Actor, options?: { readonly days?: number | undefined }): Promise<UnusedAbilities[]>;
  /** How many calls of each revoked token were refused since its revocation; tokens without such calls are omitted. */
  refusedSinceRevocation(actor: Actor): Promise<ReadonlyMap<number, number>>;
  /** The report of one token, also a revoked one. Throws `not_found`. */
  report(actor: Actor, tokenId: number): Promise<TokenReport>;
}

type UseColumn = 'tokenId' | 'date' | 'ability' | keyof UseSums;

/** The use by a token, on a date, of an ability; `tokenId`, `date` or `ability` is 0 or '' if it includes all of them. */
interface GroupedUse {
  readonly tokenId: number;
  readonly date: string;
  readonly ability: string;
  readonly sums: UseSums;
}

export function createTokenUseService({ database, clock }: Omit<ServiceParts, 'audit'>): TokenUseService {
  /** Uses that meet a condition, whose values are `$7, …`, combined by token, date or ability. */
  const usesBy = async (
    actor: Actor,
    group: readonly ('tokenId' | 'date' | 'ability')[],
    condition: string,
    values: readonly SqlValue[],
  ): Promise<GroupedUse[]> => {
    const { yesterday, lastKept, zone } = await keepUse({ database, clock }, actor.companyId);
    const report = database.scope(actor, reportReading('tokenUse'));
    // A replica may lack days that were kept just now, and the statement does not count them in the audit.
    const isBehind = (await lastKeptDay(report)) !== lastKept;
    const scope = isBehind ? database.scope(actor, longReading('tokenUse')) : report;
    const [today, tomorrow] = [addDays(yesterday, 1), addDays(yesterday, 2)];
    const start = (date: string) => startOfLocalDate(date, zone);
    const column = (property: UseColumn) => `used.${tokenUseTable.quoted(property)}`;
    const select = (property: UseColumn, value: string) =>
      `${tokenUseTable.columns[property].select(scope.dialect, value)} AS "${property}"`;
    const columns = [
      ...group.map((property) => select(property, column(property))),
      ...SUMMED.map((property) => select(property, combined(scope.dialect, property, column(property)))),
    ];
    const groupBy = group.length === 0 ? '' : `GROUP BY ${group.map(column).join(', ')}`;
    const statement = companySql`SELECT ${columns.join(', ')} FROM (${USES[scope.dialect]}) used
      WHERE ${condition} ${groupBy}`;
    return (
      await scope.rows(statement, [start(yesterday), start(today), yesterday, start(tomorrow), today, ...values])
    ).map(groupedUse);
  };

  return {
    async daily(actor, days) {
      authorize(actor, 'tokens.manage');
      const { from, to } = validate(useDaysInput, days);
      const uses = await usesBy(actor, ['tokenId', 'date'], 'used.date >= $7 AND used.date <= $8', [from, to]);
      return uses
        .map(({ tokenId, date, sums: { calls, accepted, refused, limited, failed } }) => ({
          tokenId,
          date,
          calls,
          accepted,
          refused,
          limited,
          failed,
        }))
        .sort((one, other) => one.tokenId - other.tokenId || (one.date < other.date ? -1 : 1));
    },

    async unused(actor, options = {}) {
      authorize(actor, 'tokens.manage');
      const { days = 60 } = validate(unusedInput, options);
      const now = clock.now();
      const since = new Date(now.getTime() - days * DAY_MS);
      const scope = database.scope(actor, reportReading('tokenUse.unused'));
      const { zone } = await readCompany(scope);
      const tokens = (await scope.find(tokenTable)).filter((token) => isActive(token, now) && token.createdAt <= since);
      const uses = await usesBy(actor, ['tokenId', 'ability'], 'used.date >= $7', [localDate(since, zone)]);
      const used = new Set(
        uses
          .filter(({ sums }) => sums.lastAcceptedAt !== null && sums.lastAcceptedAt >= since)
          .map(({ tokenId, ability }) => `${tokenId} ${ability}`),
      );
      return tokens
        .map((token) => ({
          tokenId: token.id,
          abilities: unusedOf(token, (ability) => used.has(`${token.id} ${ability}`)),
        }))
        .filter(({ abilities }) => abilities.length > 0);
    },

    async refusedSinceRevocation(actor) {
      authorize(actor, 'tokens.manage');
      const uses = await usesBy(actor, ['tokenId'], 'used.revoked > 0', []);
      return new Map(uses.map(({ tokenId, sums }) => [tokenId, sums.revoked]));
    },

    async report(actor, tokenId) {
      authorize(actor, 'tokens.manage');
      const scope = database.scope(actor);
      orNotFound(await scope.findOne(tokenTable, { id: tokenId }), 'token');
      const ofToken = (group: readonly 'ability'[]) => usesBy(actor, group, 'used.token_id = $7', [tokenId]);
      const sumsOf = new Map((await ofToken(['ability'])).map(({ ability, sums }) => [ability, sums]));
      const [all] = (await ofToken([])) as [GroupedUse];
      const lastMinute = await countedCalls(scope, tokenId, new Date(clock.now().getTime() - MINUTE_MS));
      const abilities = ABILITY_NAMES.flatMap((ability) => {
        const sums = sumsOf.get(ability);
        return sums === undefined ? [] : [{ ability, ...sums }];
      });
      return { abilities, total: all.sums, lastMinute };
    },
  };
}

/** Attendance for a token that may see locations always includes them, and that ability has no other use (D:T10). */
function unusedOf(token: TokenRow, isUsed: (ability: Ability) => boolean): Ability[] {
  const held = abilitySet(token.abilities);
  const isLocating = held.has('attendance:read') && isUsed('attendance:read');
  return [...held].filter((ability) => (ability === 'attendance:location:read' ? !isLocating : !isUsed(ability)));
}

function groupedUse(row: RawRow): GroupedUse {
  return {
    tokenId: Number(row.tokenId ?? 0),
    date: row.date === undefined ? '' : tokenUseTable.columns.date.fromDatabase(row.date),
    ability: String(row.ability ?? ''),
    sums: Object.fromEntries(
      SUMMED.map((property) => [property, tokenUseTable.columns[property].fromDatabase(row[property])]),
    ) as UseSums,
  };
}

// 401 and 429 do not count towards the limit (D:R2, R4).
const COUNTED = companySql`SELECT COUNT(*) AS calls FROM ${auditTable} a
  WHERE a.token_id = $2 AND a.at > $3 AND a.kind = 'api' AND a.status NOT IN (401, 429)`;

/** How many calls of a token since an instant counted towards its limit. */
async function countedCalls(scope: CompanyScope, tokenId: number, since: Date): Promise<number> {
  return Number((await scope.rows(COUNTED, [tokenId, since]))[0]?.calls);
}
