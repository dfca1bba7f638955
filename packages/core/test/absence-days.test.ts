import { expect } from 'chai';
import { newEmployee, refusal, withCore } from './support.ts';

withCore('absence days of leave', (test) => {
  it('become records of approved requests, all or none, and once', async () => {
    await test.core.absenceTypes.createDefaults(test.company);
    const { id } = await test.core.employees.create(test.company, newEmployee());
    const requests = await test.core.leave.submit(test.company, {
      employee_id: id,
      dates: ['2026-08-02', '2026-08-03'],
      type: 'חופש',
    });
    const ids = requests.map((request) => request.id);
    await test.core.leave.approve(test.company, ids[0] as number);
    const { absenceDays, attendance } = test.core;
    expect(await refusal(absenceDays.recordForLeave(test.company, ids))).to.have.property('code', 'state_conflict');
    expect(await attendance.month(test.company, id, '2026-08')).to.deep.equal([]);

    await test.core.leave.approve(test.company, ids[1] as number);
    const first = await absenceDays.recordForLeave(test.company, ids);
    const again = await absenceDays.recordForLeave(test.company, ids);
    expect(first.map(({ date, absence_type, check_in }) => [date, absence_type, check_in])).to.deep.equal([
      ['2026-08-02', 'חופש', null],
      ['2026-08-03', 'חופש', null],
    ]);
    expect(again.map((day) => day.id)).to.deep.equal(first.map((day) => day.id));
    expect(await refusal(absenceDays.recordForLeave(test.foreign, ids))).to.have.property('code', 'not_found');
  });
});
