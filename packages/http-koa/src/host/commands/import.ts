import {
  type Core,
  describeErrors,
  type ImportedRow,
  ImportRefusedError,
  type ImportReport,
  type ImportRequest,
  type ImportTarget,
  InvalidInputError,
  ShaonError,
} from '@shaon/core';
import { Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { describeReport } from '../import/describe-report.ts';
import { type ImportSource, openSource } from '../import/open-source.ts';
import { type AddCommand, wholeNumber } from './command.ts';
import { showProgress } from './progress.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface ImportOptions {
  readonly company?: string;
  readonly partial?: boolean;
  readonly dryRun?: boolean;
  readonly events?: boolean;
  readonly welcome?: boolean;
  readonly ids?: boolean;
  readonly maxErrors: string;
}

/** docs/import.md describes the files. */
export const addImport: AddCommand = (program, shell) => {
  program
    .command('import')
    .description('bring a company in from a folder of CSV or JSON files; a server must be stopped on SQLite')
    .argument('<folder>', 'with company.csv or .json, and a file of .csv or .jsonl for each kind of rows')
    .option('--company <id or name>', 'an existing company; without it the source names a new one')
    .option('--partial', 'write the rows that are right although others are refused')
    .option('--dry-run', 'validate everything, write nothing')
    .option('--events', 'fire employee.created for the people it makes')
    .option('--welcome', 'send a password to each imported person who has none')
    .addOption(
      new Option('--ids', 'print the id of each row as CSV, and all else on the standard error').conflicts('dryRun'),
    )
    .option('--max-errors <number>', 'how many errors are named', '100')
    .action((folder: string, options: ImportOptions) => importFolder(shell, folder, options));
};

async function importFolder(shell: Shell, folder: string, options: ImportOptions): Promise<void> {
  const maxRefusals = wholeNumber('--max-errors', options.maxErrors, { least: 0 });
  const source = await openSource(folder);
  const company = targetOf(options.company, source);
  await withCore(shell, { alone: 'import' }, async ({ core }) => {
    const { partial, dryRun, events } = options;
    const request = {
      company,
      files: source.files,
      ...source.exported,
      partial,
      dryRun,
      events,
      maxRefusals,
      onProgress: showProgress(shell),
    };
    const ids: string[] = [];
    const report = await runNotingIds(core, request, options.ids === true ? ids : null).catch((error) =>
      refusedReport(error, source),
    );
    // Only now, because a program that reads them may store them at once.
    if (report.isWritten) for (const text of ids) shell.stdout.write(text);
    const tell = options.ids === true ? shell.tell.bind(shell) : shell.print.bind(shell);
    tell(describeReport(report, { isDryRun: dryRun === true }));
    if (Object.values(report.counts).some(({ refused }) => refused > 0)) shell.exitCode = 1;
    if (report.isNewCompany && report.isWritten) {
      tell(`  It has no admin yet: shaon admin invite --company ${report.companyId} --name <name> --email <address>`);
    }
    if (options.welcome === true && report.isWritten) {
      const people = await core.imports.welcome(report.companyId);
      tell(`  ${people} welcome messages wait to be sent: shaon serve or shaon worker does it.`);
    }
  });
}

const ID_COLUMNS = ['kind', 'external_id', 'id', 'outcome'];

/** For programs, which need each key unchanged: nothing is escaped for spreadsheets. */
const idsCsv = (rows: readonly ImportedRow[]): string =>
  stringify(rows.map(({ kind, externalId, id, outcome }) => [kind, externalId, id, outcome]));

/** Runs the import, and notes the ids of its rows as CSV. */
function runNotingIds(core: Core, request: ImportRequest, ids: string[] | null): Promise<ImportReport> {
  if (ids === null) return core.imports.run(request);
  ids.push(stringify([ID_COLUMNS]));
  return core.imports.run({ ...request, onRows: (rows) => void ids.push(idsCsv(rows)) });
}

/** Names the source's file in the errors of a new company too, which the import checks before it reads rows. */
function refusedReport(error: unknown, { companySource }: ImportSource): ImportReport {
  if (error instanceof ImportRefusedError) return error.report;
  if (!(error instanceof InvalidInputError)) throw error;
  const { errors } = describeErrors(error.errors, 'en');
  const lines = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => `${companySource}, ${field}: ${text}`),
  );
  throw new ShaonError('options_invalid', lines.join('\n'));
}

/** `--company 3` or `--company "Bakery"`; without it, the company that the source describes is created. */
function targetOf(named: string | undefined, source: ImportSource): ImportTarget {
  if (named !== undefined) return /^[1-9]\d{0,9}$/.test(named) ? { id: Number(named) } : { name: named };
  if (source.company !== null) return { create: source.company as { name: string } };
  throw new ShaonError(
    'options_invalid',
    'Whose rows are these? Say --company, or name a new company in the source: see docs/import.md.',
  );
}
