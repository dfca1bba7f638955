import { createReadStream } from 'node:fs';
import { ShaonError } from '@shaon/core';

/**
 * The longest row of a source, in characters of CSV or bytes of JSON: a quote that is never closed would read the rest
 * of the file into memory (D:A17).
 */
export const LONGEST_ROW = 4_194_304;

export const tooLong = (what: string): string =>
  `${what} is longer than 4 MB; perhaps a quote is opened and never closed`;

/** The path of a file, or its bytes. */
export type RowSource = string | AsyncIterable<Buffer>;

/**
 * The file's bytes in portions, without a byte order mark. Throws `options_invalid` if they are not UTF-8, because a
 * file in another encoding would fill the company with garbled names.
 */
export async function* readUtf8(from: RowSource, name: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of typeof from === 'string' ? createReadStream(from) : from) {
    decode(decoder, chunk, name);
    yield isFirst ? withoutMark(chunk) : chunk;
    isFirst = false;
  }
  decode(decoder, undefined, name);
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined, name: string): void {
  try {
    if (chunk === undefined) decoder.decode();
    else decoder.decode(chunk, { stream: true });
  } catch {
    throw new ShaonError(
      'options_invalid',
      `${name} is not in UTF-8. Save it so; in Excel: "CSV UTF-8 (Comma delimited)".`,
    );
  }
}

function withoutMark(chunk: Buffer): Buffer {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}
