import { expect } from 'chai';
import { correctionInput, punchInput } from '../../src/attendance/attendance-input.ts';
import { validate } from '../../src/input/validate.ts';
import { rulesOf } from '../input/field-cases.ts';

describe('what a device says of its place (D:T11)', () => {
  const rules = (location: unknown) => rulesOf(() => validate(punchInput, { location }));
  const place = (location: object) => validate(punchInput, { location }).location;

  it('is a point of the globe, its edges too', () => {
    for (const location of [
      { lat: -90, lng: -180 },
      { lat: 90, lng: 180 },
      { lat: 0, lng: 0 },
    ]) {
      expect(place(location)).to.deep.equal(location);
    }
    for (const [location, field, rule] of [
      [{ lat: -90.0001, lng: 0 }, 'location.lat', 'min'],
      [{ lat: 90.0001, lng: 0 }, 'location.lat', 'max'],
      [{ lat: 0, lng: -180.0001 }, 'location.lng', 'min'],
      [{ lat: 0, lng: 180.0001 }, 'location.lng', 'max'],
      [{ lat: 0, lng: 0, accuracy_meters: -1 }, 'location.accuracy_meters', 'min'],
      [{ lat: 0, lng: 0, accuracy_meters: 2 ** 31 }, 'location.accuracy_meters', 'max'],
      [{ lat: '0', lng: 0 }, 'location.lat', 'numeric'],
      [{ lat: 0 }, 'location.lng', 'required'],
    ] as const) {
      expect(rules(location), JSON.stringify(location)).to.deep.equal({ [field]: [rule] });
    }
  });

  it('has an accuracy in whole meters, rounded', () => {
    for (const [said, kept] of [
      [4.4, 4],
      [4.5, 5],
      [0, 0],
      [2 ** 31 - 1, 2 ** 31 - 1],
      [null, null],
    ] as const) {
      expect(place({ lat: 1, lng: 1, accuracy_meters: said })).to.have.property('accuracy_meters', kept);
    }
  });
});

describe('a correction (D:T12, A17)', () => {
  it('has at most 500 punches', () => {
    const punches = (count: number) => Array(count).fill({ kind: 'in', at: new Date(0) });
    expect(validate(correctionInput, { punches: punches(500), note: 'x' }).punches).to.have.lengthOf(500);
    expect(rulesOf(() => validate(correctionInput, { punches: punches(501), note: 'x' }))).to.deep.equal({
      punches: ['max'],
    });
  });
});
