import { expect } from 'chai';
import { exportedSource } from '../../src/host/import/exported-source.ts';

describe('what an export says of absence types', () => {
  const typesOf = (more: object) =>
    exportedSource({ format: 2, name: 'Bakery', ...more }, 'acme').exported?.absenceTypes;

  it('is a list, or nothing where it says nothing: a copy would lose all types for an empty list', () => {
    const list = [{ label: 'Holiday', is_retired: false }];
    expect(typesOf({ absence_types: list })).to.deep.equal(list);
    expect(typesOf({ absence_types: JSON.stringify(list) })).to.deep.equal(list);
    expect(typesOf({ absence_types: [] })).to.deep.equal([]);
    expect(typesOf({})).to.equal(undefined);
    expect(typesOf({ absence_types: null })).to.equal(undefined);
    expect(() => typesOf({ absence_types: '' })).to.throw('is a list of objects');
  });
});
