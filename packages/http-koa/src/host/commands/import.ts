import {
  type Core,
  describeErrors,
  ImportRefusedError,
  type ImportReport,
  type ImportRequest,
  type ImportTarget,
  InvalidInputError,
  ShaonError,
} from '@shaon/core';
import { Option } from 'commander';
import { describeReport } from '../import/describe-report.ts';
import { openIdsFile } from '../import/ids-file.ts';
import { type ImportSource, openSource } from '../import/open-source.ts';
import { showProgress } from '../import/progress.ts';
import type { AddCommand } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface ImportOptions {
  readonly company?: string;
  readonly copy?: boolean;
  readonly partial?: boolean;
  readonly dryRun?: boolean;
  readonly events?: boolean;
  readonly welcome?: boolean;
  readonly ids?: string;
  readonly maxErrors: string;
}

/** docs/import.md describes the files. */
export const addImport: AddCommand = (program, shell) => {
  program
    .command('import')
    .description('bring a company in from a JSON file or a folder of CSV files; a server must be stopped on SQLite')
    .argument('<path>', 'the .json file, or the folder')
    .option('--company <id or name>', 'an existing company; without it the source names a new one')
    .addOption(
      new Option(
        '--copy',
        'make the company of --company, which an earlier export made, the same as this export',
      ).conflicts('partial'),
    )
    .option('--partial', 'write the rows that are right although others are refused')
    .option('--dry-run', 'validate everything, write nothing')
    .option('--events', 'fire employee.created for the people it makes')
    .option('--welcome', 'send a password to each imported person who has none')
    .addOption(new Option('--ids <file>', 'tell the id of each row in a new file, .csv or .jsonl').conflicts('dryRun'))
    .option('--max-errors <number>', 'how many errors are named', '100')
    .action((path: string, options: ImportOptions) => importPath(shell, path, options));
};

async function importPath(shell: Shell, path: string, options: ImportOptions): Promise<void> {
  const maxRefusals = wholeNumber(options.maxErrors);
  const source = await openSource(path);
  const company = targetOf(options.company, source);
  if (options.copy === true) assertCopy(options, source);
  await withCore(shell, { alone: 'import' }, async ({ core }) => {
    const { partial, dryRun, events } = options;
    const request = {
      company,
      files: source.files,
      ...source.exported,
      isCopy: options.copy === true,
      partial,
      dryRun,
      events,
      maxRefusals,
      onProgress: showProgress(shell.stderr),
    };
    const report = await runWritingIds(core, request, options.ids).catch((error) => refusedReport(error, source));
    shell.print(describeReport(report, { isDryRun: dryRun === true }));
    if (Object.values(report.counts).some(({ refused }) => refused > 0)) shell.exitCode = 1;
    if (report.isNewCompany && report.isWritten) {
      shell.print(
        `  It has no admin yet: shaon admin invite --company ${report.companyId} --name <name> --email <address>`,
      );
    }
    if (options.welcome === true && report.isWritten) {
      const people = await core.imports.welcome(report.companyId);
      shell.print(`  ${people} welcome messages wait to be sent: shaon serve or shaon worker does it.`);
    }
  });
}

/** Runs the import; if a file is requested, writes the ids of its rows there. */
async function runWritingIds(core: Core, request: ImportRequest, path: string | undefined): Promise<ImportReport> {
  if (path === undefined) return core.imports.run(request);
  const ids = await openIdsFile(path);
  const report = await core.imports.run({ ...request, onRows: (rows) => ids.write(rows) }).catch(async (error) => {
    await ids.discard();
    throw error;
  });
  await ids.finish();
  return report;
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

function assertCopy({ company }: ImportOptions, { exported }: ImportSource): void {
  if (company !== undefined && exported !== null) return;
  throw new ShaonError(
    'options_invalid',
    '--copy takes an export, and --company with the company that an earlier export made: see docs/moving.md.',
  );
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ShaonError('options_invalid', '--max-errors is a whole number.');
}
