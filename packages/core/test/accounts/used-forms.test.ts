import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { refusal, TEST_NOW, withCore } from '../support.ts';
import { newAdmin } from './people.ts';

const DAY = 86_400_000;

withCore('accounts: forms that are sent once', (test) => {
  beforeEach(() => test.clock.set(TEST_NOW));

  let serial = 0;
  const newNumber = () => `a number of a form ${++serial}`;
  const code = async (act: Promise<unknown>) => ((await refusal(act)) as { code: string }).code;

  it('are refused the second time', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    const number = newNumber();
    await test.core.accounts.markFormUsed(actor, number);
    expect(await code(test.core.accounts.markFormUsed(actor, number))).to.equal('state_conflict');
    await test.core.accounts.markFormUsed(actor, newNumber());
    expect(await test.core.accounts.isFormUsed(actor, number)).to.equal(true);
    expect(await test.core.accounts.isFormUsed(actor, newNumber())).to.equal(false);
    const { actor: other } = await newAdmin(test.core, test.company);
    expect(await test.core.accounts.isFormUsed(other, number), 'of another person').to.equal(false);
  });

  it('can be sent again when the act was refused, and not when it was done', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    const number = newNumber();
    const act = (name: string) =>
      test.core.transaction(async (manager) => {
        await test.core.accounts.markFormUsed(actor, number, { manager });
        await test.core.organization.createDepartment(actor, { name }, { manager });
      });
    expect(await code(act(''))).to.equal('invalid_input');
    await act('North');
    expect(await code(act('South'))).to.equal('state_conflict');
    const departments = await test.core.organization.departments(actor);
    expect(departments.map(({ name }) => name)).to.deep.equal(['North']);
  });

  it('are done once when they come twice at the same time', async () => {
    const { actor } = await newAdmin(test.core, test.foreign);
    const number = newNumber();
    const twice = await Promise.allSettled(
      ['East', 'West'].map((name) =>
        test.core.transaction(async (manager) => {
          await test.core.accounts.markFormUsed(actor, number, { manager });
          await test.core.organization.createDepartment(actor, { name }, { manager });
        }),
      ),
    );
    expect(twice.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
    const failed = twice.find((one) => one.status === 'rejected');
    expect(failed?.reason).to.have.property('code', 'state_conflict');
    expect(await test.core.organization.departments(actor)).to.have.lengthOf(1);
  });

  it('count for one person: another’s form of the same number is another form', async () => {
    const number = newNumber();
    for (const company of [test.company, test.company, test.foreign]) {
      const { actor } = await newAdmin(test.core, company);
      await test.core.accounts.markFormUsed(actor, number);
    }
  });

  it('need a number that can be one', async () => {
    const { actor } = await newAdmin(test.core, test.company);
    for (const number of ['', 'short', 'x'.repeat(201), undefined, 12, null, ['x'.repeat(20)]]) {
      expect(await refusal(test.core.accounts.markFormUsed(actor, number as never))).to.have.deep.property('errors', {
        form: [{ rule: 'required' }],
      });
    }
  });

  it('are remembered as long as a session can live, by a digest', async () => {
    await test.core.prune({ now: new Date('2036-01-01T00:00:00Z') });
    const { actor } = await newAdmin(test.core, test.company);
    const number = newNumber();
    await test.core.accounts.markFormUsed(actor, number);
    const rows = await test.core.extension.database
      .scope(test.company)
      .rows(rawSql('SELECT * FROM "shaon_used_form" WHERE company_id = $1'));
    expect(JSON.stringify(rows)).not.to.contain(number);
    test.clock.advance(90 * DAY);
    expect(await test.core.prune()).to.include({ usedForms: 0 });
    expect(await code(test.core.accounts.markFormUsed(actor, number))).to.equal('state_conflict');
    test.clock.advance(1);
    expect(await test.core.prune()).to.include({ usedForms: 1 });
  });
});
