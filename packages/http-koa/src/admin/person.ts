import type { AccountActor, PasswordChangeActor, SecondFactorActor } from '@shaon/core';

/** The caller, according to a cookie or the product's log-in. */
export type Person =
  | {
      readonly kind: 'account';
      readonly actor: AccountActor;
      readonly session: PersonSession | null;
      /** The product's answer for its own log-in; our own sessions have a time instead. */
      readonly isConfirmed: boolean;
    }
  | { readonly kind: 'password_change'; readonly actor: PasswordChangeActor; readonly session: PersonSession }
  | { readonly kind: 'second_factor'; readonly actor: SecondFactorActor; readonly session: PersonSession };

/** Our own session; null behind a product's log-in. */
export interface PersonSession {
  readonly sessionId: number;
  /** When the person last proved their password. */
  readonly confirmedAt: Date;
}

export type Theme = 'auto' | 'light' | 'dark';
