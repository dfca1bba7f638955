/** How many bytes of a response are kept with its attempt (D:V5). */
export const EXCERPT_BYTES = 4096;

/** Control characters except tab and line feed, and those that change the text's direction: it may be hostile. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/**
 * The start of a response body as text that can be stored and shown: at most 4,096 bytes of UTF-8, without control and
 * direction characters. Bytes that are not text are only mentioned. A compressed body is not unpacked, because a few
 * kilobytes may unpack to gigabytes.
 */
export function responseExcerpt(body: Buffer, contentEncoding: string | undefined): string {
  if (body.length === 0) return '';
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    return `[${contentEncoding.replace(UNSAFE, '').slice(0, 40)}, not unpacked]`;
  }
  const text = wholeCharacters(body.subarray(0, EXCERPT_BYTES));
  const broken = text.split('\ufffd').length - 1;
  if (broken > text.length / 10) return '[not text]';
  return cutToBytes(text.replace(/\r\n/g, '\n').replace(UNSAFE, ''), EXCERPT_BYTES);
}

/** Replacement characters take more bytes than the bytes that they replace. */
function cutToBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  return wholeCharacters(encoded.subarray(0, bytes));
}

/** Shared, because creating a decoder takes longer than decoding an answer. */
const decoder = new TextDecoder('utf-8');

/** The text of bytes, without a character that was cut at their end. */
function wholeCharacters(bytes: Uint8Array): string {
  const text = decoder.decode(bytes, { stream: true });
  decoder.decode(); // forgets what it keeps of that character
  return text;
}
