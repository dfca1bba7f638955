import type { Ability } from './ability-names.ts';
import { invalidOption, type ShaonError } from './errors.ts';
import type { Locale } from './locale.ts';
import { isPossibleId } from './possible-id.ts';

/** The role of a log-in: everything in its company, a manager's tasks, or only the person's own data. */
export type LoginRole = 'admin' | 'manager' | 'employee';

/** The source of a request, as far as the receiver knows it. */
export interface Origin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The id of the request, by which the audit and the log name it. */
  readonly requestId?: string | undefined;
}

/** An external system that uses one of its company's tokens. */
export interface TokenActor {
  readonly kind: 'token';
  readonly companyId: number;
  /** IANA zone for this company's date-times (D:T4). */
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
  /** The person's staff row; an admin may have none. */
  readonly employeeId: number | null;
  /** Where their request came from, for the audit of what they do; the pages add it. */
  readonly origin?: Origin | undefined;
}

/** A person as the caller of a method that is also for their own records, which a manager's limit leaves them (D:A111). */
export interface SelfActor extends AccountActor {
  readonly includesSelf: true;
}

/**
 * A person who signed in with the password from a message and must first choose their own (D:W26, A15). It is not an
 * `Actor`; only the change of the password accepts it.
 */
export interface PasswordChangeActor {
  readonly kind: 'password_change';
  readonly companyId: number;
  readonly loginId: number;
  readonly name: string;
}

/**
 * A person who has given their password and must still prove a second factor (`must: 'code'`), or set one up because
 * their company requires it (`must: 'enrol'`). It is not an `Actor`; only the services of second factors accept it.
 */
export interface SecondFactorActor {
  readonly kind: 'second_factor';
  readonly must: 'code' | 'enrol';
  readonly companyId: number;
  readonly loginId: number;
  readonly name: string;
}

/** A person of a session, whose sign-in may be incomplete. */
export type SessionActor = AccountActor | PasswordChangeActor | SecondFactorActor;

/** The person who signed in: ready to work, or required to choose a password or prove a second factor first. */
export type SignedInPerson =
  | { readonly mustChangePassword: false; readonly actor: AccountActor | SecondFactorActor }
  | { readonly mustChangePassword: true; readonly actor: PasswordChangeActor };

/** The embedding product itself, or the operator's command. */
export interface SystemActor {
  readonly kind: 'system';
  readonly companyId: number;
}

/** The caller of a service. An actor has its company; nothing else can name one (SPEC 1). */
export type Actor = TokenActor | AccountActor | SystemActor;

/**
 * The embedding product, acting for one of its companies. It may do everything within that company. Throws
 * `options_invalid` for an invalid id, because an undefined one must never mean every company.
 */
export function systemActor(companyId: number): SystemActor {
  return { kind: 'system', companyId: assertCompanyId(companyId) };
}

/** The name of an actor in audit rows and corrections; never a secret. */
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

/** The actor of a method that people may use for their own records too. Throws `options_invalid`. */
export function withSelf(actor: Actor): Actor {
  assertActor(actor);
  if (actor.kind !== 'account') return actor;
  const self: SelfActor = { ...actor, includesSelf: true };
  return self;
}

/** Checked again by all code that builds a query, because an undefined company must never mean every company. */
export function assertCompanyId(companyId: unknown): number {
  if (isPossibleId(companyId)) return companyId;
  throw invalidOption('A company id is a positive integer of at most 32 bits.');
}

const KINDS: ReadonlySet<unknown> = new Set<SessionActor['kind'] | Actor['kind']>([
  ...(['token', 'account', 'system'] as const),
  ...(['password_change', 'second_factor'] as const),
]);

/** A caller without type checks may pass anything as the actor, such as an id. Throws `options_invalid`. */
export function assertActor(actor: unknown): void {
  const { kind, companyId, abilities } = (actor ?? {}) as Partial<Record<keyof TokenActor, unknown>>;
  if (!KINDS.has(kind)) {
    throw invalidOption('The first argument of a service is its actor: systemActor(companyId), an account or a token.');
  }
  assertCompanyId(companyId);
  if (kind === 'token' && !(abilities instanceof Set)) throw invalidOption('The abilities of a token are a Set.');
}

/**
 * A product makes the accounts of its own log-in. If `employeeId` is missing, or a text as drivers give a bigint, it
 * equals no id, and people could decide on their own leave (D:A2); without `name` the audit would not say who did it.
 */
export function assertAccount({ loginId, name, employeeId }: AccountActor): void {
  if (!Number.isSafeInteger(loginId)) throw wrongAccount('loginId is a whole number');
  if (typeof name !== 'string') throw wrongAccount('name is a text');
  if (employeeId !== null && !isPossibleId(employeeId))
    throw wrongAccount('employeeId is the id of a staff row, or null');
}

function wrongAccount(rule: string): ShaonError {
  return invalidOption(`An account is made wrongly: ${rule}.`);
}
