import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { assertPossibleId } from '../input/possible-id.ts';
import { authorize } from '../permissions.ts';
import { type Account, accountOf, listAccounts } from './account-queries.ts';
import { loginTable } from './login.ts';

/** What an admin sees of their company's accounts. */
export interface AccountReads {
  /** Admins and managers; with `everybody` the employees' log-ins too. By id. */
  list(actor: Actor, filter?: { readonly everybody?: boolean }): Promise<Account[]>;
  /** Throws `not_found` for an unknown and for a foreign id alike. */
  get(actor: Actor, id: number): Promise<Account>;
}

export function createAccountReads({ database }: { readonly database: CompanyReads }): AccountReads {
  return {
    async list(actor, filter = {}) {
      authorize(actor, 'accounts.manage');
      return listAccounts(database.read(actor), (filter.everybody ?? false) ? 'everybody' : 'managing');
    },

    async get(actor, id) {
      authorize(actor, 'accounts.manage');
      assertPossibleId(id, 'account');
      const login = await database.read(actor).findOne(loginTable, { id });
      if (login === null) throw notFound('account');
      return accountOf(login);
    },
  };
}
