import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Listening, listen } from '@shaon/testing';

/** Counts the requests that Node's parser finds complete in some bytes: each must be answered unless its connection is closed. */
export class CompleteRequests {
  readonly #listening: Listening;
  /** Complete requests by the sender's port. */
  readonly #counts: Map<number, number>;

  private constructor(listening: Listening, counts: Map<number, number>) {
    this.#listening = listening;
    this.#counts = counts;
  }

  static async open(): Promise<CompleteRequests> {
    const counts = new Map<number, number>();
    const count = (request: IncomingMessage, response: ServerResponse) => {
      const sender = request.socket.remotePort ?? 0;
      request.resume().once('end', () => {
        counts.set(sender, (counts.get(sender) ?? 0) + 1);
        response.end();
      });
    };
    // As the doors, a missing Host and an unknown Expect reach the handler.
    const server = createServer({ requireHostHeader: false }, count).on('checkExpectation', count);
    return new CompleteRequests(await listen(server), counts);
  }

  /** How many complete requests these bytes hold, up to where the parser refuses them. */
  in(pieces: readonly Buffer[]): Promise<number> {
    return new Promise((resolve) => {
      const socket = connect({ port: this.#listening.port, host: '127.0.0.1', allowHalfOpen: true });
      let sender = 0;
      socket.on('connect', () => {
        sender = (socket.address() as AddressInfo).port;
        socket.end(Buffer.concat(pieces));
      });
      // A reset after the parser has refused: what it found before that is counted.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve(this.#counts.get(sender) ?? 0);
        this.#counts.delete(sender);
      });
      socket.resume();
    });
  }

  close(): Promise<void> {
    return this.#listening.close();
  }
}
