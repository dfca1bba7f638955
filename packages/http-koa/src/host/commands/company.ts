import { type Core, ShaonError, systemActor } from '@shaon/core';
import { Option } from 'commander';
import type { HostConfig } from '../settings.ts';
import { printAccessLink } from './access-link.ts';
import type { AddCommand } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface CompanyOptions {
  readonly name: string;
  readonly zone?: string;
  readonly locale?: string;
  readonly phoneRegion?: string;
  readonly adminName?: string;
  readonly adminEmail?: string;
}

/** May run while a server runs, also on SQLite. */
export const addCompany: AddCommand = (program, shell) => {
  const company = program.command('company').description('the companies of this installation');
  company
    .command('create')
    .description('make a company, and a link by which its first admin sets their password')
    .requiredOption('--name <name>', 'its name')
    .option('--zone <zone>', 'its IANA time zone (default Asia/Jerusalem)')
    .addOption(new Option('--locale <locale>', 'its language (default he)').choices(['he', 'en']))
    .option('--phone-region <region>', 'the country of phone numbers that do not name one (default IL)')
    .option('--admin-name <name>', "its first admin's name")
    .option('--admin-email <address>', "its first admin's address")
    .action((options: CompanyOptions) =>
      withCore(shell, {}, ({ core }, { config }) => createCompany(shell, core, config, options)),
    );
  company
    .command('list')
    .description('the id, name, zone and language of each company, and how many admins can sign in')
    .action(() => withCore(shell, {}, ({ core }) => listCompanies(shell, core)));
};

async function createCompany(shell: Shell, core: Core, config: HostConfig, options: CompanyOptions): Promise<void> {
  if ((options.adminName === undefined) !== (options.adminEmail === undefined)) {
    throw new ShaonError('options_invalid', '--admin-name and --admin-email go together.');
  }
  const { made, invitation } = await core.transaction(async (manager) => {
    const made = await core.companies.create(newCompany(options), { manager });
    // Without absence types nobody could ask for leave; an admin can rename and retire them (SPEC 2, Leave request).
    await core.absenceTypes.createDefaults(systemActor(made.id), { manager });
    if (options.adminName === undefined || options.adminEmail === undefined) return { made, invitation: null };
    const admin = { name: options.adminName, email: options.adminEmail };
    return { made, invitation: await core.accounts.inviteAdmin(made.id, admin, { manager }) };
  });
  shell.print(`Company ${made.id} was made: ${made.name}, ${made.zone}.`);
  if (invitation === null) return;
  printAccessLink(shell, config, invitation);
}

/** One line per company; one without an admin who can sign in needs `shaon admin invite`. */
async function listCompanies(shell: Shell, core: Core): Promise<void> {
  const companies = await core.operator.companies();
  if (companies.length === 0) shell.print('There is no company yet: `shaon company create` makes one.');
  for (const { id, name, zone, locale, admins } of companies) {
    shell.print([id, name, zone, locale, admins === 1 ? '1 admin' : `${admins} admins`].join('\t'));
  }
}

type NewCompany = Parameters<Core['companies']['create']>[0];

/** Core sets defaults for options that were not given, and validates those that were. */
function newCompany({ name, zone, locale, phoneRegion }: CompanyOptions): NewCompany {
  return {
    name,
    ...(zone !== undefined && { zone }),
    ...(locale !== undefined && { locale: locale as NonNullable<NewCompany['locale']> }),
    ...(phoneRegion !== undefined && { phone_region: phoneRegion as NonNullable<NewCompany['phone_region']> }),
  };
}
