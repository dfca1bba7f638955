import { expect } from 'chai';
import { readTime } from '../../src/attendance/read-time.ts';
import { employeeChangeInput, newEmployeeInput } from '../../src/employees/employee-input.ts';
import { textOf } from '../../src/import/import-run.ts';
import { emailKey } from '../../src/input/contact-fields.ts';
import { type Input, safeValidate } from '../../src/input/validate.ts';

/** As long as a body that HTTP lets through (D:H7). */
const UNITS = 100_000;
/** Each is read more than once for each of its places by an expression or a sort that does not look ahead. */
const FILLERS = [' ', '\u00A0', '\u200B', '\u200E', '0', '1', '.', '-', '(', 'a.', '@', '\u0300\u0316'];
const ENDS = ['', 'x', '0', '@'];
/** All together take a second or two; one value that is looked at again from each of its places takes half a minute. */
const BOUND_MS = 20_000;

const inputs: readonly Input<unknown>[] = [newEmployeeInput, employeeChangeInput];
const longValues = FILLERS.flatMap((filler) =>
  ENDS.map((end) => `${end}${filler.repeat(UNITS / filler.length)}${end}`),
);

describe('the longest values', () => {
  it('are validated in a time that grows with their length alone', () => {
    const start = performance.now();
    for (const value of longValues) {
      for (const input of inputs) {
        for (const field of input.fields) {
          safeValidate(input, { [field]: value });
          expect(performance.now() - start, `${field}: ${JSON.stringify(value.slice(0, 3))}…`).to.be.below(BOUND_MS);
        }
      }
      emailKey(value);
      expect(performance.now() - start, `emailKey: ${JSON.stringify(value.slice(0, 3))}…`).to.be.below(BOUND_MS);
    }
  });

  it('are no times and no references of an imported row, and that is seen as soon', () => {
    const start = performance.now();
    // Longer than a body: an import reads files.
    for (const filler of ['T', ' ', 'T ', '\u0300\u0316']) {
      const value = `a${filler.repeat((4 * UNITS) / filler.length)}`;
      expect(readTime(value, { date: '2026-06-01', zone: 'Asia/Jerusalem' })).to.deep.equal({ rule: 'clock_time' });
      expect(textOf({ reference: value }, 'reference')).to.equal(value.trim());
      expect(performance.now() - start, JSON.stringify(filler)).to.be.below(BOUND_MS);
    }
  });
});
