import { expect } from 'chai';
import { readAll } from '../../src/webhooks/receive.ts';
import { thrownBy } from '../small-service.ts';

/** Gives the content in chunks that are one and the same object, as a stream may that uses its buffer again. */
async function* inOneBuffer(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let start = 0; start < content.length; start += size) {
    const part = content.subarray(start, start + size);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
  }
}

const contentOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251);

describe('reading the body of a webhook', () => {
  for (const size of [1, 100, 5_000, 100_000]) {
    it(`keeps no chunk of ${size} bytes, and every byte`, async () => {
      for (const length of [0, 1, 4_096, 4_097, 50_001]) {
        const content = contentOf(length);
        expect(Buffer.from(await readAll(inOneBuffer(content, size), 60_000)).equals(content), `${length}`).to.equal(
          true,
        );
      }
    });
  }

  it('takes as many bytes as the limit and no more', async () => {
    for (const maximum of [0, 10, 5_000]) {
      expect((await readAll(inOneBuffer(contentOf(maximum), 3), maximum)).length).to.equal(maximum);
      const refused = await thrownBy(readAll(inOneBuffer(contentOf(maximum + 1), 3), maximum));
      expect(refused).to.have.property('code', 'body_too_large');
    }
    expect((await readAll(inOneBuffer(contentOf(9_000), 1_000), Number.POSITIVE_INFINITY)).length).to.equal(9_000);
  });
});
