import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { makeDataFolder, migrateAll, settingsFor, shaon } from './running-shaon.ts';

/** An export that an earlier commit wrote, and that later ones must neither misread nor write differently. */
const KEPT = fileURLToPath(new URL('kept-export', import.meta.url));

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
}

/** New settings of the company have their defaults. */
const NEW_SETTINGS = ['45', 'false'];

/** The cells of `now` in the order of `kept`'s columns, which are read by name; other columns must be empty. */
function cellsAsKept(file: string, kept: Buffer, now: Buffer): (string | undefined)[][] {
  const [known = []] = parse(kept) as string[][];
  const [columns = [], ...rows] = parse(now) as string[][];
  const added = rows.flatMap((row) => row.filter((_, index) => !known.includes(columns[index] as string)));
  expect(added.filter((cell) => cell !== '')).to.deep.equal(file === '/company.csv' ? NEW_SETTINGS : []);
  return [columns, ...rows].map((row) => known.map((name) => row[columns.indexOf(name)]));
}

onEachDatabase('an export of an earlier commit', { migrate: migrateAll }, (database) => {
  it('is imported, and exported again value for value, beside columns that are new and empty', async () => {
    const folder = makeDataFolder();
    try {
      const settings = settingsFor(database.connection(), folder.path);
      const imported = await shaon(['import', KEPT], settings);
      expect(imported.code, imported.stderr + imported.stdout).to.equal(0);
      const again = join(folder.path, 'again');
      const exported = await shaon(['export', '--company', '1', '--to', again], settings);
      expect(exported.code, exported.stderr).to.equal(0);

      const files = filesOf(KEPT);
      expect(files).to.include('/attendance.csv');
      expect(filesOf(again)).to.have.members(files);
      for (const file of files) {
        const [kept, now] = [KEPT, again].map((root) => readFileSync(join(root, file))) as [Buffer, Buffer];
        if (file.endsWith('.csv')) expect(cellsAsKept(file, kept, now), file).to.deep.equal(parse(kept));
        else expect(now.equals(kept), file).to.equal(true);
      }
    } finally {
      folder.remove();
    }
  }).timeout(60_000);
});
