import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { releaseContract } from '../release-contract.mjs';

describe('the release of the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-contract-'));
  const write = (version: string, rest = '') =>
    writeFileSync(join(folder, 'v1.yaml'), `openapi: 3.0.3\n\ninfo:\n  title: Shaon\n  version: ${version}\n${rest}`);
  after(() => rmSync(folder, { recursive: true }));

  it('keeps a copy under its version, once', () => {
    write('1.0.1');
    expect(releaseContract(folder)).to.deep.equal({ file: 'released/v1-1.0.1.yaml', isNew: true });
    expect(releaseContract(folder)).to.include({ isNew: false });
    write('1.1.0', 'paths: {}\n');
    expect(releaseContract(folder)).to.deep.equal({ file: 'released/v1-1.1.0.yaml', isNew: true });
    expect(readFileSync(join(folder, 'released/v1-1.1.0.yaml'), 'utf8')).to.contain('paths: {}');
  });

  it('never changes what was released', () => {
    write('1.0.1', 'paths: {}\n');
    expect(() => releaseContract(folder)).to.throw('1.0.1 is released already');
    expect(readFileSync(join(folder, 'released/v1-1.0.1.yaml'), 'utf8')).not.to.contain('paths');
    write('next');
    expect(() => releaseContract(folder)).to.throw('no version');
  });
});
