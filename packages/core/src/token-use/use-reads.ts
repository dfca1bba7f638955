import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import { ABILITY_NAMES, type Ability } from '../ability-names.ts';
import type { Actor } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyScope } from '../database/company-scope.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import { longReading } from '../database/reading.ts';
import { orNotFound } from '../errors.ts';
import { calendarDate } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import { localDate } from '../time/zone.ts';
import { type TokenRow, tokenTable } from '../tokens/token.ts';
import { abilitySet } from '../tokens/token-queries.ts';
import { isActive } from '../tokens/token-rules.ts';
import { type UseOfCall, useOfCall } from './use-of-call.ts';
import { countedCalls, unsummedCalls, useAfterRevocation, useByDay, useOfToken, useSince } from './use-queries.ts';
import { sumUpUse } from './use-summary.ts';
import { readUseMark } from './use-summary-queries.ts';
import { addUse, collectUse, type GroupedUse, noUse, type UseSums } from './use-sums.ts';

/** The days of a report. */
export const useDaysInput = defineInput(
  object({
    from: calendarDate().required(issue('required')),
    to: calendarDate().required(issue('required')),
  }),
);

/** How long an ability must be unused to be reported. */
export const unusedInput = defineInput(object({ days: canonicalInteger({ min: 1, max: 3_650 }) }));

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
  /** For each ability that was used, in SPEC 5's order. Locations are counted in `located` of `attendance:read`. */
  readonly abilities: readonly AbilityUse[];
  /** All together, including calls of paths that the API lacks. */
  readonly total: Readonly<UseSums>;
  /**
   * Calls of the last minute that counted towards the limit; the API's own window begins with its first call (D:R1).
   */
  readonly lastMinute: number;
}

/** The use of tokens: sums of the audit, plus later calls. All throw `not_permitted` except for admins. */
export interface TokenUseReads {
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

export function createTokenUseReads({ database, clock }: Omit<ServiceParts, 'audit'>): TokenUseReads {
  return {
    async daily(actor, days) {
      authorize(actor, 'tokens.manage');
      const { from, to } = validate(useDaysInput, days);
      const uses = await currentUse(
        database,
        actor,
        (scope) => useByDay(scope, from, to),
        ({ date }) => (date < from || date > to ? null : { date, ability: '' }),
      );
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
      const scope = database.read(actor, longReading('tokenUse.unused'));
      const { zone } = await readCompany(scope);
      const tokens = (await scope.find(tokenTable)).filter((token) => isActive(token, now) && token.createdAt <= since);
      const uses = await currentUse(
        database,
        actor,
        (reading) => useSince(reading, localDate(since, zone)),
        ({ ability }) => ({ date: '', ability }),
      );
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
      const uses = await currentUse(database, actor, useAfterRevocation, ({ ability, sums }) =>
        sums.revoked === 0 ? null : { date: '', ability },
      );
      const refused = new Map<number, number>();
      for (const { tokenId, sums } of uses) refused.set(tokenId, (refused.get(tokenId) ?? 0) + sums.revoked);
      return refused;
    },

    async report(actor, tokenId) {
      authorize(actor, 'tokens.manage');
      const scope = database.read(actor);
      orNotFound(await scope.findOne(tokenTable, { id: tokenId }), 'token');
      const uses = await currentUse(
        database,
        actor,
        (reading) => useOfToken(reading, tokenId),
        (use) => (use.tokenId === tokenId ? { date: '', ability: use.ability } : null),
      );
      const total = noUse();
      for (const { sums } of uses) addUse(total, sums);
      const sumsOf = new Map(uses.map(({ ability, sums }) => [ability, sums]));
      const abilities = ABILITY_NAMES.flatMap((ability) => {
        const sums = sumsOf.get(ability);
        return sums === undefined ? [] : [{ ability, ...sums }];
      });
      const lastMinute = await countedCalls(scope, tokenId, new Date(clock.now().getTime() - MINUTE_MS));
      return { abilities, total, lastMinute };
    },
  };
}

/** Attendance for a token that may see locations always includes them, and that ability has no other use (D:T10). */
function unusedOf(token: TokenRow, isUsed: (ability: Ability) => boolean): Ability[] {
  const held = abilitySet(token.abilities);
  const isLocating = held.has('attendance:read') && isUsed('attendance:read');
  return [...held].filter((ability) => (ability === 'attendance:location:read' ? !isLocating : !isUsed(ability)));
}

/** The most calls that a page adds to the sums itself. If more are waiting, they are summed up first, in batches. */
const MAX_UNSUMMED = 1_000;
const NO_LIMIT = 2 ** 31 - 1;

/**
 * The kept sums plus the calls that they do not include yet. `group` returns the group of such a call, or null if it
 * was not requested. Mark and sums change in one transaction, so if the mark has not moved, no call is missing or
 * counted twice.
 */
async function currentUse(
  database: CompanyReads & CompanyWrites,
  actor: Actor,
  read: (scope: CompanyScope) => Promise<GroupedUse[]>,
  group: (use: UseOfCall) => Pick<GroupedUse, 'date' | 'ability'> | null,
): Promise<GroupedUse[]> {
  const reading = longReading('tokenUse.current');
  const scope = database.read(actor, reading);
  for (let limit = MAX_UNSUMMED; ; ) {
    const { mark, calls } = await unsummedCalls(scope, limit);
    if (calls.length === limit) {
      await sumUpUse(database);
      limit = NO_LIMIT;
      continue;
    }
    const kept = await read(scope);
    if ((await readUseMark(database.readAllCompanies(reading))) !== mark) continue;
    const uses = new Map<string, GroupedUse>();
    for (const use of kept) collectUse(uses, use);
    for (const use of calls.map(useOfCall)) {
      const by = group(use);
      if (by !== null) collectUse(uses, { tokenId: use.tokenId, ...by, sums: use.sums });
    }
    return [...uses.values()];
  }
}
