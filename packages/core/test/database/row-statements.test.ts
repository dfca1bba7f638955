import { expect } from 'chai';
import { insertStatement, selectStatement, updateStatement } from '../../src/database/sql/row-statements.ts';
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

  it('has a text of its own for each company, hold, and value that is there or not', () => {
    const search = (...rest: [object, number | null, ('none' | 'for update')?]) =>
      selectStatement(branchTable, 'postgres', ...rest).text;
    const texts = [
      search({ address: 'a' }, 3),
      search({ address: null }, 3),
      search({ address: 'a' }, null),
      search({ address: 'a' }, 3, 'for update'),
      search({ address: 'a', name: 'b' }, 3),
      search({ name: 'b', address: 'a' }, 3),
      selectStatement(branchTable, 'sqlite', { address: 'a' }, 3, 'for update').text,
    ];
    expect(new Set(texts).size).to.equal(texts.length);
    expect(search({ address: 'other' }, 4)).to.equal(texts[0]);
    expect(texts[0]).to.include('WHERE "company_id" = $1 AND "address" = $2 ORDER BY');
    expect(texts[2]).to.include('WHERE "address" = $1 ORDER BY');
    expect(texts[4]).to.include('"address" = $2 AND "name" = $3');
    expect(texts[5]).to.include('"name" = $2 AND "address" = $3');
  });

  it('changes what is named, each by its value, and nothing where nothing is', () => {
    const change = (columns: object) => updateStatement(branchTable, 3, 7, columns);
    expect(change({ name: 'b', address: undefined })).to.deep.equal({
      text: 'UPDATE "shaon_branch" SET "name" = $3 WHERE "company_id" = $1 AND "id" = $2',
      values: [3, 7, 'b'],
    });
    expect(change({ address: null, name: 'c' })).to.deep.equal({
      text: 'UPDATE "shaon_branch" SET "address" = $3, "name" = $4 WHERE "company_id" = $1 AND "id" = $2',
      values: [3, 7, null, 'c'],
    });
    expect(change({ address: undefined })).to.equal(null);
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
