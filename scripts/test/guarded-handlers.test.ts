import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { unguardedHandlers } from '../guarded-handlers.mjs';

/** Their event handlers and timers must be guarded. */
const FOLDERS = ['packages/http-koa/src/host', 'packages/http-koa/src/http'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('handlers', () => {
  const unguarded = [
    "socket.once('close', () => log.info({}, 'closed'));",
    "socket.on('data', hear);",
    "signal.addEventListener('abort', function () { stop(); });",
    'setTimeout(() => void run(), 10);',
    'setInterval(run, 10);',
    'setImmediate(() => resolve(read()));',
    'process.nextTick(run);',
    "server.listen(0, 'localhost', () => open());",
    'server.close(() => end());',
    'createServer((request, response) => answer(request, response));',
    "server.prependListener('request', (request) => note(request));",
  ];
  for (const text of unguarded) {
    it(`are found where nothing guards them: ${text}`, () => {
      expect(unguardedHandlers('a.ts', text)).to.deep.equal([`1: ${text.replace(/;$/, '')}`]);
    });
  }

  it('are let through when they are guarded or cannot throw', () => {
    const source = `
      const hear = guardedHandler(log, 'data', (chunk: Buffer) => read(chunk));
      socket.on('data', hear);
      socket.once('close', guardedHandler(log, 'close', end));
      socket.on('error', () => undefined);
      const timer = setTimeout(resolve, 10, null);
      server.close(() => resolve());
      createServer(options, guardedHandler(log, 'request', answer));
      pool.close();
      server.setTimeout(10);
    `;
    expect(unguardedHandlers('a.ts', source)).to.deep.equal([]);
  });

  it('are guarded in all of the host', () => {
    const found = FOLDERS.flatMap((folder) =>
      readdirSync(`${ROOT}${folder}`, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.ts'))
        .flatMap((name) => {
          const file = `${folder}/${name}`;
          return unguardedHandlers(file, readFileSync(`${ROOT}${file}`, 'utf8')).map((call) => `${file}:${call}`);
        }),
    );
    expect(found).to.deep.equal([]);
  });
});
