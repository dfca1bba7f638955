import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { countsOf, filesToTryAgain, type Results, withSecondTry } from '../mocha.mjs';
import { checkNode } from '../setup.mjs';
import { LONGEST, longestFirst, suiteFolders, testFilesOf } from '../test-files.mjs';

const all = suiteFolders().flatMap(testFilesOf);

describe('the test runner', () => {
  const passing = { passed: 3, skipped: 1, failures: [], seconds: 0 };
  const failing = { passed: 2, skipped: 1, failures: ['opens: it is late'], seconds: 0 };
  const run = (results: Results | undefined, code = 0) => ({ code, results, notes: [] });

  it('passes on the counts of a run that ended well', () => {
    expect(countsOf(run({ a: passing, b: passing }))).to.deep.equal({ passed: 6, failed: 0, skipped: 2, notes: [] });
  });

  it('names the failures', () => {
    const counts = { passed: 5, failed: 1, skipped: 2, notes: ['FAILED: b: opens: it is late'] };
    expect(countsOf(run({ a: passing, b: failing }, 1))).to.deep.equal(counts);
  });

  it('counts a crash and an end without tests as a failure', () => {
    expect(countsOf(run(undefined)).failed).to.equal(1);
    expect(countsOf(run({ a: passing }, 1))).to.include({ passed: 3, failed: 1 });
    expect(countsOf(run({})).failed).to.equal(1);
  });

  it('runs a few failed files again, but none that searches for what shows only now and then', () => {
    expect(filesToTryAgain(run({ a: passing, b: failing }))).to.deep.equal(['b']);
    expect(filesToTryAgain(run(undefined))).to.deep.equal([]);
    expect(filesToTryAgain(run({ a: failing, b: failing, c: failing, d: failing }))).to.deep.equal([]);
    const races = all.filter((file) => file.includes('/races/'));
    expect(races).not.to.deep.equal([]);
    for (const file of races) expect(filesToTryAgain(run({ [file]: failing }))).to.deep.equal([]);
  });

  it('counts a second run and names what passed only then', () => {
    const first = run({ a: passing, b: failing }, 1);
    const note = 'PASSED ONLY WHEN RUN AGAIN, ALONE: b: opens: it is late';
    const counts = { passed: 6, failed: 0, skipped: 2, notes: [note] };
    expect(countsOf(withSecondTry(first, run({ b: passing })))).to.deep.equal(counts);
    expect(countsOf(withSecondTry(first, run({ b: failing }, 1)))).to.include({ passed: 5, failed: 1 });
    expect(countsOf(withSecondTry(first, run(undefined, 7)))).to.include({ passed: 5, failed: 1 });
    expect(countsOf(withSecondTry(first, run({ b: passing }, 7)))).to.include({ passed: 6, failed: 1 });
    const another = run({ ...first.results, c: failing }, 2);
    expect(countsOf(withSecondTry(another, run({ b: passing })))).to.include({ passed: 8, failed: 1 });
  });
});

describe('the test files', () => {
  it('are all there that are named', () => {
    expect(LONGEST.filter((named) => !all.includes(named))).to.deep.equal([]);
  });

  it('run each once, the longest first', () => {
    const ordered = longestFirst(all);
    expect(ordered).to.have.members(all);
    expect(all.indexOf(ordered[0] ?? '')).to.be.above(0);
    expect(longestFirst(['b', 'a'])).to.deep.equal(['b', 'a']);
  });
});

describe('the supported Node', () => {
  const range = '^20.19 || ^22.13 || >=24.11';
  for (const version of ['20.19.0', '20.20.2', '22.13.1', '24.11.0', '25.0.0', '26.1.0']) {
    it(`takes ${version}`, () => checkNode(version, range));
  }
  for (const version of ['18.20.4', '20.18.9', '21.7.0', '22.12.0', '23.9.0', '24.10.0']) {
    it(`refuses ${version}`, () => expect(() => checkNode(version, range)).to.throw(version));
  }
});

describe('npm start', () => {
  it('refuses a DATABASE_URL and names the commands to use', async () => {
    const script = fileURLToPath(new URL('../start.mjs', import.meta.url));
    const env = { ...process.env, DATABASE_URL: 'postgres://user:secret@127.0.0.1/product' };
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code, output: stdout + stderr }),
      );
    });
    expect(code).to.equal(1);
    expect(output).to.contain('npm run shaon -- migrate').and.not.contain('secret');
  });
});
