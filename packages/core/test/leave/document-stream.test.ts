import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { BLOCK_BYTES } from '../../src/leave/document-cipher.ts';
import { blocksOf, contentStream } from '../../src/leave/document-stream.ts';

/** The content in chunks, as an upload brings them. */
function* chunksOf(content: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function blocks(content: Buffer, size: number) {
  const found: { readonly bytes: number; readonly isLast: boolean }[] = [];
  const whole: Buffer[] = [];
  for await (const { block, isLast } of blocksOf(Readable.from(chunksOf(content, size)), 1e9)) {
    found.push({ bytes: block.length, isLast });
    whole.push(block);
  }
  return { found, isSame: Buffer.concat(whole).equals(content) };
}

/** The shortest of some times in milliseconds: the others waited for the machine. */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

describe('the content of a document', () => {
  for (const size of [1, 1000, BLOCK_BYTES, 3 * BLOCK_BYTES]) {
    it(`comes in the same blocks when it is sent by ${size} bytes`, async () => {
      for (const [length, expected] of [
        [0, [0]],
        [1, [1]],
        [BLOCK_BYTES, [BLOCK_BYTES]],
        [2 * BLOCK_BYTES + 1, [BLOCK_BYTES, BLOCK_BYTES, 1]],
      ] as const) {
        const content = Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251));
        const { found, isSame } = await blocks(content, size);
        expect(found.map(({ bytes }) => bytes)).to.deep.equal(expected);
        expect(found.map(({ isLast }) => isLast)).to.deep.equal(expected.map((_, at) => at === expected.length - 1));
        expect(isSame).to.equal(true);
      }
    });
  }

  it('costs about what the wait for its chunks does when it is sent byte by byte', async () => {
    const content = Buffer.alloc(2 * BLOCK_BYTES);
    const waiting = await shortest(async () => {
      for await (const chunk of Readable.from(chunksOf(content, 1))) if (chunk.length === 0) return;
    });
    expect(await shortest(() => blocks(content, 1))).to.be.below(5 * waiting);
  });

  it('ends with the error of a listener that throws', async () => {
    const file = await open(new URL(import.meta.url), 'r');
    const content = contentStream(file, 0, 10, (sealed) => sealed);
    const failure = new Error('The page is gone.');
    const ended = once(content, 'error');
    content.on('data', () => {
      throw failure;
    });
    expect(await ended).to.deep.equal([failure]);
  });
});
