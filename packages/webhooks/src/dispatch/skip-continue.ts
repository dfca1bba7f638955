import type { Socket } from 'node:net';

/** The start of an answer, until it is clear that it is no `100 Continue`. */
export interface AnswerStart {
  /** The bytes so far; null once the answer has begun. */
  bytes: Buffer | null;
  /** How many more of them are skipped. */
  skips: number;
}

/** The start of the next request's answer. */
export const newAnswerStart = (maxInterimAnswers: number): AnswerStart => ({
  bytes: Buffer.alloc(0),
  skips: maxInterimAnswers,
});

/** The status line of `100 Continue`, up to the blank or the end of the line. */
const STATUS_LINE = 'HTTP/1.1 100';
/** A longer head is left to undici, which refuses it. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Hides each `100 Continue` before an answer from undici, which reads the socket with `read()` and takes an interim
 * answer of this status for a broken one. Clients must accept those that they did not ask for (RFC 9110, 15.2).
 *
 * @param start of the answer that is awaited now; null between answers
 */
export function skipContinue(socket: Socket, start: () => AnswerStart | null): void {
  const read: (size?: number) => Buffer | null = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      const answer = start();
      if (chunk === null || answer === null || answer.bytes === null) return chunk;
      const bytes = withoutContinue(answer, Buffer.concat([answer.bytes, chunk]));
      answer.bytes = mayBeContinue(answer, bytes) ? bytes : null;
      if (answer.bytes === null) return bytes;
    }
  };
}

/** Removes every complete `100 Continue` from the beginning. */
function withoutContinue(answer: AnswerStart, bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length > STATUS_LINE.length && mayBeContinue(answer, rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
    answer.skips -= 1;
  }
  return rest;
}

/** Whether bytes are, or may become, a `100 Continue` to skip. */
function mayBeContinue({ skips }: AnswerStart, bytes: Buffer): boolean {
  if (skips === 0 || bytes.length > MAX_HEAD_BYTES) return false;
  const line = bytes.subarray(0, STATUS_LINE.length + 1).toString('latin1');
  return STATUS_LINE.startsWith(line) || /^HTTP\/1\.1 100[ \r]$/.test(line);
}
