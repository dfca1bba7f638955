import type { Ability } from './ability-names.ts';
import { ShaonError } from './errors.ts';
import type { Locale } from './locale.ts';

/** What a log-in may do: everything in its company, what managers do, or what concerns the person alone. */
export type LoginRole = 'admin' | 'manager' | 'employee';

/** An external system, by one of its company's tokens. */
export interface TokenActor {
  readonly kind: 'token';
  readonly companyId: number;
  /** IANA zone in which this company's date-times are shown (D:T4). */
  readonly companyZone: string;
  /** The language of localized texts (D:F3). */
  readonly companyLocale: Locale;
  readonly tokenId: number;
  readonly tokenName: string;
  readonly tokenPrefix: string;
  readonly abilities: ReadonlySet<Ability>;
}

/** A person who has logged in: an admin or a manager, or an employee for their own days. */
export interface AccountActor {
  readonly kind: 'account';
  readonly companyId: number;
  readonly loginId: number;
  readonly role: LoginRole;
  readonly name: string;
  /** The staff row of this person; an admin may have none. */
  readonly employeeId: number | null;
}

/**
 * A person who came with the password of a message and must choose their own first (D:W26, A15). It is no `Actor`: the
 * change of the password takes it, and nothing else does.
 */
export interface PasswordChangeActor {
  readonly kind: 'password_change';
  readonly companyId: number;
  readonly loginId: number;
  readonly name: string;
}

/**
 * A person who has given their password and must still prove a second factor (`must: 'code'`), or get one because their
 * company wants it (`must: 'enrol'`). It is no `Actor`: the services of second factors take it, and no other.
 */
export interface SecondFactorActor {
  readonly kind: 'second_factor';
  readonly must: 'code' | 'enrol';
  readonly companyId: number;
  readonly loginId: number;
  readonly name: string;
}

/** A person behind a session, whether or not their sign-in is complete. */
export type SessionActor = AccountActor | PasswordChangeActor | SecondFactorActor;

/** Who signed in: somebody who may work, or somebody who must choose a password or prove a second factor first. */
export type SignedInPerson =
  | { readonly mustChangePassword: false; readonly actor: AccountActor | SecondFactorActor }
  | { readonly mustChangePassword: true; readonly actor: PasswordChangeActor };

/** The embedding product itself, or the operator's command. */
export interface SystemActor {
  readonly kind: 'system';
  readonly companyId: number;
}

/** Who asks. An actor carries its company; nothing else can name one (SPEC 1). */
export type Actor = TokenActor | AccountActor | SystemActor;

/**
 * The embedding product acting for one of its companies. It may do everything within that company. Throws
 * `options_invalid` for what is no id: an undefined one must never mean every company.
 */
export function systemActor(companyId: number): SystemActor {
  return { kind: 'system', companyId: assertCompanyId(companyId) };
}

/** How an actor is named in audit rows and corrections: never a secret. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'token':
      return `token ${actor.tokenName} (${actor.tokenPrefix})`;
    case 'account':
      return actor.name;
    case 'system':
      return 'system';
  }
}

/** The highest id that the column of companies holds. */
const MAX_COMPANY_ID = 2 ** 31 - 1;

/** Checked again by whatever builds a query: an undefined company must never mean every company. */
export function assertCompanyId(companyId: unknown): number {
  if (Number.isInteger(companyId) && (companyId as number) > 0 && (companyId as number) <= MAX_COMPANY_ID) {
    return companyId as number;
  }
  throw new ShaonError('options_invalid', 'A company id is a positive integer of at most 32 bits.');
}
