import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ShaonError } from '../errors.ts';
import { BLOCK_BYTES, damaged, SEALED_BLOCK_BYTES } from './document-cipher.ts';

/**
 * The content in blocks of BLOCK_BYTES, the last one shorter; without content, one empty block. Throws `limit_reached`.
 */
export async function* blocksOf(
  content: Readable,
  maxBytes: number,
): AsyncGenerator<{ readonly block: Buffer; readonly isLast: boolean }> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let filled = 0;
  let total = 0;
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    total += bytes.length;
    if (total > maxBytes) {
      throw new ShaonError('limit_reached', `A document has at most ${maxBytes} bytes.`, { maxBytes });
    }
    // Copied into the block at its place: joining chunks each time would copy a whole block for one byte.
    for (let copied = 0; copied < bytes.length; ) {
      // A full block is kept until more content arrives, because it may be the last one.
      if (filled === BLOCK_BYTES) {
        yield { block, isLast: false };
        block = Buffer.allocUnsafe(BLOCK_BYTES);
        filled = 0;
      }
      const count = bytes.copy(block, filled, copied);
      filled += count;
      copied += count;
    }
  }
  yield { block: block.subarray(0, filled), isLast: true };
}

/**
 * The content of a file from `start` to `end`, block by block as each is opened. Closes the file at the end, on an
 * error, and when the stream is destroyed early.
 */
export function contentStream(
  file: FileHandle,
  start: number,
  end: number,
  openBlock: (sealed: Buffer, index: number, isLast: boolean) => Buffer,
): Readable {
  let position = start;
  let index = 0;

  async function next(): Promise<Buffer | null> {
    if (position >= end) {
      if (index === 0) throw damaged();
      return null;
    }
    const length = Math.min(SEALED_BLOCK_BYTES, end - position);
    const sealed = await readBytes(file, length, position);
    position += length;
    const block = openBlock(sealed, index++, position === end);
    // Only an empty document has an empty block. It is skipped, because pushing it would not wake the reader.
    return block.length === 0 ? next() : block;
  }

  return new Readable({
    read() {
      // A `data` listener runs inside push, so an error that it throws becomes the stream's error.
      next()
        .then((block) => this.push(block))
        .catch((error) => this.destroy(error));
    },
    destroy(error, done) {
      file.close().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

/** Reads exactly `length` bytes from `position`. Throws `ciphertext_corrupt` if the file ends before. */
export async function readBytes(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw damaged();
    filled += bytesRead;
  }
  return bytes;
}
