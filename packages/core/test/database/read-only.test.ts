import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, withCore } from '../support.ts';

withCore('a reader', (test) => {
  const RENAME = 'UPDATE "shaon_department" SET name = $2 WHERE company_id = $1';
  const REMOVE = 'DELETE FROM "shaon_department" WHERE company_id = $1 RETURNING id';
  const names = async () => (await test.core.organization.departments(test.company)).map(({ name }) => name);

  before(() => test.core.organization.createDepartment(test.company, { name: 'Ovens' }));

  it('refuses a statement that writes, on SQLite, also the writer’s own connection', async () => {
    if (test.database.type !== 'sqlite') return;
    const { database } = test.core.extension;
    const attempts = async () => {
      for (const refused of [
        await refusal(database.scope(test.company).rows(rawSql(RENAME), ['Other'])),
        await refusal(database.scope(test.company).rows(rawSql(REMOVE))),
        await refusal(database.allCompanies().run(rawSql('DELETE FROM "shaon_department"'))),
      ]) {
        expect(refused).to.be.instanceOf(TypeError);
        expect(refused).to.have.property('message').that.contains('given to a reader');
      }
    };
    await attempts();
    // Now the reader has the connection of its own.
    await test.core.transaction(attempts);
    expect(await names()).to.deep.equal(['Ovens']);
  });

  it('leaves the same statement to a write, and reads on', async () => {
    const { database } = test.core.extension;
    await database.write(test.company, 'test.rename', {}, (company) => company.change(rawSql(RENAME), ['Cakes']));
    expect(await names()).to.deep.equal(['Cakes']);
    await database.write(test.company, 'test.remove', {}, async (company) => {
      expect(await company.change(rawSql(REMOVE))).to.have.length(1);
    });
    expect(await names()).to.deep.equal([]);
  });
});
