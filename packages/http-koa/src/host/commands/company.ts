import { type Core, ShaonError, systemActor } from '@shaon/core';
import { publicOrigin } from '../addresses.ts';
import type { HostConfig } from '../settings.ts';
import { type AddCommand, print } from './command.ts';
import { withCore } from './with-core.ts';

interface CompanyOptions {
  readonly name: string;
  readonly zone?: string;
  readonly locale?: string;
  readonly phoneRegion?: string;
  readonly adminName?: string;
  readonly adminEmail?: string;
}

/** May run beside a server, on SQLite too. */
export const addCompany: AddCommand = (program) => {
  const company = program.command('company').description('the companies of this installation');
  company
    .command('create')
    .description('make a company, and a link by which its first admin sets his password')
    .requiredOption('--name <name>', 'its name')
    .option('--zone <zone>', 'its IANA time zone (default Asia/Jerusalem)')
    .option('--locale <locale>', 'he or en (default he)')
    .option('--phone-region <region>', 'the country of phone numbers that do not name one (default IL)')
    .option('--admin-name <name>', "its first admin's name")
    .option('--admin-email <address>', "its first admin's address")
    .action((options: CompanyOptions) => withCore({}, ({ core }, { config }) => createCompany(core, config, options)));
};

async function createCompany(core: Core, config: HostConfig, options: CompanyOptions): Promise<void> {
  if ((options.adminName === undefined) !== (options.adminEmail === undefined)) {
    throw new ShaonError('options_invalid', '--admin-name and --admin-email go together.');
  }
  const { made, invitation } = await core.transaction(async (manager) => {
    const made = await core.companies.create(newCompany(options), { manager });
    // Without any nobody could ask for leave; an admin renames and retires them (SPEC 2, Leave request).
    await core.absenceTypes.createDefaults(systemActor(made.id), { manager });
    if (options.adminName === undefined || options.adminEmail === undefined) return { made, invitation: null };
    const admin = { name: options.adminName, email: options.adminEmail };
    return { made, invitation: await core.accounts.inviteAdmin(made.id, admin, { manager }) };
  });
  print(`Company ${made.id} was made: ${made.name}, ${made.zone}.`);
  if (invitation === null) return;
  print(`For ${invitation.account.email}, once, until ${invitation.link.expiresAt.toISOString()}:`);
  print(`  ${publicOrigin(config)}${SET_UP_PATH}/${invitation.link.secret}`);
}

/** The page of the web interface where people set their first password. */
const SET_UP_PATH = '/admin/set-up';

/** Options that were not given are left to core's defaults; what was given is judged by core's own rules. */
function newCompany(options: CompanyOptions): Parameters<Core['companies']['create']>[0] {
  const { name, zone, locale, phoneRegion } = options;
  const given = Object.entries({ name, zone, locale, phone_region: phoneRegion }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as unknown as Parameters<Core['companies']['create']>[0];
}
