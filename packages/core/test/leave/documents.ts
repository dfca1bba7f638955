import { Readable } from 'node:stream';

export async function readAll(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** Content that arrives in parts of uneven sizes. */
export function inParts(bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let start = 0, size = 1; start < bytes.length; start += size, size = size * 7 + 1) {
        yield bytes.subarray(start, start + size);
      }
    })(),
    { objectMode: false },
  );
}
