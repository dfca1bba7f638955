import { basename, extname } from 'node:path';
import { type ClockAnswer, type ClockRow, type SourceRow, systemActor } from '@shaon/core';
import { Option } from 'commander';
import { readCsv } from '../import/csv-file.ts';
import { readJsonLines } from '../import/json-lines.ts';
import { type AddCommand, companyIdOf } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface PunchesOptions {
  readonly company: string;
  readonly format?: 'csv' | 'jsonl';
}

/** docs/payroll.md describes the rows. May run while a server runs, also on SQLite. */
export const addPunches: AddCommand = (program, shell) => {
  program
    .command('punches')
    .description('record what clocks on the wall report')
    .argument('<file>', 'rows of CSV or of JSON, one on each line; - for the standard input')
    .requiredOption('--company <id>', 'which company')
    .addOption(new Option('--format <format>', "the file's ending says it; CSV without one").choices(['csv', 'jsonl']))
    .action((file: string, options: PunchesOptions) => recordPunches(shell, file, options));
};

async function recordPunches(shell: Shell, file: string, { company, format }: PunchesOptions): Promise<void> {
  const actor = systemActor(companyIdOf(company));
  const name = file === '-' ? 'standard input' : basename(file);
  const from = file === '-' ? shell.stdin : file;
  const isJson = (format ?? extname(file)).endsWith('jsonl');
  const chunks = isJson ? readJsonLines(from, name) : readCsv(from, name, ['device', 'number', 'at']);
  await withCore(shell, {}, async ({ core }) => {
    const { name: companyName } = await core.companies.get(actor);
    /** The lines of the rows that wait for their answers. */
    const lines: number[] = [];
    const counts = await core.attendance.recordPunches(actor, rowsOf(chunks, lines), {
      onAnswers: (answers) => tellRefused(shell, name, answers, lines.splice(0, answers.length)),
    });
    const { recorded, known, refused } = counts;
    shell.print(`${companyName}: ${recorded} recorded, ${known} known, ${refused} refused.`);
    if (refused > 0) shell.exitCode = 1;
  });
}

async function* rowsOf(chunks: AsyncIterable<readonly SourceRow[]>, lines: number[]): AsyncGenerator<ClockRow> {
  for await (const chunk of chunks) {
    for (const { line, values } of chunk) {
      lines.push(line);
      // Core judges each row.
      yield values as object as ClockRow;
    }
  }
}

function tellRefused(shell: Shell, name: string, answers: readonly ClockAnswer[], lines: readonly number[]): void {
  for (const [index, { answer, device, number, reason, message }] of answers.entries()) {
    if (answer !== 'refused') continue;
    const which = [device, number].filter((one) => one !== null).join(' ');
    shell.print(`${name}, line ${lines[index]}${which === '' ? '' : `, ${which}`}: ${reason}: ${message}`);
  }
}
