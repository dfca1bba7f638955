import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompleteRequests } from './complete-requests.ts';
import type { FuzzCase } from './hostile-request.ts';

/** One answer as it stood on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** A sender that has not ended its side waits so long for more; each answer begins the wait again. */
const QUIET_MS = 40;
/** By then each complete request must be answered, and the connection ended after the sender has ended its side. */
const LONGEST_MS = 10_000;

/**
 * Sends a case on a connection of its own and gives what was answered. The sender's side stays open until each complete
 * request has an answer, because its end would close the connection of a request that hangs. Throws when a request is
 * not answered and the connection is not closed, and when the server keeps the connection.
 */
export function exchange(port: number, hostile: FuzzCase, complete: CompleteRequests): Promise<RawAnswer[]> {
  const { name, pieces, isHalfClosed } = hostile;
  return new Promise((resolve, reject) => {
    let received = '';
    let due: number | undefined;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const end = () => socket.end();
    const endOnceAnswered = async () => {
      due ??= await complete.in(pieces);
      if (answersIn(received).filter(isFinal).length >= due) end();
    };
    let quiet: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => {
      socket.destroy();
      const asked = due === undefined ? '' : ` after ${due} complete requests`;
      reject(
        new Error(
          `${name}: the server hangs${asked}: not closed within ${LONGEST_MS} ms.\nIt said: ${received}\n` +
            `It was sent: ${JSON.stringify(Buffer.concat(pieces).toString('latin1'))}`,
        ),
      );
    }, LONGEST_MS);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      quiet?.refresh();
    });
    socket.on('end', end);
    // A reset is an answer too: the server has closed while bytes were on their way to it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(limit);
      clearTimeout(quiet);
      resolve(answersIn(received));
    });
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece);
        await nextTurn();
      }
      if (isHalfClosed) end();
      else quiet = setTimeout(endOnceAnswered, QUIET_MS);
    });
  });
}

/** Whether it is the answer to its request, and not `100 Continue` before it. */
export const isFinal = ({ status }: RawAnswer): boolean => status >= 200;

/** Bodies are JSON, figures or pages, none of which holds the beginning of an answer. */
const HEAD = /HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/g;

function answersIn(text: string): RawAnswer[] {
  return [...text.matchAll(HEAD)].map(([, status, head = '']) => ({
    status: Number(status),
    headers: new Map(
      head
        .split('\r\n')
        .filter((line) => line !== '')
        .map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
    ),
  }));
}
