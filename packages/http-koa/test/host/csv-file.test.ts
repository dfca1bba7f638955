import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { csvFile } from '../../src/host/import/csv-file.ts';

describe('a CSV file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shaon-csv-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function refusalOf(columns: readonly string[], rows = ''): Promise<string> {
    const path = join(folder, 'employees.csv');
    await writeFile(path, `${columns.join()}\n${rows}`);
    try {
      for await (const _ of csvFile('employees', path, 'employees.csv').rows()) return 'rows';
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it('has no column twice, and those that must be there', async () => {
    expect(await refusalOf(['external_id', 'name', ' name'])).to.equal(
      'employees.csv, line 1: the column name stands twice.',
    );
    expect(await refusalOf(['name'])).to.equal('employees.csv, line 1: the column external_id is missing.');
    expect(await refusalOf(['external_id', 'name'])).to.equal('none');
  });

  it('has commas between its cells', async () => {
    for (const [separator, named] of [
      [';', 'semicolons'],
      ['\t', 'tabs'],
    ]) {
      expect(await refusalOf([['external_id', 'name'].join(separator)], `E-1${separator}Levi, Dana\n`)).to.include(
        `employees.csv, line 1: ${named} stand between the cells.`,
      );
    }
    expect(await refusalOf(['external_id', 'a;b'])).to.equal('none');
  });

  it('has rows of at most 4 MB: an open quote does not take the file into memory', async () => {
    const rest = 'E-1,"Dana\n'.padEnd(5_000_000, 'E-2,Noa\n');
    expect(await refusalOf(['external_id', 'name'], rest)).to.include('perhaps a quote is opened and never closed');
    expect(await refusalOf(['external_id', 'name'], `E-1,"${'x\n'.repeat(1_000_000)}"\n`)).to.equal('rows');
  });

  it('passes on long rows a few at a time: all rows of a portion are in memory', async () => {
    const path = join(folder, 'long-rows.csv');
    const row = `E-1,${'x'.repeat(1_000_000)}\n`;
    await writeFile(path, `external_id,name\n${row.repeat(30)}${'E-2,Dana\n'.repeat(300)}`);
    const portions: number[] = [];
    for await (const rows of csvFile('employees', path, 'long-rows.csv').rows()) portions.push(rows.length);
    expect(portions).to.deep.equal([5, 5, 5, 5, 5, 5, 250, 50]);
  });

  it('has a header line that is checked in a time that grows with its length alone', async () => {
    const start = process.cpuUsage();
    const columns = Array.from({ length: 200_000 }, (_, index) => `column${index}`);
    expect(await refusalOf(columns)).to.include('external_id is missing');
    // A second or two; by a look at all columns for each of them a minute.
    expect(process.cpuUsage(start).user).to.be.below(20_000_000);
  });
});
