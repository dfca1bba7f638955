import { expect } from 'chai';
import { findAsset } from '../../src/admin/assets.ts';

describe('the stylesheets of the pages', () => {
  it('ask for nothing that the pages’ policy refuses', () => {
    for (const name of ['bootstrap.css', 'bootstrap.rtl.css', 'shaon.css']) {
      const text = (findAsset(name)?.bytes.toString('utf8') ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      expect(text, name)
        .to.include('.btn')
        .and.not.match(/url\(|@import|sourceMappingURL/);
    }
  });
});
