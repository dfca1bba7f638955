import { type KindTally, ShaonError } from '@shaon/core';
import { compareTables, sameTally, type TableComparison, type TwoDatabases } from '@shaon/core/extension';
import { requireDatabase } from '../database.ts';
import { describeTables } from '../describe-tables.ts';
import { collectingGarbage } from '../import/collect-garbage.ts';
import { keysFile, keysFileIsMissing } from '../keys-file.ts';
import { openCore } from '../open-core.ts';
import { otherDatabase } from '../other-database.ts';
import { assertInstallationSchema, installationTables } from '../webhooks.ts';
import { type AddCommand, type CommandContext, commandContext, print } from './command.ts';
import { companyIdOf } from './export.ts';
import { tellOfTables } from './move.ts';

interface CheckOptions {
  readonly from: string;
  readonly to: string;
  readonly company?: string;
  readonly companyThere?: string;
}

/** May run beside servers: it reads each database as it is at one moment. */
export const addCheck: AddCommand = (program) => {
  program
    .command('check')
    .description('count and sum up every table of two databases, and say whether they hold the same')
    .requiredOption('--from <url>', 'one database: postgres://user@host/database, or sqlite:path')
    .requiredOption('--to <url>', 'the other one')
    .option('--company <id>', 'only this company of the first, as its export has it; with --company-there')
    .option('--company-there <id>', 'the same company in the other one')
    .action(check);
};

async function check(options: CheckOptions): Promise<void> {
  const context = commandContext();
  const { config, log } = context;
  const from = otherDatabase(config, '--from', options.from);
  const to = otherDatabase(config, '--to', options.to);
  for (const database of [from, to]) await requireDatabase(database);
  const { company, companyThere } = options;
  if ((company === undefined) !== (companyThere === undefined)) {
    throw new ShaonError('options_invalid', '--company goes with --company-there: the ids may differ.');
  }
  const compared =
    company === undefined || companyThere === undefined
      ? await compareWhole({ from, to, log })
      : compareKinds(
          await tallyCompany(context, options.from, companyIdOf('--company', company)),
          await tallyCompany(context, options.to, companyIdOf('--company-there', companyThere)),
        );
  print(describeTables(compared));
  if (compared.some(({ isEqual }) => !isEqual)) process.exitCode = 1;
}

async function compareWhole(databases: Pick<TwoDatabases, 'from' | 'to' | 'log'>) {
  return compareTables({
    ...databases,
    tables: await installationTables(),
    assertSchema: assertInstallationSchema,
    onProgress: collectingGarbage(tellOfTables()),
  });
}

/** A company by what its export says: its ids are others in each database, and so is what is encrypted. */
async function tallyCompany({ config, log }: CommandContext, url: string, companyId: number) {
  const there = { ...config, databaseUrl: url.trim() };
  if (keysFileIsMissing(there)) {
    throw new ShaonError(
      'keys_missing',
      `There is no ${keysFile(there)}, and a company is compared by what its keys open. Set SHAON_KEYS, or SHAON_DATA_DIR to the folder of the keys.`,
    );
  }
  const { core } = await openCore(there, log);
  try {
    return await core.exports.tally(companyId);
  } finally {
    await core.close();
  }
}

function compareKinds(from: readonly KindTally[], to: readonly KindTally[]): TableComparison[] {
  return from.map((first, index) => {
    const second = to[index] as KindTally;
    return { table: first.kind, from: first, to: second, isEqual: sameTally(first, second) };
  });
}
