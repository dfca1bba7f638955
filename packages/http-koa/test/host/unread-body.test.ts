import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { silentLog } from '@shaon/core';
import { type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import { createHttpServer } from '../../src/host/http-server.ts';
import { limitUnreadBody } from '../../src/host/unread-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n';
const REFUSED = /^HTTP\/1\.1 401 .*"Unauthenticated\."\}$/s;

describe('a body that arrives after the answer', () => {
  let listening: Listening | undefined;
  afterEach(() => listening?.close());

  /** A connection whose answers are kept, so that a reset cannot take them away unnoticed. */
  async function caller(server: Parameters<typeof listen>[0]): Promise<{ socket: Socket; received: () => string }> {
    listening = await listen(server);
    let text = '';
    const socket = connect(listening.port, '127.0.0.1').on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return { socket, received: () => text };
  }
  /** The whole answer and the bytes that were sent until the server closed the connection. */
  async function sendEndlessly(socket: Socket, chunk: Buffer): Promise<number> {
    const closed = once(socket, 'close');
    const sending = setInterval(() => {
      if (!socket.writableNeedDrain) socket.write(chunk);
    }, 1);
    await closed;
    clearInterval(sending);
    return socket.bytesWritten;
  }
  const refuse = (_request: unknown, response: ServerResponse): void => {
    response.statusCode = 401;
    response.end('{"message":"Unauthenticated."}');
  };

  it('ends with its connection after 10 MB, when the answer was received', async () => {
    const { socket, received } = await caller(createHttpServer(refuse, { log: silentLog, onUnparsable: null }));
    socket.write(HEAD);
    expect(await sendEndlessly(socket, Buffer.alloc(256 * 1024))).to.be.greaterThan(10 * 1024 * 1024);
    expect(received()).to.match(REFUSED);
  });

  for (const { what, delay } of [
    { what: 'at once', delay: 0 },
    { what: 'after a part of the body had come', delay: 100 },
  ]) {
    it(`ends with its connection after a while, when the call was answered ${what}`, async () => {
      const server = createServer((request, response) => {
        limitUnreadBody(request, response, silentLog, { bytes: Number.POSITIVE_INFINITY, ms: 300 });
        setTimeout(() => refuse(request, response), delay);
      });
      const { socket, received } = await caller(server);
      socket.write(HEAD);
      await sendEndlessly(socket, Buffer.alloc(32 * 1024));
      expect(received()).to.match(REFUSED);
    });
  }

  it('keeps the connection for the next call when it ends in time', async () => {
    const server = createServer((request, response) => {
      limitUnreadBody(request, response, silentLog, { bytes: 200_000, ms: 300 });
      setTimeout(() => refuse(request, response), 20);
    });
    const { socket, received } = await caller(server);
    const answers = async (count: number) => {
      while (received().split('HTTP/1.1 401 ').length <= count) await once(socket, 'data');
    };
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    socket.write(Buffer.alloc(80_000));
    await answers(1);
    socket.write(Buffer.alloc(20_000));
    // Longer than the body may take.
    await new Promise((resolve) => setTimeout(resolve, 500));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await answers(2);
    socket.destroy();
  });
});
