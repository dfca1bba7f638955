import { expect } from 'chai';
import { CORE_TABLES } from '../../dist/entities.js';
import { continueAfter, lastIdOf } from '../../dist/move/id-sequences.js';
import { withCore } from '../support.ts';

withCore('the ids of a table that was moved', (test) => {
  const table = CORE_TABLES.find(({ name }) => name === 'shaon_department')!;
  const write = <T>(work: Parameters<typeof test.core.extension.database.writeAllCompanies<T>>[2]) =>
    test.core.extension.database.writeAllCompanies('test', {}, work);

  it('go on after the last one, and a second move is told of it before another row is written', async () => {
    expect(await write((all) => lastIdOf(all, table))).to.equal(0);
    await write((all, manager) => continueAfter({ all, manager }, table, 41));
    expect(await write((all) => lastIdOf(all, table))).to.equal(41);
    const { id } = await test.core.organization.createDepartment(test.company, { name: 'Moved' });
    expect(id).to.equal(42);
  });

  it('are as they were when the move is undone', async () => {
    const undone = write(async (all, manager) => {
      await continueAfter({ all, manager }, table, 1_000);
      throw new Error('undone');
    });
    expect(await undone.catch((error: Error) => error.message)).to.equal('undone');
    expect(await write((all) => lastIdOf(all, table))).to.equal(42);
  });
});
