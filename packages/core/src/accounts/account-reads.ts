import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { longReading } from '../database/readings/reading.ts';
import { orNotFound } from '../errors.ts';
import { assertPossibleId } from '../possible-id.ts';
import type { ReadParts } from '../service-parts.ts';
import {
  type AccountName,
  accountNames,
  type ListedAccount,
  listAccounts,
  type NamedAccounts,
} from './listed-accounts.ts';

/** An admin's view of their company's accounts. */
export interface AccountReads {
  /** Admins and managers by id; with `everybody` also the employees' log-ins. */
  list(actor: Actor, filter?: { readonly everybody?: boolean }): Promise<ListedAccount[]>;
  /** Throws `not_found` for an unknown or foreign id. */
  get(actor: Actor, id: number): Promise<ListedAccount>;
  /** The names of these log-ins and of these employees, by id; omits unknown and foreign ids. */
  names(actor: Actor, of: NamedAccounts): Promise<AccountName[]>;
}

export function createAccountReads({ database, clock }: ReadParts): AccountReads {
  return {
    async list(actor, filter = {}) {
      authorize(actor, 'accounts.manage');
      return listAccounts(
        database.scope(actor, longReading('accounts.list')),
        (filter.everybody ?? false) ? 'everybody' : 'managing',
        clock.now(),
      );
    },

    async get(actor, id) {
      authorize(actor, 'accounts.manage');
      assertPossibleId(id, 'account');
      const [account] = await listAccounts(database.scope(actor), { id }, clock.now());
      return orNotFound(account, 'account');
    },

    async names(actor, of) {
      authorize(actor, 'accounts.manage');
      return accountNames(database.scope(actor), of);
    },
  };
}
