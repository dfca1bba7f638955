import { expect } from 'chai';
import { withCore } from '../support.ts';
import { fillCompany } from '../testing/sample-company.ts';

withCore('history of absence labels', (test) => {
  it('is rewritten on requests and days of the company alone, and only when told to (D:L2)', async () => {
    await fillCompany(test.core, test.company);
    await fillCompany(test.core, test.foreign);
    const labelled = async (actor: typeof test.company, label: string) => {
      const page = { page: 1, per_page: 200 };
      const requests = await test.core.leave.list(actor, { type: label }, page);
      const days = await test.core.attendance.list(actor, {}, page);
      return [requests.total, days.items.filter((day) => day.absence_type === label).length];
    };
    const rename = async (from: string, to: string, rewriteHistory?: boolean) => {
      const types = await test.core.absenceTypes.list(test.company);
      const id = types.find((type) => type.label === from)!.id;
      await test.core.absenceTypes.rename(test.company, id, to, { rewriteHistory });
    };
    const before = await labelled(test.company, 'חופש');
    expect(before).to.not.include(0);
    await rename('חופש', 'נופש');
    expect(await labelled(test.company, 'חופש')).to.deep.equal(before);
    await rename('נופש', 'חופש');
    await rename('חופש', 'חופשה', true);
    expect(await labelled(test.company, 'חופשה')).to.deep.equal(before);
    expect(await labelled(test.company, 'חופש')).to.deep.equal([0, 0]);
    expect(await labelled(test.foreign, 'חופש')).to.deep.equal(before);
  });
});
