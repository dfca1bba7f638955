import { Socket } from 'node:net';

/**
 * A socket that ends when nothing has come or gone over it for `silentMs`. A connection that the network has dropped in
 * silence never answers and never ends: whoever waits for it would wait a quarter of an hour, or for ever.
 */
export function answeringSocket(silentMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silentMs, () => socket.destroy(new Error('Connection terminated: the server is silent.')));
  return socket;
}
