import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { docstringsWithCodes, withoutCodes } from '../docstring-codes.mjs';
import { packageFolders, ROOT } from '../project.mjs';

describe('docstrings as they are published', () => {
  const rows: [what: string, source: string, published: string][] = [
    ['codes in brackets', '/** Fires no event (SPEC 6; D:V10). */', '/** Fires no event. */'],
    ['beside words', '/** It is off (D:V23: not by default). */', '/** It is off (not by default). */'],
    [
      'beside a condition',
      '/** Not your own (D:A23; allowed if nobody else is there). */',
      '/** Not your own (allowed if nobody else is there). */',
    ],
    ['after words', '/** Its abilities (at least one, D:K10). */', '/** Its abilities (at least one). */'],
    ['at the beginning', '/** D:T14: only absences. */', '/** Only absences. */'],
    ['before a path', '/** SPEC 4, GET /leave. */', '/** GET /leave. */'],
    ['several of them', '/** In NFC (D:W6, W7 and W21; SPEC 5.4, 5.5). */', '/** In NFC. */'],
    [
      'over the end of a line, where an end stays',
      '  /**\n   * Changed (SPEC 4, PATCH\n   * /employees/{id}; D:W18). Throws.\n   */\n  a();',
      '  /**\n   * Changed.\n   * Throws.\n   */\n  a();',
    ],
    ['a sentence', '/**\n * Sent. SPEC 6, Delivery; D:V3 to\n * V5.\n */', '/**\n * Sent.\n *\n */'],
  ];
  for (const [what, source, published] of rows)
    it(`have no codes: ${what}`, () => {
      expect(withoutCodes(source)).to.equal(published);
      expect(withoutCodes(published)).to.equal(published);
      expect(docstringsWithCodes(published)).to.deep.equal([]);
    });

  it('keep everything else, and name what is left', () => {
    const source = "/** By the rule of D:T6. */\nconst text = '(D:T6)'; // D:T6\n/** In (brackets). */";
    expect(withoutCodes(source)).to.equal(source);
    expect(docstringsWithCodes(source)).to.deep.equal(['/** By the rule of D:T6. */']);
  });

  for (const folder of packageFolders(['packages']))
    it(`can be published: ${folder}`, () => {
      const output = join(ROOT, folder, 'dist');
      const names = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:js|d\.ts)$/.test(name),
      );
      expect(names).not.to.have.length(0);
      const left = names.flatMap((name) => docstringsWithCodes(withoutCodes(readFileSync(join(output, name), 'utf8'))));
      expect(left).to.deep.equal([]);
    });
});
