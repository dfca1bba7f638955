import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { NewFile } from '../../src/host/new-file.ts';

describe('a new file', () => {
  let folder: string;
  let path: string;
  const listeners = () => process.listenerCount('SIGTERM');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shaon-new-file-'));
    path = join(folder, 'rows.csv');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const failure = async (work: Promise<unknown>): Promise<Error & { code?: string }> =>
    work.then(
      () => expect.fail('It was not refused.'),
      (error: Error) => error,
    );

  it('has its name once it is complete, and only this user may read it', async () => {
    const before = listeners();
    const file = await NewFile.make(path);
    await file.write('one\n');
    expect(readdirSync(folder)).to.not.include('rows.csv');
    expect(listeners()).to.equal(before + 1);
    await file.write('two\n');
    await file.finish();
    expect(readdirSync(folder)).to.deep.equal(['rows.csv']);
    expect(readFileSync(path, 'utf8')).to.equal('one\ntwo\n');
    expect(listeners()).to.equal(before);
  });

  it('is refused at the start where a link has its name, also one that leads nowhere', async () => {
    symlinkSync(join(folder, 'nowhere.csv'), path);
    expect(await failure(NewFile.make(path))).to.have.property('code', 'options_invalid');
    expect(readdirSync(folder)).to.deep.equal(['rows.csv']);
  });

  it('replaces no file, also none that was written meanwhile, and leaves nothing behind', async () => {
    const file = await NewFile.make(path);
    await file.write('ours');
    writeFileSync(path, 'theirs');
    const refused = await failure(file.finish());
    expect([refused.code, refused.message]).to.deep.equal([
      'options_invalid',
      `${path} is there already. Name another file, or remove it first.`,
    ]);
    await file.discard();
    expect(readdirSync(folder)).to.deep.equal(['rows.csv']);
    expect(readFileSync(path, 'utf8')).to.equal('theirs');
    expect(await failure(NewFile.make(path))).to.have.property('code', 'options_invalid');
  });

  it('is never there without a handler of the signals that stop the process', async () => {
    const before = listeners();
    const making = NewFile.make(path);
    while (readdirSync(folder).length === 0) {
      await nextTurn();
      // Long enough for another thread to create the file.
      for (const until = performance.now() + 5; performance.now() < until; );
    }
    expect(listeners()).to.equal(before + 1);
    await (await making).discard();
    expect(listeners()).to.equal(before);
  });

  it('is gone when it is discarded', async () => {
    const file = await NewFile.make(path);
    await file.write('half');
    await file.discard();
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
