import { cpSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

describe('docs/import.md', function () {
  this.timeout(180_000);
  const workplace = new Workplace({ SHAON_SMS: 'spool' });
  after(() => workplace.remove());

  it('imports its sample: checked, made, and found again by id and by name', async () => {
    await workplace.sh('shaon migrate');
    symlinkSync(EXAMPLES, workplace.path('examples'));
    cpSync(`${EXAMPLES}/import-sample/csv`, workplace.path('more'), {
      recursive: true,
      filter: (file) => !file.endsWith('company.csv'),
    });
    const [dryRun = '', make = '', byId = '', byName = '', ...rest] = blockOf('docs/import.md', 'import').split('\n');
    expect(rest).deep.equal([]);
    await workplace.sh(dryRun);
    expect(await audit()).to.not.include('company.create');
    await workplace.sh(make);
    expect(await audit()).to.include('company.create');
    expect(byId).to.include('--company 3');
    await workplace.sh(byId.replace('--company 3', '--company 1'));
    await workplace.sh(byName);
    expect((await audit()).match(/company\.create/g)).lengthOf(1);
  });

  it('imports the sample of the examples as its own page says', async () => {
    const other = new Workplace({ SHAON_SMS: 'spool' });
    try {
      await other.sh('shaon migrate');
      symlinkSync(EXAMPLES, other.path('examples'));
      await other.sh(blockOf('examples/import-sample/README.md', 'import-sample'));
      expect((await other.sh('shaon audit')).match(/company\.create/g)).lengthOf(2);
    } finally {
      other.remove();
    }
  });

  const audit = () => workplace.sh('shaon audit');
});
