import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { type AccessLinks, createAccessLinks } from './access-link-service.ts';
import { type AccessLinkUse, createAccessLinkUse } from './access-link-use.ts';
import {
  type AccountAdministration,
  createAccountAdministration,
  type SetEmployeeRole,
} from './account-administration.ts';
import { type AccountReads, createAccountReads } from './account-reads.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { createSessionAuthentication, type SessionAuthentication } from './session-authentication.ts';
import { createSessionReads, type SessionReads } from './session-reads.ts';
import { createSessions, type Sessions } from './session-service.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** The accounts of a company's people: log-ins, sessions, access links. */
export interface AccountService
  extends AccountReads,
    AccountAdministration,
    SignIn,
    SessionAuthentication,
    SessionReads,
    Sessions,
    AccessLinks,
    AccessLinkUse,
    OwnAccount {}

export interface AccountParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly setEmployeeRole: SetEmployeeRole;
}

export function createAccountService(parts: AccountParts): AccountService {
  const { passwordFits, ...signIn } = createSignIn(parts);
  return {
    ...createAccountReads(parts),
    ...createAccountAdministration(parts),
    ...signIn,
    ...createSessionAuthentication(parts),
    ...createSessionReads(parts),
    ...createSessions(parts),
    ...createAccessLinks(parts),
    ...createAccessLinkUse(parts),
    ...createOwnAccount(parts, passwordFits),
  };
}
