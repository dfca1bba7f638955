import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a process of the benchmark can be asked for, by name. */
export type Handlers = Readonly<Record<string, (argument: never) => unknown>>;

/** A process that does what it is asked, one thing after the other or several at a time. */
export interface Child<H extends Handlers> {
  readonly pid: number;
  ask<Name extends keyof H & string>(
    name: Name,
    ...argument: Parameters<H[Name]>
  ): Promise<Awaited<ReturnType<H[Name]>>>;
  /** Asks it to end, and ends it when it does not. */
  stop(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

const END_MS = 30_000;

/** @param program its file beside this one, without the ending */
export function startChild<H extends Handlers>(program: string, nodeOptions: readonly string[] = []): Child<H> {
  const child = fork(fileURLToPath(new URL(`./${program}.js`, import.meta.url)), {
    execArgv: [...nodeOptions],
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const open = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  child.on('message', (answer) => {
    const { id, result, error } = answer as Answer;
    if (error === undefined) open.get(id)?.resolve(result);
    else open.get(id)?.reject(new Error(`${program}: ${error}`));
    open.delete(id);
  });
  child.once('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${program} ended with ${code}`));
  });
  let asked = 0;
  return {
    pid: child.pid as number,
    ask(name, ...[argument]) {
      const id = ++asked;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve: resolve as (result: unknown) => void, reject });
        child.send({ id, name, argument } satisfies Question);
      });
    },
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  const killing = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(killing);
}

/** The other side: answers until the parent lets go. */
export function answerParent(handlers: Handlers, end: () => Promise<void>): void {
  process.on('message', async (message) => {
    const { id, name, argument } = message as Question;
    let answer: Answer;
    try {
      answer = { id, result: await handlers[name]?.(argument as never) };
    } catch (error) {
      answer = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    if (process.connected) process.send?.(answer);
  });
  process.once('disconnect', () => void end().finally(() => process.exit()));
  // A signal to the whole group is for the parent, which ends us.
  process.on('SIGINT', () => {});
}

/** Milliseconds of a clock that all processes of a machine share. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
