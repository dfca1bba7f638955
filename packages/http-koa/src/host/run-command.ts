import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import {
  describeErrors,
  guardedHandler,
  InvalidInputError,
  isShaonError,
  silentLog,
  withoutSecrets,
} from '@shaon/core';
import { Command, CommanderError } from 'commander';
import { loadCommands } from './commands/list.ts';
import { Shell } from './commands/shell.ts';
import { explainRefusal, explainShaonError } from './explain-database-error.ts';
import { explainFileError } from './file-errors.ts';
import { exitAfterLogs } from './log.ts';
import { isStoppingOnSignal } from './stop-on-signal.ts';

/** Runs the command of the process's arguments; the process ends with its exit code. */
export async function runProcess(isServer: boolean): Promise<void> {
  handleLostOutput(isServer);
  const { env: environment, stdout, stderr } = process;
  const code = await runCommand(process.argv.slice(2), { environment, stdout, stderr });
  if (code === 0 || isStoppingOnSignal()) return;
  await new Promise((resolve) => stdout.write('', resolve));
  await exitAfterLogs(code);
}

/**
 * Runs a command of `shaon`, such as `['company', 'list']`, to its end; a server to its start. On an error it prints
 * problem and remedy to standard error.
 *
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  parts: ConstructorParameters<typeof Shell>[0],
): Promise<number> {
  const shell = new Shell(parts);
  const program = new Command('shaon')
    .description('Attendance and employee data of companies')
    .version(packageVersion(), '-V, --version', 'show the version of this program')
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
    });
  for (const addCommand of await loadCommands(args[0])) addCommand(program, shell);
  try {
    await program.parseAsync(args, { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    // A start that is stopped fails, and the stop is not over yet.
    if (!isStoppingOnSignal()) shell.tell(explain(error));
    return 1;
  }
}

/** The version of this package, which operators name when they upgrade or report a fault. */
function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/**
 * `shaon audit | head` ends silently when `head` ends, as other programs do; a full disk is reported. Servers continue,
 * whatever happens to their log. A standard error that cannot be written is ignored, because it is no reason to end.
 */
function handleLostOutput(isServer: boolean): void {
  process.stderr.on('error', () => undefined);
  const endUnlessServing = (error: NodeJS.ErrnoException) => {
    if (isServer) return;
    if (error.code === 'EPIPE') process.exit(128 + constants.signals.SIGPIPE);
    process.stderr.write(`The standard output cannot be written (${error.code}).\n`);
    process.exit(1);
  };
  process.stdout.on('error', guardedHandler(silentLog, 'standard output', endUnlessServing));
}

/** The message for the operator; for a fault of ours, without values that its message may contain. */
function explain(error: unknown): string {
  if (error instanceof InvalidInputError) {
    const { errors } = describeErrors(error.errors, 'en');
    return Object.values(errors).flat().join('\n');
  }
  if (isShaonError(error)) return explainShaonError(error);
  const fileError = explainFileError(error);
  if (fileError !== null) return fileError;
  const refusal = explainRefusal(error);
  if (refusal !== null) return refusal;
  const { type, code, syscall, message, stack } = withoutSecrets({ error }).error as Record<string, string | undefined>;
  return [`shaon failed: ${[type, code, syscall, message].filter(Boolean).join(' ')}`, stack].join('\n');
}
