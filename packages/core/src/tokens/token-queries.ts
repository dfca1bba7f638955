import { type Ability, isAbility } from '../ability-names.ts';
import type { TokenActor } from '../actor.ts';
import { companyTable } from '../companies/company.ts';
import type { AllCompanies } from '../database/sql/all-companies.ts';
import { instant } from '../database/sql/columns.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { everyCompanySql } from '../database/sql/statement.ts';
import { getOrMakeUpTo } from '../get-or-make.ts';
import { localeOf } from '../locale.ts';
import { tokenTable } from './token.ts';

/** A token as authentication reads it, with the values of its company that every request needs. */
interface PresentedToken {
  readonly actor: TokenActor;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

const FIND_BY_DIGEST = eachDialect((dialect) => {
  const { instantAsMs } = DIFFERENCES[dialect];
  return everyCompanySql`SELECT t.id, t.company_id, t.name, t.prefix, t.abilities,
    ${instantAsMs('t.revoked_at')} AS revoked_at, ${instantAsMs('t.expires_at')} AS expires_at,
    c.zone AS company_zone, c.locale AS company_locale
    FROM ${tokenTable} t JOIN ${companyTable} c ON c.id = t.company_id WHERE t.digest = $1`;
});

/** Looked up by the unique digest on every request; nothing is cached (D:K13). */
export async function findTokenByDigest(all: AllCompanies, digest: string): Promise<PresentedToken | null> {
  const [row] = await all.run(FIND_BY_DIGEST[all.dialect], [digest]);
  if (row === undefined) return null;
  return {
    actor: {
      kind: 'token',
      companyId: Number(row.company_id),
      companyZone: String(row.company_zone),
      companyLocale: localeOf(row.company_locale),
      tokenId: Number(row.id),
      tokenName: String(row.name),
      tokenPrefix: String(row.prefix),
      abilities: abilitySet(String(row.abilities)),
    },
    revokedAt: instant.nullable.fromDatabase(row.revoked_at),
    expiresAt: instant.nullable.fromDatabase(row.expires_at),
  };
}

/** The sets by their stored text: there are few combinations, and every request needs one. */
const abilitySets = new Map<string, ReadonlySet<Ability>>();
const MAX_ABILITY_SETS = 1_000;

/** The stored names as a set; a name of a newer version grants nothing here. */
export function abilitySet(stored: string): ReadonlySet<Ability> {
  return getOrMakeUpTo(MAX_ABILITY_SETS, abilitySets, stored, () => new Set(stored.split(' ').filter(isAbility)));
}
