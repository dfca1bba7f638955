import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkNode } from '../install.mjs';
import { judge } from '../mocha.mjs';
import { keyedFiles, longestFirst, NAMED, plainFiles, suiteFolders, testFilesOf } from '../test-files.mjs';

describe('the test runner', () => {
  const none = new AbortController().signal;
  const late = AbortSignal.abort('too long');
  const counts = { passed: 3, failed: 0, skipped: 1 };

  it('passes on the counts of a run that ended well', () => {
    expect(judge(0, none, counts, [])).to.deep.equal({ ...counts, notes: [] });
    expect(judge(2, none, { ...counts, failed: 2 }, [])).to.deep.equal({ ...counts, failed: 2, notes: [] });
  });

  it('counts a crash, an end without tests and a run without an end as a failure', () => {
    expect(judge(0, none, undefined, []).failed).to.equal(1);
    expect(judge(1, none, counts, [])).to.include({ passed: 3, failed: 1 });
    expect(judge(0, none, { passed: 0, failed: 0, skipped: 0 }, []).failed).to.equal(1);
    expect(judge(143, late, counts, []))
      .to.include({ failed: 1 })
      .and.have.property('notes')
      .that.includes('too long');
  });

  it('names what was skipped', () => {
    expect(judge(0, none, counts, ['redis-server: how to get it']).notes.join()).to.contain('redis-server');
  });
});

describe('the test files', () => {
  const all = suiteFolders().flatMap(testFilesOf);

  it('are all there that are named', () => {
    expect(NAMED.filter((named) => !all.some((file) => file.startsWith(named)))).to.deep.equal([]);
  });

  it('run each once, the longest first', () => {
    const ordered = longestFirst(all);
    expect(ordered).to.have.members(all);
    expect(all.indexOf(ordered[0] ?? '')).to.be.above(0);
    expect(longestFirst(['b', 'a'])).to.deep.equal(['b', 'a']);
  });

  it('run in part without the fast path and on keys by company', () => {
    expect(all).to.include.members([...plainFiles(), ...keyedFiles()]);
    expect(plainFiles()).to.include('packages/core/test/database/unit-of-work.test.ts');
    expect(plainFiles()).not.to.include('packages/core/test/database/readings.test.ts');
    expect(keyedFiles()).to.include('packages/core/test/tokens/token-service.test.ts');
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
