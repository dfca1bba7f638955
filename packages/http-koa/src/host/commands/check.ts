import { isShaonError, type KindTally, ShaonError, type TableComparison } from '@shaon/core';
import { compareTables, comparisonOf, type TwoDatabases } from '@shaon/core/extension';
import { databaseConnection, requireDatabase } from '../database.ts';
import { describeTables } from '../describe-tables.ts';
import { documentsFolder } from '../documents-owner.ts';
import { keysFile, keysFileIsMissing } from '../keys-file.ts';
import { openCore } from '../open-core.ts';
import { assertAnother, forOtherDatabase } from '../other-database.ts';
import type { HostConfig } from '../settings.ts';
import { assertInstallationSchema, INSTALLATION_TABLES } from '../webhooks.ts';
import { type AddCommand, type CommandContext, commandContext } from './command.ts';
import { companyIdOf } from './export.ts';
import { logTableProgress } from './move.ts';
import type { Shell } from './shell.ts';

interface CheckOptions {
  readonly from: string;
  readonly to: string;
  readonly company?: string;
  readonly companyThere?: string;
  readonly documentsThere?: string;
  /** False with `--no-documents`. */
  readonly documents: boolean;
}

/** May run while servers run, because it reads each database in one committed state. */
export const addCheck: AddCommand = (program, shell) => {
  program
    .command('check')
    .description('count and sum up every table of two databases, and say whether they hold the same')
    .requiredOption('--from <url>', 'one database: postgres://user@host/database, or sqlite:path')
    .requiredOption('--to <url>', 'the other one')
    .option('--company <id>', 'only this company of the first, as its export has it; with --company-there')
    .option('--company-there <id>', 'the same company in the other one')
    .option('--documents-there <folder>', 'where the documents of the other one lie, if not where those of this one do')
    .option('--no-documents', 'compare the rows of a company without its documents')
    .action((options: CheckOptions) => check(shell, options));
};

async function check(shell: Shell, options: CheckOptions): Promise<void> {
  const context = commandContext(shell);
  const { config, log } = context;
  const fromConfig = forOtherDatabase(config, '--from', options.from);
  const toConfig = forOtherDatabase(config, '--to', options.to);
  const from = databaseConnection(fromConfig);
  const to = databaseConnection(toConfig);
  for (const database of [from, to]) await requireDatabase(database);
  const { company, companyThere } = options;
  if (company === companyThere) assertAnother(from, to, '--from and --to name one database. Name the other one.');
  if ((company === undefined) !== (companyThere === undefined)) {
    throw new ShaonError('options_invalid', '--company goes with --company-there: the ids may differ.');
  }
  const compared =
    company === undefined || companyThere === undefined
      ? await compareWhole(shell, { from, to, log })
      : await compareCompany(context, {
          ...options,
          fromConfig,
          toConfig,
          company: companyIdOf('--company', company),
          companyThere: companyIdOf('--company-there', companyThere),
        });
  shell.print(describeTables(compared));
  if (compared.some(({ isEqual }) => !isEqual)) shell.exitCode = 1;
}

async function compareWhole(shell: Shell, databases: Pick<TwoDatabases, 'from' | 'to' | 'log'>) {
  return compareTables({
    ...databases,
    tables: INSTALLATION_TABLES,
    assertSchema: assertInstallationSchema,
    onProgress: logTableProgress(shell),
  });
}

type CompanyCheck = Pick<CheckOptions, 'documents' | 'documentsThere'> & {
  readonly fromConfig: HostConfig;
  readonly toConfig: HostConfig;
  readonly company: number;
  readonly companyThere: number;
};

async function compareCompany(context: CommandContext, options: CompanyCheck): Promise<TableComparison[]> {
  const here = documentsFolder(context.config);
  const { documents, documentsThere = here } = options;
  return compareKinds(
    await tallyCompany({ ...context, config: options.fromConfig }, options.company, documents ? here : null),
    await tallyCompany(
      { ...context, config: options.toConfig },
      options.companyThere,
      documents ? documentsThere : null,
    ),
  );
}

/**
 * The tally of a company's export, because its ids and its encrypted values differ between databases.
 *
 * @param documents the folder of its documents; null leaves them out
 */
async function tallyCompany(
  { config, log }: CommandContext,
  companyId: number,
  documents: string | null,
): Promise<readonly KindTally[]> {
  if (keysFileIsMissing(config)) {
    throw new ShaonError(
      'keys_missing',
      `There is no ${keysFile(config)}, and a company is compared by what its keys open. Set SHAON_KEYS, or SHAON_DATA_DIR to the folder of the keys.`,
    );
  }
  // A replica may be some seconds behind.
  const { core } = await openCore({ ...config, databaseReadUrl: null }, log, {
    documents: documents ?? documentsFolder(config),
  });
  try {
    return await core.exports.tally(companyId, { documents: documents !== null });
  } catch (error) {
    throw documents === null ? error : namingFolder(error, documents);
  } finally {
    await core.close();
  }
}

/** Adds to the error where a document was looked for. */
function namingFolder(error: unknown, folder: string): unknown {
  if (!isShaonError(error, 'state_conflict')) return error;
  return new ShaonError(
    'state_conflict',
    `${error.message} It was looked for in ${folder}: --documents-there names the folder of the other database, and --no-documents compares without documents.`,
    error.details,
    { cause: error },
  );
}

function compareKinds(from: readonly KindTally[], to: readonly KindTally[]): TableComparison[] {
  return from.map((first, index) => comparisonOf(first.kind, first, to[index] as KindTally));
}
