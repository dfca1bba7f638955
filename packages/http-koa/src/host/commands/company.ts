import { databaseConnection, prepareDatabase } from '../database.ts';
import { openCore } from '../open-core.ts';
import { type AddCommand, commandContext, print } from './command.ts';

interface CompanyOptions {
  readonly name: string;
  readonly zone?: string;
  readonly locale?: string;
  readonly phoneRegion?: string;
}

/** May run beside a server, on SQLite too (DESIGN, Unit of work). */
export const addCompany: AddCommand = (program) => {
  const company = program.command('company').description('the companies of this installation');
  company
    .command('create')
    .description('make a company')
    .requiredOption('--name <name>', 'its name')
    .option('--zone <zone>', 'its IANA time zone (default Asia/Jerusalem)')
    .option('--locale <locale>', 'he or en (default he)')
    .option('--phone-region <region>', 'the country of phone numbers without one (default IL)')
    .action(async (options: CompanyOptions) => {
      const { config, log } = commandContext({ needs: 'database' });
      await prepareDatabase(databaseConnection(config));
      const core = await openCore(config, log);
      try {
        const made = await core.companies.create({
          name: options.name,
          ...(options.zone === undefined ? {} : { zone: options.zone }),
          ...(options.locale === undefined ? {} : { locale: options.locale as 'he' | 'en' }),
          ...(options.phoneRegion === undefined ? {} : { phone_region: options.phoneRegion as 'IL' }),
        });
        print(`Company ${made.id} was made: ${made.name}, ${made.zone}.`);
      } finally {
        await core.close();
      }
    });
};
