import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** The files of core whose text matches, such as `attendance/attendance-store.ts`. */
function filesWith(pattern: RegExp): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(SOURCE + file, 'utf8')))
    .sort();
}

describe('the owner of attendance records', () => {
  it('is the only one that writes records', () => {
    const writes = /(?:insert|insertForId|append|update|remove|insertRows|updateRows)\([^()]*\battendanceTable\b/;
    expect(filesWith(writes)).to.deep.equal(['attendance/attendance-store.ts']);
    expect(filesWith(/\b(?:insertOf|updateOf|deleteOf)\(\s*attendanceTable\b/)).to.deep.equal([
      'attendance/attendance-store.ts',
    ]);
  });

  it('is the only one that copies department and branch', () => {
    const copies = filesWith(/\bunitsOf\b|updateOf\([^)]*department_id = /s);
    expect(copies).to.deep.equal(['attendance/attendance-store.ts']);
  });
});
