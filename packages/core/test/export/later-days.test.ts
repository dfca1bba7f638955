import { type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal } from '../support.ts';
import { type Exported, exportOf, importExport, newCompanyOf, withTwoInstallations } from './two-installations.ts';

const at = (time: string): Date => new Date(`${time}:00Z`);

withTwoInstallations('days of a later export, over those of an earlier one', (test) => {
  let company: SystemActor;
  let there: SystemActor;
  const people: number[] = [];

  const correct = (date: string, checkIn: string, checkOut: string, person = 0) =>
    test.source.core.attendance.correct(company, people[person] as number, date, {
      punches: [
        { kind: 'in', at: at(checkIn) },
        { kind: 'out', at: at(checkOut) },
      ],
      note: 'as it was',
    });

  before(async () => {
    const { core } = test.source;
    company = systemActor((await core.companies.create({ name: 'Tea House' })).id);
    for (const name of ['א', 'ב']) people.push((await core.employees.create(company, newEmployee({ name }))).id);
    await correct('2026-05-20', '2026-05-20T05:00', '2026-05-20T13:00');
    await correct('2026-05-21', '2026-05-21T05:00', '2026-05-21T13:00');
    await correct('2026-05-24', '2026-05-24T17:00', '2026-05-24T23:00');
    await correct('2026-05-25', '2026-05-25T05:00', '2026-05-25T13:00');
    await core.attendance.punchIn(company, people[1] as number, {});
    const first = await exportOf(test.source, company.companyId);
    there = systemActor((await importExport(test.target, first, { company: newCompanyOf(first) })).companyId);
  });

  /** Imports what the source says now, and holds it against what the target then says. */
  async function follow(chunk?: number): Promise<Exported> {
    test.target.clock.advance(86_400_000);
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } }, chunk);
    expect(await exportOf(test.target, there.companyId)).to.deep.equal(later);
    return later;
  }

  it('takes a day that was voided and recorded anew, in one chunk and in two', async () => {
    const { core, clock } = test.source;
    for (const chunk of [undefined, 1]) {
      clock.advance(60_000);
      const day = await correct('2026-05-20', '2026-05-20T05:00', '2026-05-20T13:00');
      await core.attendance.voidDay(company, day.id, { note: 'of somebody else' });
      await correct('2026-05-20', '2026-05-20T06:00', '2026-05-20T14:00');
      await follow(chunk);
    }
  });

  it('keeps each punch once: corrected, voided, appended, of a day that goes on', async () => {
    const { core, clock } = test.source;
    clock.advance(60_000);
    await correct('2026-05-21', '2026-05-21T05:00', '2026-05-21T15:30');
    await core.attendance.breakStart(company, people[1] as number, {});
    const { rows } = await follow();
    expect(rows.attendance.find(({ date }) => date === '2026-05-21')?.punches).to.have.length(3);
    clock.advance(60_000);
    await core.attendance.breakEnd(company, people[1] as number, {});
    await core.attendance.punchOut(company, people[1] as number, {});
    await correct('2026-05-21', '2026-05-21T05:00', '2026-05-21T13:00');
    const day = await correct('2026-05-25', '2026-05-25T05:00', '2026-05-25T12:00');
    await core.attendance.approve(company, [day.id], { note: 'fine' });
    await follow(1);
  });

  it('takes a day that grew into what its neighbour was before', async () => {
    // The neighbour has a later row: it begins later first, then this one ends later.
    await correct('2026-05-25', '2026-05-25T09:00', '2026-05-25T12:00');
    await correct('2026-05-24', '2026-05-24T17:00', '2026-05-25T07:00');
    await follow(1);
    await correct('2026-05-24', '2026-05-24T17:00', '2026-05-24T18:00');
    await correct('2026-05-25', '2026-05-25T05:00', '2026-05-25T12:00');
    await follow();
  });

  it('takes the place of what was corrected by hand in the copy, whose punches stay, voided', async () => {
    const { core } = test.target;
    const days = await core.attendance.list(there, {}, { page: 1, per_page: 50 });
    const day = days.items.find(({ date }) => date === '2026-05-21');
    await core.attendance.correct(there, Number(day?.employee_id), '2026-05-21', {
      punches: [{ kind: 'in', at: at('2026-05-21T09:00') }],
      note: 'by hand',
    });
    test.source.clock.advance(60_000);
    await correct('2026-05-21', '2026-05-21T06:00', '2026-05-21T07:00');
    const later = await exportOf(test.source, company.companyId);
    await importExport(test.target, later, { company: { id: there.companyId } });
    const copied = await exportOf(test.target, there.companyId);
    const of = (exported: Exported) => {
      const { punches, ...row } = exported.rows.attendance.find(({ date }) => date === '2026-05-21') ?? {};
      return { row, punches: punches as readonly { readonly note: string; readonly voided_by: string | null }[] };
    };
    expect(of(copied).row).to.deep.equal(of(later).row);
    const [byHand, others] = [of(copied).punches, of(copied).punches].map((list, index) =>
      list.filter(({ note }) => (note === 'by hand') === (index === 0)),
    );
    expect(byHand?.map(({ voided_by }) => voided_by)).to.deep.equal(['import']);
    expect(others).to.have.deep.members([...of(later).punches]);
  });

  it('refuses one that meets a day which was made in the copy', async () => {
    const { core } = test.target;
    const own = (await core.employees.list(there, {}, { page: 1, per_page: 1 })).items[0]?.id as number;
    const made = await core.attendance.correct(there, own, '2026-05-28', {
      punches: [
        { kind: 'in', at: at('2026-05-27T21:00') },
        { kind: 'out', at: at('2026-05-28T12:00') },
      ],
      note: 'here',
    });
    const day = await correct('2026-05-27', '2026-05-27T18:00', '2026-05-27T23:00');
    const later = await exportOf(test.source, company.companyId);
    const error = await refusal(importExport(test.target, later, { company: { id: there.companyId } }));
    expect(error).to.have.nested.property('report.refusals[0].field', 'check_out');
    await test.source.core.attendance.voidDay(company, day.id);
    await core.attendance.voidDay(there, made.id);
  });
});
