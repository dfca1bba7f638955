import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guardedHandler } from '@shaon/core';
import { onConnectionEnd } from '../../http/connection-end.ts';
import type { Rule } from '../call.ts';
import type { V1 } from '../v1-parts.ts';

/**
 * Waits until the earlier requests of the connection are answered. Node begins pipelined requests side by side, which
 * HTTP allows only if all of them are safe (RFC 9112, 9.3.2): of two changes of an employee the first could be stored
 * last, and a read behind a change could miss it.
 */
export function awaitTurn({ options: { log } }: V1): Rule {
  return (ctx, next) => {
    const { req, res } = ctx;
    // Node gives a response its socket when the responses before it are sent.
    if (res.socket !== null || req.socket.destroyed) return next();
    return turnOf(res, req.socket).then(next);
  };

  /** Resolves also when the connection is gone, because a call whose caller hung up is audited too (D:U6). */
  function turnOf(res: ServerResponse, socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      const forget = onConnectionEnd(socket, resolve);
      const begin = guardedHandler(log, 'turn of a pipelined request', () => {
        forget();
        resolve();
      });
      res.once('socket', begin);
    });
  }
}
