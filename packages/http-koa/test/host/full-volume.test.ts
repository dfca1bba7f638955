import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SmallVolume, smallVolume } from '@shaon/testing';
import { expect } from 'chai';
import { ExportFolder } from '../../src/host/export/export-folder.ts';
import { explainFileError } from '../../src/host/file-errors.ts';

describe('a file of a command that fills its disk', () => {
  let volume: SmallVolume | null = null;

  beforeEach(function () {
    volume = smallVolume(1);
    // Only root may mount a small volume, and not in every container.
    if (volume === null) this.skip();
  });
  afterEach(() => volume?.close());

  const path = (name: string) => join(String(volume?.path), name);
  const LARGE = 'x'.repeat(2 * 1024 * 1024);
  const refusal = (work: Promise<unknown>) => work.then(() => 'It was written.', explainFileError);

  it('is named when it is one of an export', async () => {
    const folder = await ExportFolder.make(path('bakery'));
    async function* texts() {
      yield LARGE;
    }
    const name = path('bakery/attendance.csv');
    expect(await refusal(folder.write('attendance.csv', texts()))).to.equal(
      `Cannot write to ${name}: the disk is full.`,
    );
    await folder.discard();
    expect(readdirSync(path(''))).to.deep.equal([]);
  });
});
