import { Socket } from 'node:net';
import { guardedHandler } from '../guarded-handler.ts';
import type { CoreLog } from '../log.ts';

/**
 * A socket that ends after `silentMs` without traffic. When the network drops a connection silently, the connection
 * neither answers nor ends, so its user would wait a quarter of an hour, or forever.
 */
export function socketWithTimeout(silentMs: number, log: CoreLog): Socket {
  const socket = new Socket();
  const end = () => socket.destroy(new Error('Connection terminated: the server is silent.'));
  socket.setTimeout(silentMs, guardedHandler(log, 'end of a silent connection', end));
  return socket;
}
