import type { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { refusal, withCore } from '../support.ts';

withCore('absence types', (test) => {
  it('makes the known labels once', async () => {
    const { absenceTypes } = test.core;
    const types = await absenceTypes.createDefaults(test.company);
    expect(types.map((type) => type.label)).to.deep.equal(['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום']);
    expect(await absenceTypes.createDefaults(test.company)).to.deep.equal(types);
    expect(await absenceTypes.list(test.foreign)).to.deep.equal([]);
  });

  it('takes labels in any normal form for one (D:Q19)', async () => {
    const { absenceTypes } = test.core;
    const composed = '\uFB2A'; // shin with a shin dot, as one code point
    const type = await absenceTypes.create(test.company, { label: ` ${composed}חרור ` });
    expect(type.label).to.equal(`\u05E9\u05C1חרור`);
    const error = await refusal(absenceTypes.create(test.company, { label: '\u05E9\u05C1חרור' }));
    expect((error as InvalidInputError).errors).to.deep.equal({ label: [{ rule: 'unique' }] });
    const other = await absenceTypes.create(test.company, { label: 'אחר' });
    const taken = await refusal(absenceTypes.rename(test.company, other.id, `${composed}חרור`));
    expect((taken as InvalidInputError).errors).to.deep.equal({ label: [{ rule: 'unique' }] });
  });

  it('retires and restores', async () => {
    const { absenceTypes } = test.core;
    const { id, label } = await absenceTypes.create(test.company, { label: 'שבתון' });
    const retired = { id, label, is_retired: true };
    expect(await absenceTypes.retire(test.company, id)).to.deep.equal(retired);
    expect(await absenceTypes.retire(test.company, id)).to.deep.equal(retired);
    expect(await absenceTypes.list(test.company)).to.deep.include(retired);
    expect(await absenceTypes.restore(test.company, id)).to.deep.equal({ id, label, is_retired: false });
  });

  it('knows nothing of another company’s types', async () => {
    const { absenceTypes } = test.core;
    const { id } = await absenceTypes.create(test.foreign, { label: 'Theirs' });
    await expectNotFound({
      rename: () => absenceTypes.rename(test.company, id, 'x'),
      retire: () => absenceTypes.retire(test.company, id),
      restore: () => absenceTypes.restore(test.company, id),
    });
    expect(await absenceTypes.list(test.foreign)).to.deep.equal([{ id, label: 'Theirs', is_retired: false }]);
    await absenceTypes.create(test.company, { label: 'Theirs' });
  });
});
