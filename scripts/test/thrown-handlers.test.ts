import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { handlerNames, isThrownInto, thrownNames } from '../thrown-handlers.mjs';
import { packageSources, ROOT, throwingTests } from './package-sources.ts';

/** The handlers that no test can make throw, with the reason. */
const WITHOUT_THROW: Readonly<Record<string, string>> = {
  'deadline of a body': 'It settles a promise.',
  'end of a connection': 'It calls only handlers that are guarded themselves.',
  'end of a reader thread': 'It forgets the thread and aborts a signal.',
  'end of a request': 'It counts down and settles a promise.',
  'statement of a reader thread': 'It catches what the statement throws, and its rows can always be sent.',
  'turn of a pipelined request': 'It forgets the end of the connection and settles a promise.',
};

const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');

describe('the handlers of all packages', () => {
  const named = packageSources().flatMap((file) =>
    [...new Set(handlerNames(file, read(file)))].map((name) => ({ file, name })),
  );
  const names = named.map(({ name }) => name);
  const thrown = new Set(throwingTests().flatMap((file) => thrownNames(file, read(file))));

  it('are each thrown into by a test of a file throwing-*.test.ts', () => {
    const untested = named.filter(({ name }) => !isThrownInto(name, thrown) && !Object.hasOwn(WITHOUT_THROW, name));
    expect(untested).to.deep.equal([]);
  });

  it('have a reason only where there is a handler, and no test', () => {
    for (const name of Object.keys(WITHOUT_THROW)) {
      expect(names).to.include(name);
      expect(isThrownInto(name, thrown), name).to.equal(false);
    }
  });

  it('have names that tell them apart', () => {
    const twice = named.filter(({ name }, index) => names.indexOf(name) !== index);
    expect(twice).to.deep.equal([]);
  });
});

describe('the names of handlers', () => {
  it('are read from the sources', () => {
    const source = `
      guardedHandler(log, 'a timer', run);
      guardedStep(log, \`work: \${name}\`, run, refuse);
      onRequestEnd({ log, name: 'request log' }, request);
      guardedHandler(log, name, run);
      createServer({ name: 'other' });
    `;
    expect(handlerNames('a.ts', source)).to.deep.equal(['a timer', 'work: *', 'request log']);
  });

  it('are read from the tables of tests', () => {
    const source = `
      const rows = [
        { handler: 'a timer', holds: 'the process goes on' },
        { handler: ['a hook', 'a queue'], holds: 'both go on' },
        { handler: [], unlogged: 'without a log' },
      ];
      const handler = 'of no table';
      log.info({ handler }, 'a line');
    `;
    const names = ['a timer', 'a hook', 'a queue', 'without a log', 'of no table'];
    expect(thrownNames('a.ts', source)).to.have.members(names);
  });

  it('are found with what varies in them', () => {
    const thrown = new Set(['work: import', 'a timer', 'listening to']);
    const all = ['work: *', 'a timer', 'listening to *', 'timer'].map((name) => isThrownInto(name, thrown));
    expect(all).to.deep.equal([true, true, false, false]);
  });
});
