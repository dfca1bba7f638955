import { expect } from 'chai';
import { validate } from '../../src/input/validate.ts';
import { decisionInput, documentInput, newLeaveInput } from '../../src/leave/leave-input.ts';
import { addDays } from '../../src/time/calendar-date.ts';
import { rulesOf } from '../input/field-cases.ts';

describe('a request for leave', () => {
  const dates = (count: number) => Array.from({ length: count }, (_, index) => addDays('2026-01-01', index));
  const rules = (input: object) => rulesOf(() => validate(newLeaveInput, { type: 'חופש', dates: dates(1), ...input }));

  it('is for a year at most (D:L1)', () => {
    expect(validate(newLeaveInput, { type: 'חופש', dates: dates(366) }).dates).to.have.lengthOf(366);
    expect(rules({ dates: dates(367) })).to.deep.equal({ dates: ['max'] });
  });

  it('never says its own status or company', () => {
    for (const field of ['status', 'company_id']) {
      expect(rules({ [field]: 'approved' })).to.deep.equal({ [field]: ['prohibited'] });
    }
  });

  it('is decided with a note of at most 1,000 characters, of several lines or none', () => {
    expect(validate(decisionInput, { manager_note: 'a\nb' })).to.deep.equal({ manager_note: 'a\nb' });
    expect(validate(decisionInput, { manager_note: 'א'.repeat(1_000) }).manager_note).to.have.lengthOf(1_000);
    expect(rulesOf(() => validate(decisionInput, { manager_note: 'א'.repeat(1_001) }))).to.deep.equal({
      manager_note: ['max_length'],
    });
    expect(validate(decisionInput, { manager_note: ' ' })).to.deep.equal({ manager_note: null });
  });

  it('has a document of a media type', () => {
    const type = (text: string) => validate(documentInput, { name: 'a', type: text }).type;
    expect(type('Application/PDF')).to.equal('application/pdf');
    expect(type('image/svg+xml')).to.equal('image/svg+xml');
    for (const text of ['pdf', 'a/b/c', 'text/html; charset=utf-8', '/pdf', 'text/', 'a b/c', `${'a'.repeat(65)}/b`]) {
      expect(
        rulesOf(() => type(text)),
        text,
      ).to.deep.equal({ type: ['in'] });
    }
  });
});
