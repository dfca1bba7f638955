import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config.ts';

type Output = Writable & { readonly isTTY?: boolean };

/** The environment, input, outputs and exit code of a command: of the process, or of the code that runs it within its own. */
export class Shell {
  exitCode = 0;
  readonly environment: Environment;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;

  constructor(parts: {
    readonly environment: Environment;
    readonly stdin?: Readable;
    readonly stdout: Output;
    readonly stderr: Output;
  }) {
    this.environment = parts.environment;
    this.stdin = parts.stdin ?? process.stdin;
    this.stdout = parts.stdout;
    this.stderr = parts.stderr;
  }

  /** A line of the result. */
  print(text: string): void {
    this.stdout.write(`${text}\n`);
  }

  /** A line beside the result: a fault, or how far the work is. */
  tell(text: string): void {
    this.stderr.write(`${text}\n`);
  }
}
