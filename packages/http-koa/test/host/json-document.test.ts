import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';
import { jsonList } from '../../src/host/import/json-document.ts';
import { makeDataFolder } from './running-shaon.ts';

const MARK = '\ufeff';

describe('a JSON document', () => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('keeps the character U+FEFF wherever it stands in a text', async () => {
    const names = [`${MARK}x`, `x${MARK}y`, `\\${MARK}`, `\n${MARK}${MARK}`, `"${MARK}"`, MARK, 'ﻼ', '\ufefe'];
    const path = join(folder.path, 'marks.json');
    writeFileSync(path, `${MARK}${JSON.stringify({ departments: names.map((name) => ({ name })) })}`);
    const read: unknown[] = [];
    for await (const rows of jsonList('departments', path, 'marks.json').rows()) {
      read.push(...rows.map(({ values }) => values.name));
    }
    expect(read).to.deep.equal(names);
  });
});
