import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FuzzCase } from './hostile-request.ts';

/** One answer as it stood on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** A sender that has not ended its side waits so long for more. */
const QUIET_MS = 40;
/** After the sender has ended its side, the server must end the connection within this time. */
const LONGEST_MS = 10_000;

/** Sends a case on a connection of its own and gives what was answered; throws when the server keeps the connection. */
export function exchange(port: number, { name, pieces, isHalfClosed }: FuzzCase): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const end = () => socket.end();
    let quiet: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${name}: the connection was not ended within ${LONGEST_MS} ms. It said: ${received}`));
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
      else quiet = setTimeout(end, QUIET_MS);
    });
  });
}

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
