import { type CompanyExport, type ExportedFile, type ImportProgress, ShaonError } from '@shaon/core';
import { Option } from 'commander';
import { ExportFolder } from '../export/export-folder.ts';
import { companyCsv, rowsCsv, wholeJson } from '../export/export-texts.ts';
import { showProgress } from '../import/progress.ts';
import type { AddCommand } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

type Format = 'csv' | 'json';

interface ExportOptions {
  readonly company: string;
  readonly to: string;
  readonly format: Format;
}

/** docs/moving.md. May run while a server runs, also on SQLite. */
export const addExport: AddCommand = (program, shell) => {
  program
    .command('export')
    .description('write a company into a new folder, in the form that `shaon import` reads')
    .requiredOption('--company <id>', 'which company')
    .requiredOption('--to <folder>', 'a folder that is not there yet, or empty')
    .addOption(
      new Option('--format <format>', 'CSV files, or one file of JSON').choices(['csv', 'json']).default('csv'),
    )
    .action((options: ExportOptions) => exportCompany(shell, options));
};

async function exportCompany(shell: Shell, { company, to, format }: ExportOptions): Promise<void> {
  const companyId = companyIdOf('--company', company);
  await withCore(shell, {}, async ({ core }) => {
    const folder = await ExportFolder.make(to);
    try {
      const keepDocument = folder.keepDocument.bind(folder);
      const counts = await core.exports.run({ companyId, keepDocument }, (exported) =>
        WRITERS[format](folder, exported, showProgress(shell.stderr)),
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

type Counts = ReadonlyMap<string, number>;
type Write = (
  folder: ExportFolder,
  exported: CompanyExport,
  onProgress: (progress: ImportProgress) => void,
) => Promise<Counts>;

const WRITERS: Readonly<Record<Format, Write>> = {
  async csv(folder, { company, files }, onProgress) {
    const counts = new Map<string, number>();
    for (const file of files) {
      const { kind } = file;
      const name = `${kind}.csv`;
      counts.set(kind, 0);
      await folder.write(
        name,
        rowsCsv(file, (rows) => {
          counts.set(kind, rows);
          onProgress({ file: name, kind, rows, isDone: false });
        }),
      );
      onProgress({ file: name, kind, rows: counts.get(kind) ?? 0, isDone: true });
    }
    await folder.write('company.csv', companyCsv(company));
    return counts;
  },
  async json(folder, { company, files }, onProgress) {
    const counts = new Map<string, number>();
    const name = 'company.json';
    const onFileProgress = ({ kind }: ExportedFile, rows: number, isDone: boolean) => {
      counts.set(kind, rows);
      onProgress({ file: name, kind, rows, isDone });
    };
    await folder.write(name, wholeJson(company, files, onFileProgress));
    return counts;
  },
};

/** The company's id from an option. */
export function companyIdOf(option: string, text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new ShaonError('options_invalid', `${option} is the id of a company; \`shaon company list\` shows them.`);
}
