import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  type PayrollFormat,
  type PayrollRequest,
  SALARY_COLUMNS,
  type SalaryColumn,
  ShaonError,
  systemActor,
} from '@shaon/core';
import { Option } from 'commander';
import { type AddCommand, companyIdOf, wholeNumber } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface HoursOptions {
  readonly company: string;
  readonly month: string;
  readonly format?: PayrollFormat;
  readonly rows?: 'person' | 'preset';
  readonly days?: 'approved' | 'all';
  readonly hours?: 'minutes' | 'hundredths';
  readonly department?: string;
  readonly branch?: string;
  readonly salary?: string;
}

/** docs/payroll.md. May run while a server runs, also on SQLite. */
export const addHours: AddCommand = (program, shell) => {
  program
    .command('hours')
    .description('write the hours of a month as the file that payroll software takes; it is audited')
    .argument('<file>', 'a file that is not there yet; - for the standard output')
    .requiredOption('--company <id>', 'which company')
    .requiredOption('--month <month>', 'YYYY-MM')
    .addOption(new Option('--format <format>', "the file's ending says it; CSV without one").choices(['csv', 'xlsx']))
    .addOption(new Option('--rows <kind>', 'a row a person, or a person and wage preset').choices(['person', 'preset']))
    .addOption(new Option('--days <days>', 'approved ones, or all with their state').choices(['approved', 'all']))
    .addOption(new Option('--hours <form>', 'as 8:20, or as 8.33').choices(['minutes', 'hundredths']))
    .option('--department <id>', 'of one department')
    .option('--branch <id>', 'of one branch')
    .option('--salary <columns>', `with salaries: some of ${SALARY_COLUMNS.join(',')}`)
    .action((file: string, options: HoursOptions) => writeHours(shell, file, options));
};

async function writeHours(shell: Shell, file: string, options: HoursOptions): Promise<void> {
  const actor = systemActor(companyIdOf(options.company));
  const format = options.format ?? (extname(file).toLowerCase() === '.xlsx' ? 'xlsx' : 'csv');
  const request = requestOf(options);
  await withCore(shell, {}, async ({ core }) => {
    const write = file === '-' ? null : await open(file, 'wx', 0o600);
    try {
      for await (const piece of core.payroll.file(actor, request, format)) {
        if (write !== null) await write.writeFile(piece);
        // A reader may be slower than the database.
        else if (!shell.stdout.write(piece)) await once(shell.stdout, 'drain');
      }
    } catch (error) {
      if (write !== null) await rm(file);
      throw error;
    } finally {
      await write?.close();
    }
    if (write !== null) shell.print(`The hours of ${options.month} are in ${file}.`);
  });
}

/** Reads the options before the database is opened, so that a mistake is told at once. */
function requestOf({ month, rows, days, hours, department, branch, salary }: HoursOptions): PayrollRequest {
  return {
    ...{ month, rows, days, hours },
    department_id: department === undefined ? null : wholeNumber('--department', department),
    branch_id: branch === undefined ? null : wholeNumber('--branch', branch),
    salary: salary === undefined ? null : salary.split(',').map(salaryColumn),
  };
}

function salaryColumn(text: string): SalaryColumn {
  const found = SALARY_COLUMNS.find((column) => column === text.trim());
  if (found !== undefined) return found;
  throw new ShaonError('options_invalid', `--salary names some of ${SALARY_COLUMNS.join(', ')}, separated by commas.`);
}
