import { Socket } from 'node:net';

/**
 * A socket that ends after `silentMs` without traffic. When the network drops a connection silently, the connection
 * neither answers nor ends, so its user would wait a quarter of an hour, or forever.
 */
export function socketWithTimeout(silentMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silentMs, () => socket.destroy(new Error('Connection terminated: the server is silent.')));
  return socket;
}
