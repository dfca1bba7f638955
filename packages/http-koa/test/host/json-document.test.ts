import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';
import { jsonList, surveyJson } from '../../src/host/import/json-document.ts';
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

  async function refusalOf(text: string): Promise<string> {
    const path = join(folder.path, 'refused.json');
    writeFileSync(path, text);
    try {
      await surveyJson(path, 'refused.json');
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  }

  it('has rows of at most 4 MB, and so is its company: an open quote does not take the file into memory', async () => {
    const rest = 'x'.repeat(5_000_000);
    const tooLong = (begun: string) =>
      `refused.json, line 1: the ${begun.includes('company') ? 'company' : 'row'} is longer than 4 MB; perhaps a quote is opened and never closed.`;
    for (const begun of ['{"departments":[{"name":"', '{"departments":[{"a":"b"},{"a":[["', '{"company":{"name":"']) {
      expect(await refusalOf(`${begun}${rest}`), begun).to.equal(tooLong(begun));
    }
    const many = Array.from({ length: 50_000 }, (_, index) => `"a${index}":"${'x'.repeat(99)}",`).join('');
    for (const begun of ['{"departments":[{', '{"company":{']) {
      expect(await refusalOf(`${begun}${many}"b":1}`), begun).to.equal(tooLong(begun));
    }
    const rows = Array(3).fill({ name: 'x'.repeat(3_000_000) });
    expect(await refusalOf(JSON.stringify({ departments: rows, company: { name: 'Bakery' } }))).to.equal('none');
  });

  it('may have any number of blanks where JSON allows them, and nothing else after its end', async () => {
    const blanks = ' \t\r'.repeat(1_700_000);
    const document = `{"departments":[${blanks}{"name":${blanks}"Hall"},\n${blanks}{"name":"Shop"}]}${blanks}`;
    expect(await refusalOf(document)).to.equal('none');
    expect(await refusalOf(`${document}\f`)).to.equal('refused.json, line 2: this is not valid JSON.');
  });

  it('is not nested deeper than a comparison of its rows can follow', async () => {
    const nested = (depth: number) => `{"departments":[{"name":${'['.repeat(depth)}${']'.repeat(depth)}}]}`;
    expect(await refusalOf(nested(97))).to.equal('none');
    expect(await refusalOf(nested(98))).to.equal('refused.json, line 1: values are nested too deep.');
    expect(await refusalOf(nested(500_000))).to.equal('refused.json, line 1: values are nested too deep.');
  });
});
