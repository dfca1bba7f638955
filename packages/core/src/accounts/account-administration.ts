import { authorize } from '../abilities-and-roles.ts';
import { type Actor, type LoginRole, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { ExpectedVersion } from '../database/sql/expected-version.ts';
import { differingColumns } from '../database/sql/locked-row.ts';
import { emailKey } from '../input/contact-fields.ts';
import { validate } from '../input/validate.ts';
import { assertPossibleId } from '../possible-id.ts';
import type { WriteParts } from '../service-parts.ts';
import { endMailed, insertAccessLink, type NewAccessLink } from './access-link-service.ts';
import {
  type AccountChange,
  accountChangeInput,
  type NewAccount,
  type NewAdmin,
  newAccountInput,
  newAdminInput,
  type StaffRole,
  staffRoleInput,
} from './account-input.ts';
import { type Account, accountOf, endSessions, lockLogin } from './account-queries.ts';
import { assertNotLastAdmin, assertWithoutStaffRow, lockActiveAdmins, refuseTakenEmail } from './account-rules.ts';
import { loginTable, UNUSED_LOGIN } from './login.ts';

/** A new account, and the link for its first sign-in. */
export interface Invitation {
  readonly account: Account;
  /** The person sets their first password with it. */
  readonly link: NewAccessLink;
}

/** An admin's acts on the accounts of their company. */
export interface AccountAdministration {
  /**
   * Makes an admin and their link; the operator does so after `companies.create`, or when a company has lost its last
   * admin. Throws `invalid_input` (`email: unique`, D:W10), `not_found` if there is no such company.
   */
  inviteAdmin(companyId: number, input: NewAdmin, options?: WriteOptions): Promise<Invitation>;
  /** Makes an admin or manager without a staff row. Throws `invalid_input`. */
  create(actor: Actor, input: NewAccount, options?: WriteOptions): Promise<Invitation>;
  /**
   * Changes name or address; with another address their links end. Throws `invalid_input`, `not_found`, `state_conflict`
   * for an account with a staff row.
   */
  update(actor: Actor, id: number, change: AccountChange, options?: WriteOptions): Promise<Account>;
  /**
   * Changes a staff member's role, in `employee.role` and in the log-in. Fires no event, because the event data has no
   * role (D:V8). `expectedVersion` is `versionOf({ role })` with the role that the page showed. Throws `not_found`,
   * `state_conflict` for the last active admin, and if somebody else has changed the role.
   */
  setRole(actor: Actor, input: StaffRole, options?: WriteOptions & ExpectedVersion): Promise<void>;
  /**
   * Ends an account's sessions and links and refuses its sign-ins (D:A15). Throws `not_found`, `state_conflict` for the
   * last active admin and for an account with a staff row (freeze the employee instead).
   */
  disable(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  /** Throws `not_found`, `state_conflict` for an account with a staff row. */
  enable(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

/** Sets the role in an employee's own row, which it locks, and returns the role before. Throws `not_found`. */
export type SetEmployeeRole = (
  company: CompanyTransaction,
  employeeId: number,
  role: LoginRole,
  expectedVersion: string | undefined,
  now: Date,
) => Promise<LoginRole>;

export function createAccountAdministration({
  database,
  audit,
  clock,
  setEmployeeRole,
}: WriteParts & { readonly setEmployeeRole: SetEmployeeRole }): AccountAdministration {
  async function invite(actor: Actor, input: NewAccount, options: WriteOptions): Promise<Invitation> {
    return database.write(actor, 'accounts.create', options, async (company) => {
      await readCompany(company);
      const now = clock.now();
      const made = company.insert(loginTable, {
        name: input.name,
        emailKey: emailKey(input.email),
        email: input.email,
        role: input.role,
        employeeId: null,
        passwordHash: null,
        mustChangePassword: false,
        ...UNUSED_LOGIN,
        createdAt: now,
        updatedAt: now,
      });
      const row = await made.catch(refuseTakenEmail);
      const link = await insertAccessLink(company, row.id, now);
      await auditAct(audit, company, actor, 'account.create', { login_id: row.id, role: row.role });
      return { account: accountOf(row), link };
    });
  }

  async function setDisabled(actor: Actor, id: number, isDisabled: boolean, options: WriteOptions): Promise<void> {
    authorize(actor, 'accounts.manage');
    await database.write(actor, isDisabled ? 'accounts.disable' : 'accounts.enable', options, async (company) => {
      const activeAdmins = await lockActiveAdmins(company);
      const login = await lockLogin(company, id);
      assertWithoutStaffRow(login);
      if ((login.disabledAt !== null) === isDisabled) return;
      const now = clock.now();
      if (isDisabled) {
        assertNotLastAdmin(activeAdmins, login);
        await endSessions(company, id, now);
        await endMailed(company, id, now);
      }
      await company.update(loginTable, login, { disabledAt: isDisabled ? now : null, updatedAt: now });
      await auditAct(audit, company, actor, isDisabled ? 'account.disable' : 'account.enable', { login_id: id });
    });
  }

  return {
    async inviteAdmin(companyId, input, options = {}) {
      assertPossibleId(companyId, 'company');
      return invite(systemActor(companyId), { ...validate(newAdminInput, input), role: 'admin' }, options);
    },

    async create(actor, input, options = {}) {
      authorize(actor, 'accounts.manage');
      return invite(actor, validate(newAccountInput, input), options);
    },

    async update(actor, id, input, options = {}) {
      authorize(actor, 'accounts.manage');
      const change = validate(accountChangeInput, input);
      return database.write(actor, 'accounts.update', options, async (company) => {
        const login = await lockLogin(company, id);
        assertWithoutStaffRow(login);
        const columns = differingColumns(login, { name: change.name, email: change.email });
        const fields = Object.keys(columns);
        if (fields.length === 0) return accountOf(login);
        const key = columns.email === undefined ? {} : { emailKey: emailKey(columns.email) };
        const now = clock.now();
        const changed = await company
          .update(loginTable, login, { ...columns, ...key, updatedAt: now })
          .catch(refuseTakenEmail);
        if (changed.emailKey !== login.emailKey) await endMailed(company, id, now);
        await auditAct(audit, company, actor, 'account.update', {
          ...{ login_id: id, fields },
          ...changesOf(login, columns),
        });
        return accountOf(changed);
      });
    },

    async setRole(actor, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'accounts.manage');
      const { employee_id: employeeId, role } = validate(staffRoleInput, input);
      await database.write(actor, 'accounts.setRole', options, async (company) => {
        const before = await setEmployeeRole(company, employeeId, role, expectedVersion, clock.now());
        await auditAct(audit, company, actor, 'account.set_role', {
          ...{ employee_id: employeeId, role },
          ...changesOf({ role: before }, { role }),
        });
      });
    },

    disable: (actor, id, options = {}) => setDisabled(actor, id, true, options),
    enable: (actor, id, options = {}) => setDisabled(actor, id, false, options),
  };
}
