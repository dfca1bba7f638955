import {
  type CompanyReads,
  type CompanyTransaction,
  type CompanyWrites,
  companySql,
  everyCompanySql,
} from '@shaon/core/storage';
import { expect } from 'chai';
import { deleteOf } from '../../src/database/sql/statement.ts';
import { departmentTable } from '../../src/organization/department.ts';
import { deferred } from '../held-transaction.ts';
import { withCore } from '../support.ts';

withCore('a locked row', (test) => {
  const rename = (id: number, name: (before: string) => string, whenLocked: () => Promise<void> = async () => {}) =>
    test.core.extension.database.write(test.company, 'test', {}, async (company) => {
      const row = await company.lockOne(departmentTable, id);
      if (row === null) return null;
      await whenLocked();
      return (await company.update(departmentTable, row, { name: name(row.name) })).name;
    });

  it('is read as it is after the writer before it, so that no change is lost', async () => {
    const { id } = await test.core.organization.createDepartment(test.company, { name: '-' });
    const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
    await Promise.all(Array.from({ length: 8 }, (_, index) => rename(id, (before) => `${before}${index}`, turn)));
    const [department] = (await test.core.organization.departments(test.company)).filter((one) => one.id === id);
    expect([...(department?.name ?? '')].sort().join('')).to.equal('-01234567');
  });

  it('is not to be had of another company, nor for what is no id', async () => {
    const { id } = await test.core.organization.createDepartment(test.foreign, { name: 'Theirs' });
    for (const impossible of [id, 0, -1, 1.5, Number.NaN, 2 ** 31, 2 ** 60]) {
      expect(await rename(impossible, () => 'Ours')).to.equal(null);
    }
  });

  it('is given back as it was where nothing is to be changed', async () => {
    const { id } = await test.core.organization.createDepartment(test.company, { name: 'Same' });
    await test.core.extension.database.write(test.company, 'test', {}, async (company) => {
      const row = await company.lockOne(departmentTable, id);
      if (row === null) throw new Error('It is there.');
      expect(await company.update(departmentTable, row, { name: undefined })).to.equal(row);
      await company.remove(departmentTable, row);
      expect(await company.lockOne(departmentTable, id)).to.equal(null);
    });
  });
});

withCore('two transactions that lock rows in opposite orders', (test) => {
  it('end with one undone, which says that it may be tried again, on PostgreSQL', async () => {
    if (test.database.type !== 'postgres') return;
    const { organization } = test.core;
    const ids = [
      (await organization.createDepartment(test.company, { name: 'One' })).id,
      (await organization.createDepartment(test.company, { name: 'Two' })).id,
    ];
    const first = deferred();
    const second = deferred();
    const lockBoth = (order: readonly number[], mine: () => void, theirs: Promise<void>) =>
      test.core.transaction(async (manager) => {
        await organization.updateDepartment(test.company, order[0] as number, { name: `${order[0]}` }, { manager });
        mine();
        await theirs;
        await organization.updateDepartment(test.company, order[1] as number, { name: `${order[1]}` }, { manager });
      });
    const outcomes = await Promise.allSettled([
      lockBoth(ids, first.resolve, second.promise),
      lockBoth([...ids].reverse(), second.resolve, first.promise),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).to.have.length(1);
    expect(refused[0]).to.have.nested.property('reason.code', 'database_unavailable');
    expect(refused[0]).to.have.nested.property('reason.details.driverCode', '40P01');
    expect(refused[0])
      .to.have.nested.property('reason.message')
      .that.matches(/Try it again/);
  });
});

/** Never run: that these lines do not compile is what is shown (`npm run typecheck`). */
export async function mustNotCompile(reads: CompanyReads, writes: CompanyWrites, company: CompanyTransaction) {
  const actor = { kind: 'system', companyId: 1 } as const;
  const [row] = await company.find(departmentTable);
  if (row === undefined) return;
  // @ts-expect-error a row that was only read may have changed since
  await company.update(departmentTable, row, { name: 'x' });
  // @ts-expect-error the same for removing it
  await company.remove(departmentTable, row);
  // @ts-expect-error a text is no statement: it could forget the company
  await company.rows('SELECT 1');
  // @ts-expect-error a statement over all companies is none of one company
  await company.rows(everyCompanySql`SELECT 1`);
  // @ts-expect-error and the other way round
  await reads.allCompanies().run(companySql`SELECT 1`);
  // @ts-expect-error a scope that reads changes nothing
  await reads.scope(actor).change(deleteOf(departmentTable, { where: '1 = 1' }));
  // @ts-expect-error a writing service cannot read outside its caller's transaction
  writes.scope(actor);
  // @ts-expect-error and a read before a write takes the caller's options
  writes.scopeBeforeWrite(actor);
}
