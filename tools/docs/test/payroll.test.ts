import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

describe('docs/payroll.md', function () {
  this.timeout(180_000);
  const workplace = new Workplace({ SHAON_SMS: 'spool' });
  after(() => workplace.remove());

  it('takes a month away as a workbook, and as CSV', async () => {
    await workplace.sh('shaon migrate');
    await workplace.sh('shaon company create --name Bakery --admin-name Dana --admin-email dana@acme.example');
    const written = await workplace.sh(blockOf('docs/payroll.md', 'hours'));
    expect(written).to.include('The hours of 2026-05 are in may.xlsx.').and.include('0.00');
    expect(readFileSync(workplace.path('may.xlsx')).subarray(0, 2).toString()).to.equal('PK');
  });
});
