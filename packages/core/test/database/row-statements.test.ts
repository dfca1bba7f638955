import { expect } from 'chai';
import { insertStatement, selectStatement } from '../../src/database/row-statements.ts';
import { branchTable } from '../../src/organization/branch.ts';
import { departmentTable } from '../../src/organization/department.ts';
import { withCore } from '../support.ts';

describe('a statement on rows of one table', () => {
  it('inserts into the company of its scope, whatever the row says', () => {
    const { values } = insertStatement(departmentTable, 'sqlite', { companyId: 9, name: 'Bread' }, 'id', 3);
    expect(values).to.include(3).and.not.include(9);
  });

  it('searches for what is not there', () => {
    const { text, values } = selectStatement(branchTable, 'sqlite', { address: null }, 3);
    expect(text).to.include('"address" IS NULL').and.not.include('NOT NULL');
    expect(values).to.deep.equal([3]);
  });
});

withCore('an actor of no company', (test) => {
  it('reads and writes nothing', async () => {
    for (const companyId of [undefined, null, 0, -1, 1.5, '1', Number.NaN]) {
      const actor = { kind: 'system', companyId } as never;
      for (const call of [
        () => test.core.organization.departments(actor),
        () => test.core.organization.createDepartment(actor, { name: 'Bread' }),
      ]) {
        const error = await call().then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error, String(companyId)).to.have.property('code', 'options_invalid');
      }
    }
  });
});
