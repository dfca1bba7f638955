import { expect } from 'chai';
import { companySettingsInput } from '../../src/companies/company-input.ts';
import { changedSettings, DEFAULT_SETTINGS } from '../../src/companies/company-service.ts';
import { validate } from '../../src/input/validate.ts';
import { rulesOf } from '../input/field-cases.ts';

describe('the zone of a company', () => {
  const before = { name: 'Bakery', ...DEFAULT_SETTINGS };

  it('is kept by its resolved name (D:T4)', () => {
    const change = validate(companySettingsInput, { zone: ' europe/berlin ' });
    expect(changedSettings(before, change).zone).to.equal('Europe/Berlin');
  });

  it('is an IANA zone', () => {
    for (const zone of ['+03:00', 'Mars/Olympus']) {
      expect(
        rulesOf(() => validate(companySettingsInput, { zone })),
        zone,
      ).to.deep.equal({ zone: ['zone'] });
    }
    expect(rulesOf(() => validate(companySettingsInput, { zone: 3 }))).to.deep.equal({ zone: ['string'] });
  });
});
