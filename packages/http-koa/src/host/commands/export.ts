import type { CompanyExport, ImportProgress } from '@shaon/core';
import { Option } from 'commander';
import { ExportFolder } from '../export/export-folder.ts';
import { companyCsv, companyJson, rowsCsv, rowsJson } from '../export/export-texts.ts';
import { type AddCommand, companyIdOf } from './command.ts';
import { showProgress } from './progress.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

type Format = 'csv' | 'json';

interface ExportOptions {
  readonly company: string;
  readonly to: string;
  readonly format: Format;
}

/** docs/maintenance.md. May run while a server runs, also on SQLite. */
export const addExport: AddCommand = (program, shell) => {
  program
    .command('export')
    .description('write a company into a new folder, in the form that `shaon import` reads')
    .requiredOption('--company <id>', 'which company')
    .requiredOption('--to <folder>', 'a folder that is not there yet, or empty')
    .addOption(
      new Option('--format <format>', 'files of CSV, or of JSON with one row on each line')
        .choices(['csv', 'json'])
        .default('csv'),
    )
    .action((options: ExportOptions) => exportCompany(shell, options));
};

async function exportCompany(shell: Shell, { company, to, format }: ExportOptions): Promise<void> {
  const companyId = companyIdOf(company);
  await withCore(shell, {}, async ({ core }) => {
    const folder = await ExportFolder.make(to);
    try {
      const keepDocument = folder.keepDocument.bind(folder);
      const counts = await core.exports.run({ companyId, keepDocument }, (exported) =>
        write(folder, exported, { format, onProgress: showProgress(shell) }),
      );
      await folder.finish();
      shell.print(`Company ${companyId} is in ${to}:`);
      for (const [kind, rows] of counts) shell.print(`  ${kind}: ${rows}`);
      shell.print('It holds ID numbers and salaries in clear: keep it as safe as the database.');
    } catch (error) {
      await folder.discard();
      throw error;
    }
  });
}

/** The texts of an export, each with the name of its file. */
const FORMATS = {
  csv: { companyFile: 'company.csv', company: companyCsv, extension: '.csv', rows: rowsCsv },
  json: { companyFile: 'company.json', company: companyJson, extension: '.jsonl', rows: rowsJson },
} as const;

async function write(
  folder: ExportFolder,
  { company, files }: CompanyExport,
  { format, onProgress }: { readonly format: Format; readonly onProgress: (progress: ImportProgress) => void },
): Promise<ReadonlyMap<string, number>> {
  const texts = FORMATS[format];
  const counts = new Map<string, number>();
  for (const file of files) {
    const { kind } = file;
    const name = kind + texts.extension;
    counts.set(kind, 0);
    const rows = texts.rows(file, (count) => {
      counts.set(kind, count);
      onProgress({ file: name, kind, rows: count, isDone: false });
    });
    await folder.write(name, rows);
    onProgress({ file: name, kind, rows: counts.get(kind) ?? 0, isDone: true });
  }
  await folder.write(texts.companyFile, texts.company(company));
  return counts;
}
