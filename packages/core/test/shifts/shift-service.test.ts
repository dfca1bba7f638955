import type { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { refusal, withCore } from '../support.ts';

withCore('shifts', (test) => {
  it('keeps presets of every kind of range, by id', async () => {
    const { shifts } = test.core;
    const night = await shifts.create(test.company, {
      name: 'לילה',
      start_time: '22:00',
      end_time: '06:00',
      wage_percentage: 150,
    });
    const round = await shifts.create(test.company, {
      name: 'Round the clock',
      start_time: '07:00',
      end_time: '07:00',
      wage_percentage: 0,
    });
    const open = await shifts.create(test.company, { name: 'Open', wage_percentage: 1000 });
    expect(night).to.deep.equal({
      id: night.id,
      name: 'לילה',
      start_time: '22:00',
      end_time: '06:00',
      wage_percentage: 150,
    });
    expect(open).to.deep.include({ start_time: null, end_time: null });
    expect(await shifts.list(test.company)).to.deep.equal([night, round, open]);
    expect(await shifts.list(test.foreign)).to.deep.equal([]);
  });

  it('has a name of at most 255 characters', async () => {
    const create = (name: string) => test.core.shifts.create(test.foreign, { name, wage_percentage: 100 });
    const { id, name } = await create('😀'.repeat(255));
    expect(name).to.equal('😀'.repeat(255));
    await test.core.shifts.remove(test.foreign, id);
    const { errors } = (await refusal(create('x'.repeat(256)))) as InvalidInputError;
    expect(errors.name?.map(({ rule }) => rule)).to.deep.equal(['max_length']);
  });

  it('refuses times that are none and percentages below 0 or broken', async () => {
    const { shifts } = test.core;
    const wrong = { name: 'x', start_time: '24:00', end_time: '7:00', wage_percentage: -1 };
    const error = await refusal(shifts.create(test.company, wrong));
    expect(Object.keys((error as InvalidInputError).errors)).to.deep.equal([
      'start_time',
      'end_time',
      'wage_percentage',
    ]);
    const broken = await refusal(shifts.create(test.company, { name: 'x', wage_percentage: 99.5 }));
    expect((broken as InvalidInputError).errors).to.have.all.keys('wage_percentage');
  });

  it('changes what is named, clears a time by null, and removes', async () => {
    const { shifts } = test.core;
    const { id } = await shifts.create(test.company, { name: 'Day', start_time: '08:00', wage_percentage: 100 });
    const changed = await shifts.update(test.company, id, { start_time: null, end_time: '16:00', wage_percentage: 0 });
    expect(changed).to.deep.equal({ id, name: 'Day', start_time: null, end_time: '16:00', wage_percentage: 0 });
    expect(await shifts.list(test.company)).to.deep.include(changed);
    await shifts.remove(test.company, id);
    await expectNotFound({
      remove: () => shifts.remove(test.company, id),
      update: () => shifts.update(test.company, id, { name: 'x' }),
    });
  });

  it('knows nothing of another company’s presets', async () => {
    const { shifts } = test.core;
    const theirs = await shifts.create(test.foreign, { name: 'Theirs', wage_percentage: 100 });
    await expectNotFound({
      update: () => shifts.update(test.company, theirs.id, { name: 'x' }),
      remove: () => shifts.remove(test.company, theirs.id),
    });
    expect(await shifts.list(test.foreign)).to.deep.equal([theirs]);
  });
});
