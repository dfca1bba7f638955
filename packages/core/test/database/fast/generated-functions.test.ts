import { expect } from 'chai';
import { cellReader, rowMaker } from '../../../src/database/fast/generated-functions.ts';

describe('rows and cells by generated code', () => {
  for (const [what, names] of [
    ['plain names', ['id', 'company_id', 'frozenAt']],
    ['names that must not become code', ['id', 'x: 1, y', 'z']],
  ] as const) {
    it(`makes a row of its cells and cells of a row: ${what}`, () => {
      const cells = [7, null, 'א'];
      const row = rowMaker(names)(cells);
      expect(Object.entries(row)).to.deep.equal(names.map((name, index) => [name, cells[index]]));
      expect(Object.getPrototypeOf(row)).to.equal(Object.prototype);
      expect(cellReader(names)(row)).to.deep.equal(cells);
      expect(cellReader(names)({ id: 7 })).to.deep.equal([7, undefined, undefined]);
    });
  }

  it('does the same where a process forbids code from text', () => {
    const { Function: original } = globalThis;
    globalThis.Function = function forbidden(): never {
      throw new EvalError('Code generation from strings disallowed for this context');
    } as unknown as FunctionConstructor;
    try {
      expect(rowMaker(['id', 'name'])([1, 'a'])).to.deep.equal({ id: 1, name: 'a' });
      expect(cellReader(['id', 'name'])({ name: 'a', id: 1 })).to.deep.equal([1, 'a']);
    } finally {
      globalThis.Function = original;
    }
  });
});
