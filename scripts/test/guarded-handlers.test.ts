import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { guardMakersOf, unguardedHandlers } from '../guarded-handlers.mjs';
import { packageSources, ROOT } from './package-sources.ts';

describe('handlers', () => {
  const unguarded = [
    "socket.once('close', () => log.info({}, 'closed'));",
    "socket.on('data', hear);",
    "socket.on('data', this.#hear);",
    "signal.addEventListener('abort', function () { stop(); });",
    'setTimeout(() => void run(), 10);',
    'setTimeout(() => reject(new Error(text())), 10);',
    'setTimeout(() => finish.resolve(read()), 10);',
    'setTimeout(() => { clear(); }, 10);',
    'setInterval(run, 10);',
    'setImmediate(() => resolve(read()));',
    'process.nextTick(run);',
    "server.listen(0, 'localhost', () => open());",
    'server.close(() => end());',
    'socket.setTimeout(10, () => socket.destroy());',
    'pool.connect((error, client) => take(error, client));',
    'createServer((request, response) => answer(request, response));',
    "server.prependListener('request', (request) => note(request));",
    'new PerformanceObserver((list) => note(list));',
  ];
  for (const text of unguarded) {
    it(`are found where nothing guards them: ${text}`, () => {
      expect(unguardedHandlers('a.ts', text)).to.deep.equal([`1: ${text.replace(/;$/, '')}`]);
    });
  }

  it('are found where only one of two functions of a name is guarded', () => {
    const source = `
      function a() { const end = guardedHandler(log, 'a', run); socket.on('end', end); }
      function b() { const end = () => run(); socket.on('end', end); }
    `;
    expect(unguardedHandlers('a.ts', source)).to.have.lengthOf(2);
  });

  it('are let through when they are guarded or cannot throw', () => {
    const source = `
      import { setTimeout as sleep } from 'node:timers/promises';
      const hear = guardedHandler(log, 'data', (chunk: Buffer) => read(chunk));
      const guarded = (handler: () => void) => guardedHandler(log, 'part', handler);
      function makeTask() { return guardedHandler(log, 'task', run); }
      class Queue {
        #run: () => void;
        constructor() { this.#run = guardedStep(log, 'step', run, refuse); }
        start() { setImmediate(this.#run); }
      }
      socket.on('data', hear);
      socket.once('close', guardedHandler(log, 'close', end));
      socket.once('end', guarded(end));
      setInterval(makeTask(), 10);
      setInterval(madeElsewhere(), 10);
      socket.on('error', () => undefined);
      port.on('message', (answer) => this.#asked.shift()?.resolve(answer));
      const timer = setTimeout(resolve, 10, null);
      const refuse = () => reject(new HttpRefusal(408, 'Too late.', { Connection: 'close' }));
      setTimeout(refuse, 10);
      setTimeout(() => controller.abort(), 10);
      socket.on('data', () => timer.refresh());
      stream.on('write', () => { parts.isWritable = true; });
      server.close(() => resolve());
      createServer(options, guardedHandler(log, 'request', answer));
      pool.close();
      server.setTimeout(10);
      await sleep(POLL_MS);
    `;
    expect(unguardedHandlers('a.ts', source, new Set(['madeElsewhere']))).to.deep.equal([]);
  });

  it('are guarded in every package', () => {
    const sources = packageSources().map((file) => ({ file, source: readFileSync(`${ROOT}${file}`, 'utf8') }));
    const makers = new Set(sources.flatMap(({ file, source }) => [...guardMakersOf(file, source)]));
    const found = sources.flatMap(({ file, source }) =>
      unguardedHandlers(file, source, makers).map((call) => `${file}:${call}`),
    );
    expect(found).to.deep.equal([]);
  });
});
