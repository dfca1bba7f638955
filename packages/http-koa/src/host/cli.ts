#!/usr/bin/env node
import { describeErrors, InvalidInputError, isShaonError } from '@shaon/core';
import { Command } from 'commander';
import { COMMANDS } from './commands/list.ts';
import { explainFileError } from './file-errors.ts';
import { describeError } from './log-errors.ts';
import { explainShaonError } from './unreachable.ts';

/*
 * The command `shaon`: the process entry. It exits with 0, or with 1 after saying on the standard error what is wrong
 * and how to mend it.
 */

const program = new Command('shaon').description('Attendance and employee data of companies').showHelpAfterError();
for (const addCommand of COMMANDS) addCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  // Not left to itself: one of several processes lives as long as its channel to the first.
  process.exit(1);
}

/** What the operator can act on; a fault of ours comes without the values that its message may hold. */
function explain(error: unknown): string {
  if (error instanceof InvalidInputError) {
    const { errors } = describeErrors(error.errors, 'en');
    return Object.values(errors).flat().join('\n');
  }
  if (isShaonError(error)) return explainShaonError(error);
  const fileError = explainFileError(error);
  if (fileError !== null) return fileError;
  const { type, code, syscall, message, stack } = describeError(error) as Record<string, string | undefined>;
  return [`shaon failed: ${[type, code, syscall, message].filter(Boolean).join(' ')}`, stack].join('\n');
}
