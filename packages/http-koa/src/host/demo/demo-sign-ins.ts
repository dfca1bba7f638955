import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, type Core, type LoginRole, type SystemActor, systemActor } from '@shaon/core';
import { writePrivateFile } from './private-file.ts';

/** The log-in of a person of the demo company. */
export interface DemoSignIn {
  readonly role: LoginRole;
  readonly email: string;
  readonly password: string;
}

const ADMIN = { name: 'ניהול המערכת', email: 'admin@demo.example' };
const ROLES: readonly LoginRole[] = ['admin', 'manager', 'employee'];
const LINE = /^(admin|manager|employee) (\S+@\S+) (\S+)$/;

/** The file with their passwords, which differ by installation: only this user can read it; shown on a terminal. */
export function demoSignInsPath(dataDir: string): string {
  return join(dataDir, 'demo', 'sign-ins');
}

/** One person of each role; none if this is not a demo. */
export function readDemoSignIns(dataDir: string): DemoSignIn[] {
  const path = demoSignInsPath(dataDir);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, role, email, password] = LINE.exec(line) ?? [];
      return role === undefined || email === undefined || password === undefined
        ? []
        : [{ role: role as LoginRole, email, password }];
    });
}

/** Lets one person of each role sign in. A stored password is kept, even if the person has changed it since. */
export async function ensureDemoSignIns(core: Core, dataDir: string, companyId: number): Promise<void> {
  const company = systemActor(companyId);
  const known = readDemoSignIns(dataDir);
  const accounts = await core.accounts.list(company, { everybody: true });
  const signIns: DemoSignIn[] = [];
  for (const role of ROLES) {
    const account = accountFor(role, accounts);
    const kept = known.find((one) => one.role === role && one.email === account?.email);
    if (kept !== undefined && account?.hasPassword && !account.mustChangePassword) {
      signIns.push(kept);
      continue;
    }
    const password = randomBytes(9).toString('base64url');
    const { email, secret } = await linkFor(core, company, role, account);
    await core.accounts.useLink(secret, password);
    signIns.push({ role, email, password });
  }
  const lines = signIns.map(({ role, email, password }) => `${role} ${email} ${password}\n`);
  writePrivateFile(demoSignInsPath(dataDir), lines.join(''));
}

function accountFor(role: LoginRole, accounts: readonly Account[]): Account | undefined {
  return accounts.find((one) =>
    role === 'admin' ? one.email === ADMIN.email : one.role === role && one.disabledAt === null,
  );
}

async function linkFor(
  core: Core,
  company: SystemActor,
  role: LoginRole,
  account: Account | undefined,
): Promise<{ readonly email: string; readonly secret: string }> {
  if (account !== undefined) {
    const { secret } = await core.accounts.makeLink(company, account.id);
    return { email: account.email, secret };
  }
  if (role !== 'admin') throw new Error(`The demo company has no ${role}.`);
  const { link } = await core.accounts.inviteAdmin(company.companyId, ADMIN);
  return { email: ADMIN.email, secret: link.secret };
}
