import { type Account, type Core, isShaonError, ShaonError, systemActor } from '@shaon/core';
import type { Command } from 'commander';
import { printAccessLink } from './access-link.ts';
import { type AddCommand, companyIdOf } from './command.ts';
import { withCore } from './with-core.ts';

interface Person {
  readonly company: number;
  readonly email: string;
}

/** May run while a server runs, also on SQLite. */
export const addAdmin: AddCommand = (program, shell) => {
  const admin = program.command('admin').description('the admins of a company, where no page can help');
  of(admin.command('invite').description('make a further admin, and a link by which they set their password'))
    .requiredOption('--name <name>', 'their name')
    .action(({ company, name, email }: Person & { readonly name: string }) =>
      withCore(shell, {}, async ({ core }, { config }) => {
        await assertCompany(core, company);
        printAccessLink(shell, config, await core.accounts.inviteAdmin(company, { name, email }));
      }),
    );
  of(admin.command('link').description('make a new link for an admin who has lost their password')).action(
    (person: Person) =>
      withCore(shell, {}, async ({ core }, { config }) => {
        const account = await findAdmin(core, person);
        const link = await core.accounts.makeLink(systemActor(person.company), account.id);
        printAccessLink(shell, config, { account, link });
      }),
  );
  of(
    admin
      .command('remove-second-factor')
      .description('let an admin sign in by their password alone, who has lost their phone and their recovery codes'),
  ).action((person: Person) =>
    withCore(shell, {}, async ({ core }) => {
      const { id } = await findAdmin(core, person);
      await core.accounts.resetSecondFactor(systemActor(person.company), id);
      shell.print(`${person.email} signs in by the password alone now. Their sessions have ended.`);
    }),
  );
};

function of(command: Command): Command {
  return command
    .requiredOption('--company <id>', 'as `shaon company list` shows it', companyIdOf)
    .requiredOption('--email <address>', 'their e-mail address');
}

async function assertCompany(core: Core, id: number): Promise<void> {
  try {
    await core.companies.get(systemActor(id));
  } catch (error) {
    if (!isShaonError(error, 'not_found')) throw error;
    throw new ShaonError('not_found', `There is no company with the id ${id}: \`shaon company list\` shows them.`);
  }
}

async function findAdmin(core: Core, { company, email }: Person): Promise<Account> {
  await assertCompany(core, company);
  const accounts = await core.accounts.list(systemActor(company));
  const found = accounts.find((one) => one.role === 'admin' && one.email.toLowerCase() === email.toLowerCase());
  if (found !== undefined) return found;
  throw new ShaonError('not_found', `Company ${company} has no admin with that address.`);
}
