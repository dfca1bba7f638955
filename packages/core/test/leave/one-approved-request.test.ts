import type { ShaonError } from '@shaon/core';
import { expect } from 'chai';
import { duringTransaction } from '../races/during-transaction.ts';
import { refusal, withCore } from '../support.ts';
import { person } from './people.ts';

const LABEL = 'חופש';
const DATE = '2026-07-01';
const PAGE = { page: 1, per_page: 200 };

withCore('two requests of an employee for one date (D:A3)', (test) => {
  before(() => test.core.absenceTypes.createDefaults(test.company));

  type Person = Awaited<ReturnType<typeof person>>;
  async function ask(noa: Person, ...dates: string[]): Promise<number> {
    const [request] = await test.core.leave.submit(noa, { dates: dates.length === 0 ? [DATE] : dates, type: LABEL });
    return request!.id;
  }
  const approve = (id: number) => test.core.leave.approve(test.company, id);
  async function approvedOf(noa: Person): Promise<number[]> {
    const { items } = await test.core.leave.listOwn(noa, PAGE);
    return items.filter(({ status }) => status === 'approved').map(({ id }) => id);
  }

  it('may both be asked for, and only one may be approved', async () => {
    const noa = await person(test);
    const [first, second, other] = [await ask(noa), await ask(noa), await ask(noa, '2026-07-02')];
    await approve(first);
    const error = (await refusal(approve(second))) as ShaonError;
    expect(error).to.include({ code: 'state_conflict' });
    expect(error.details).to.deep.equal({ leave_request_id: first });
    expect(error.message).to.equal(`Leave request ${first} is approved for ${DATE} already.`);
    expect(await ask(noa)).to.be.greaterThan(second);
    await approve(other);
    await approve(await ask(await person(test)));
    expect(await approvedOf(noa)).to.deep.equal([first, other]);
    expect((await approve(first)).isChanged).to.equal(false);
  });

  it('may be approved when the other is rejected or cancelled', async () => {
    const noa = await person(test);
    const [first, second, third] = [await ask(noa), await ask(noa), await ask(noa)];
    await approve(first);
    await test.core.leave.reject(test.company, first);
    await approve(second);
    expect(await refusal(approve(first))).to.have.nested.property('details.leave_request_id', second);
    await test.core.leave.cancel(test.company, second);
    await approve(third);
    expect(await approvedOf(noa)).to.deep.equal([third]);
  });

  it('are not both approved by two approvals at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const noa = await person(test);
      const ids = [await ask(noa), await ask(noa), await ask(noa)];
      const results = await Promise.allSettled(ids.map(approve));
      const codes = results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code)).sort();
      expect(codes).to.deep.equal(['done', 'state_conflict', 'state_conflict']);
      expect(await approvedOf(noa)).to.have.lengthOf(1);
    }
  });

  it('are not both approved when the first approval commits while the second one runs', async () => {
    const noa = await person(test);
    const [first, second] = [await ask(noa), await ask(noa)];
    const { second: result } = await duringTransaction(
      test.core,
      (manager) => test.core.leave.approve(test.company, first, {}, { manager }),
      () => approve(second),
    );
    expect(result).to.have.nested.property('reason.code', 'state_conflict');
    expect(await approvedOf(noa)).to.deep.equal([first]);
  });
});
