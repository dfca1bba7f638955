import { spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import { symbols } from 'pino';
import { createLog } from '../../src/host/log.ts';
import { removeOnSignal } from '../../src/host/remove-on-signal.ts';
import { stopOnSignal } from '../../src/host/stop-on-signal.ts';
import { makeDataFolder } from './running-shaon.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

function throws(): never {
  throw new Error('thrown in a handler');
}

type Listener = (...values: unknown[]) => void;

/** The listeners of the process that `work` adds; they are removed again. */
async function listenersAddedBy(events: readonly string[], work: () => unknown): Promise<Record<string, Listener>> {
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  await work();
  const added: Record<string, Listener> = {};
  for (const event of events) {
    for (const listener of process.rawListeners(event) as Listener[]) {
      if (before.get(event)?.has(listener)) continue;
      added[event] = listener;
      process.off(event, listener);
    }
  }
  return added;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

describe('a throw in a handler of a process', () => {
  const { exit } = process;
  afterEach(() => {
    process.exit = exit;
  });

  it('that stops on a signal leaves the process to the next signal', async () => {
    const { log, failed, untilFailed } = handlerLog();
    const { SIGTERM } = await listenersAddedBy(SIGNALS, () => stopOnSignal(async () => undefined, log, throws));
    SIGTERM?.('SIGTERM');
    await untilFailed();
    expect(failed).to.deep.equal(['signal to stop']);
  });

  it('that removes a file on a signal has removed the file', async () => {
    // A command logs nothing.
    const handler = 'signal while a file is written';
    const folder = makeDataFolder();
    const part = join(folder.path, 'part');
    writeFileSync(part, 'half');
    let keep: (() => void) | undefined;
    const { SIGHUP } = await listenersAddedBy(SIGNALS, async () => {
      keep = removeOnSignal(part);
    });
    process.exit = throws;
    SIGHUP?.('SIGHUP');
    expect(existsSync(part), handler).to.equal(false);
    keep?.();
    folder.remove();
  });

  it('that hears of a lost standard output leaves the command running', async () => {
    // A command has no log.
    const handler = 'standard output';
    const program = `
      const { runProcess } = await import('./dist/host/run-command.js');
      process.argv.splice(1, 9, 'shaon', 'config');
      process.exit = () => { throw new Error('thrown in a handler'); };
      await runProcess(false);
      process.stdout.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }));
      process.stderr.write('still there');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: new URL('../..', import.meta.url),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ told, code }, handler).to.deep.equal({ told: 'still there', code: 0 });
  });

  it('that tells of a lost log leaves the process running', () => {
    // The log is what has failed.
    const handler = 'line that the log cannot write';
    const log = createLog({ level: 'silent' });
    const { write } = process.stderr;
    let told = '';
    process.stderr.write = ((line: string) => {
      told = line;
      throws();
    }) as typeof write;
    try {
      const stream = (log as never as Record<symbol, EventEmitter>)[symbols.streamSym];
      stream?.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }));
    } finally {
      process.stderr.write = write;
    }
    expect(told, handler).to.equal('The log cannot be written (ENOSPC). Its lines are lost until it can be.\n');
  });
});
