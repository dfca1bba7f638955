import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { V1Services } from '../../src/v1/v1-parts.ts';

describe('what the routes are given', () => {
  it('is this, and not the service that loads ID numbers and salaries (SPEC 1)', () => {
    const given: Readonly<Record<keyof V1Services, true>> = {
      attendance: true,
      audit: true,
      clock: true,
      employees: true,
      extension: true,
      leave: true,
      organization: true,
      shifts: true,
      tokens: true,
    };
    expect(given).not.to.have.property('personnel');
  });

  it('and no route names that service or its types', () => {
    const folder = new URL('../../src/v1/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files).to.include('route.ts');
    for (const file of files) expect(readFileSync(new URL(file, folder), 'utf8'), file).not.to.match(/personnel/i);
  });
});
