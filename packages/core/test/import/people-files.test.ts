import type { SourceRow } from '@shaon/core';
import { expect } from 'chai';
import { recordEvents } from '../recorded-events.ts';
import { newEmployee, personOf, refusal, validIdNumber, withCore } from '../support.ts';

withCore('a file of people', (test) => {
  let count = 0;

  /** A row of somebody new, with other values in place of its own. */
  function row(key: string, more: Readonly<Record<string, string>> = {}): SourceRow {
    count += 1;
    const { name, email, phone } = newEmployee();
    const values = {
      ...{ external_id: key, name, email, phone: phone ?? '', id_number: validIdNumber(70_000 + count) },
      ...{ salary_type: 'hourly', hourly_rate: '50', ...more },
    };
    return { line: count + 1, values };
  }
  const judge = (rows: readonly SourceRow[], name = 'people.csv') =>
    test.core.peopleFiles.judge(test.company, { name, rows });
  const said = (people: readonly { readonly outcome: string }[]) => people.map(({ outcome }) => outcome);
  const idOf = (key: string) => test.core.externalIds.find(test.company, 'employee', key);

  before(async () => {
    await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    await test.core.organization.createDepartment(test.foreign, { name: 'Furnace' });
  });

  it('is judged whole, keeps nothing of it, and is then written with its events', async () => {
    const rows = [
      row('P-1', { department: 'Ovens' }),
      row('P-2', { email: 'no address', department: 'Oven' }),
      row('P-3', { id_number: '123456789', branch: 'Furnace' }),
      row('P-4', { hourly_rate: 'x' }),
    ];
    const file = await judge(rows);
    expect(said(file.people)).to.deep.equal(['new', 'wrong', 'wrong', 'wrong']);
    expect(file.people.map(({ errors }) => Object.keys(errors).sort())).to.deep.equal([
      ...[[], ['department', 'email'], ['branch', 'id_number'], ['hourly_rate']],
    ]);
    expect(file.people.map(({ id }) => id)).to.deep.equal([null, null, null, null]);
    expect(await idOf('P-1')).to.equal(null);
    expect(await test.core.peopleFiles.get(test.company, file.id)).to.deep.equal(file);

    const confirm = (how: object) => test.core.peopleFiles.confirm(test.company, file.id, how);
    expect(await refusal(confirm({})))
      .to.have.property('errors')
      .with.property('skip_wrong');
    expect(await refusal(confirm({ skip_wrong: false }))).to.have.property('code', 'invalid_input');
    const events = recordEvents(test.core);
    const done = await confirm({ skip_wrong: true });
    expect(done.isDone).to.equal(true);
    expect(said(done.people)).to.deep.equal(said(file.people));
    const id = (await idOf('P-1')) ?? 0;
    expect(done.people[0]?.id).to.equal(id);
    expect((await test.core.employees.get(test.company, id)).department?.name).to.equal('Ovens');
    expect(events.heard.map(({ type }) => type)).to.deep.equal(['employee.created']);
    expect(await refusal(confirm({ skip_wrong: true }))).to.have.property('code', 'state_conflict');
    expect((await test.core.peopleFiles.get(test.company, file.id)).isDone).to.equal(true);
  });

  it('says what changes, before and after, but no ID number and no amount', async () => {
    const first = row('C-1', { department: 'Ovens' });
    await test.core.peopleFiles.confirm(test.company, (await judge([first])).id, {});
    const changed = { ...first.values, name: 'Another Name', department: '', hourly_rate: '51.5' };
    const again = [
      { line: 2, values: changed },
      { ...first, line: 3 },
    ];
    const [one, repeated] = (await judge(again)).people;
    expect(one?.outcome).to.equal('changed');
    expect(one?.changes).to.deep.equal([
      { field: 'name', before: first.values.name, after: 'Another Name' },
      { field: 'department', before: 'Ovens', after: null },
      { field: 'hourly_rate', before: null, after: null },
    ]);
    expect(Object.keys(repeated?.errors ?? {}), 'a key that comes twice').to.deep.equal(['external_id']);
    expect(said((await judge([first])).people)).to.deep.equal(['same']);
    const file = await judge([{ line: 2, values: changed }]);
    await test.core.peopleFiles.confirm(test.company, file.id, {});
    expect((await test.core.employees.get(test.company, (await idOf('C-1')) ?? 0)).name).to.equal('Another Name');
  });

  it('is judged again if people changed so that a row would do something else', async () => {
    const taken = row('T-1');
    const file = await judge([taken, row('T-2')]);
    expect(said(file.people)).to.deep.equal(['new', 'new']);
    await test.core.employees.create(test.company, newEmployee({ email: String(taken.values.email) }));
    const error = await refusal(test.core.peopleFiles.confirm(test.company, file.id, {}));
    expect(error).to.have.property('code', 'state_conflict');
    expect(error).to.have.property('details').with.property('changed');
    expect(await idOf('T-2'), 'nothing was written').to.equal(null);
    const anew = await test.core.peopleFiles.get(test.company, file.id);
    expect(said(anew.people)).to.deep.equal(['wrong', 'new']);
    await test.core.peopleFiles.confirm(test.company, file.id, { skip_wrong: true });
    expect(await idOf('T-2')).not.to.equal(null);
  });

  it('is confirmed once by two who press at once', async () => {
    const file = await judge([row('O-1'), row('O-2')]);
    const both = await Promise.allSettled([
      test.core.peopleFiles.confirm(test.company, file.id, {}),
      test.core.peopleFiles.confirm(test.company, file.id, {}),
    ]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).to.have.property('code', 'state_conflict');
  });

  it('goes with the transaction of the product', async () => {
    const rolledBack = test.core.transaction(async (manager) => {
      const file = await test.core.peopleFiles.judge(test.company, { name: 'x', rows: [row('R-1')] }, { manager });
      await test.core.peopleFiles.confirm(test.company, file.id, {}, { manager });
      throw new Error('no');
    });
    expect(await refusal(rolledBack)).to.have.property('message', 'no');
    expect(await idOf('R-1')).to.equal(null);
  });

  it('has 1 to 10,000 rows', async () => {
    const one = row('M-1');
    const many = Array.from({ length: 10_001 }, () => one);
    for (const rows of [[], many, 'rows', null] as never[]) {
      expect(await refusal(judge(rows))).to.have.property('code', 'invalid_input');
    }
  });

  it('is kept encrypted for 30 minutes, for the product and admins of the company', async () => {
    const file = await judge([row('K-1')]);
    for (const role of ['manager', 'employee'] as const) {
      const actor = personOf(test.company, role);
      expect(await refusal(test.core.peopleFiles.get(actor, file.id))).to.have.property('code', 'not_permitted');
    }
    expect(await refusal(test.core.peopleFiles.get(test.foreign, file.id))).to.have.property('code', 'not_found');
    expect(await test.core.peopleFiles.get(personOf(test.company, 'admin'), file.id)).to.deep.equal(file);
    test.clock.advance(30 * 60_000);
    await test.core.peopleFiles.get(test.company, file.id);
    test.clock.advance(1);
    expect(await refusal(test.core.peopleFiles.get(test.company, file.id))).to.have.property('code', 'not_found');
    const late = test.core.peopleFiles.confirm(test.company, file.id, {});
    expect(await refusal(late)).to.have.property('code', 'not_found');
    expect((await test.core.prune()).peopleFiles).to.be.greaterThan(0);
  });
});
