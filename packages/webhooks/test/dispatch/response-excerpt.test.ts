import { expect } from 'chai';
import { EXCERPT_BYTES, responseExcerpt } from '../../src/dispatch/response-excerpt.ts';

const excerpt = (text: string | Buffer, encoding?: string) => responseExcerpt(Buffer.from(text), encoding);

describe('what is kept of a response', () => {
  it('is its text', () => expect(excerpt('{"ok":true}\n\tתודה')).to.equal('{"ok":true}\n\tתודה'));

  it('loses control characters and marks that turn text around', () => {
    expect(excerpt('a\u0000b\u001b[31mc\u202ed\u2066e\u2028f\r\ng\ufeff')).to.equal('ab[31mcdef\ng');
  });

  it('is cut to 4,096 bytes, never within a character', () => {
    for (const text of ['x'.repeat(5000), 'א'.repeat(3000), `x${'😀'.repeat(2000)}`]) {
      const kept = excerpt(text);
      expect(Buffer.byteLength(kept))
        .to.be.within(EXCERPT_BYTES - 3, EXCERPT_BYTES)
        .and.at.most(4_096);
      expect(kept).not.to.include('\ufffd');
      expect(text.startsWith(kept)).to.equal(true);
    }
  });

  it('names what is not text', () => {
    expect(excerpt(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x80, 0x81]))).to.equal('[not text]');
    const broken = (count: number) => Buffer.concat([Buffer.from('x'.repeat(100 - count)), Buffer.alloc(count, 0xff)]);
    expect(excerpt(broken(10))).to.contain('x\ufffd');
    expect(excerpt(broken(11))).to.equal('[not text]');
    expect(excerpt('x', 'gzip')).to.equal('[gzip, not unpacked]');
    expect(excerpt('x', 'identity')).to.equal('x');
  });

  it('is nothing for an empty body', () => expect(excerpt('', 'gzip')).to.equal(''));
});
