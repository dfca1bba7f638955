import type { Account, NewAccessLink } from '@shaon/core';
import { publicRoot } from '../addresses.ts';
import { ADMIN_PATH } from '../paths.ts';
import type { HostConfig } from '../settings.ts';
import type { Shell } from './shell.ts';

/** Prints the address of the page where a person sets their password, only this once. */
export function printAccessLink(
  shell: Shell,
  config: HostConfig,
  { account, link }: { readonly account: Pick<Account, 'email'>; readonly link: NewAccessLink },
): void {
  shell.print(`For ${account.email}, once, until ${link.expiresAt.toISOString()}:`);
  shell.print(`  ${publicRoot(config)}${ADMIN_PATH}/set-up/${link.secret}`);
}
