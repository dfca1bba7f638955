import type { ServiceParts } from '../service-parts.ts';
import { type AccessLinks, type AccessLinkUse, createAccessLinks, createAccessLinkUse } from './access-link-service.ts';
import {
  type AccountAdministration,
  createAccountAdministration,
  type SetEmployeeRole,
} from './account-administration.ts';
import { type AccountReads, createAccountReads } from './account-reads.ts';
import { createForgottenPassword, type ForgottenPassword } from './forgotten-password.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import type { PasswordMailParts } from './password-mails.ts';
import { createSecondFactorCheck } from './second-factor-check.ts';
import { createSecondFactorEnrolment, type SecondFactorEnrolment } from './second-factor-enrolment.ts';
import { createSecondFactorProof, type SecondFactorProof } from './second-factor-proof.ts';
import { createSessionReads, type SessionReads } from './session-reads.ts';
import { createSessions, type Sessions } from './session-service.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createSignInWrites } from './sign-in-writes.ts';
import { createUsedForms, type UsedForms } from './used-forms.ts';

/** The accounts of a company's people: log-ins, sessions, access links. */
export interface AccountService
  extends AccountReads,
    AccountAdministration,
    SignIn,
    SessionReads,
    Sessions,
    AccessLinks,
    AccessLinkUse,
    OwnAccount,
    ForgottenPassword,
    SecondFactorEnrolment,
    SecondFactorProof,
    UsedForms {}

interface AccountParts extends ServiceParts, PasswordMailParts {
  readonly setEmployeeRole: SetEmployeeRole;
}

export function createAccountService(parts: AccountParts): AccountService {
  const { passwordFits, ...signIn } = createSignIn(parts, createSignInWrites(parts));
  const secondFactorCheck = createSecondFactorCheck(parts);
  return {
    ...createAccountReads(parts),
    ...createAccountAdministration(parts),
    ...signIn,
    ...createSessionReads(parts),
    ...createSessions(parts),
    ...createAccessLinks(parts),
    ...createAccessLinkUse(parts),
    ...createOwnAccount(parts, passwordFits),
    ...createForgottenPassword(parts),
    ...createSecondFactorEnrolment(parts, secondFactorCheck),
    ...createSecondFactorProof(parts, secondFactorCheck, passwordFits),
    ...createUsedForms(parts),
  };
}
