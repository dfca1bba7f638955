import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { packageSources, ROOT } from './package-sources.ts';

const COLUMNS = 160;
/** Words and drawings, which nothing can break. */
const UNBROKEN = /\/(?:locales\/[^/]+|(?:[a-z]+-)?texts|icon)\.ts$/;

describe('the templates of the pages', () => {
  it(`wrap at ${COLUMNS} columns, which no formatter does for them`, () => {
    const pages = packageSources().filter((file) => file.includes('/http-koa/src/admin/') && !UNBROKEN.test(file));
    expect(pages).to.have.length.above(100);
    const long = pages.flatMap((file) =>
      readFileSync(ROOT + file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > COLUMNS ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).to.deep.equal([]);
  });
});
