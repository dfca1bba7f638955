import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLog } from '@shaon/core';
import { listen } from '@shaon/testing';
import { expect } from 'chai';
import { RequestsInProgress } from '../../src/host/drain.ts';

describe('requests in progress', () => {
  it('are over with their connection, also those that wait behind another one', async () => {
    const requests = new RequestsInProgress(silentLog);
    let come = 0;
    const listening = await listen(
      requests.counting(
        (_request, response) => {
          come += 1;
          // Of three on one connection the first answer ends it, and the others never get their turn.
          response.setHeader('Connection', 'close');
          if (come === 3) response.end('the third');
        },
        () => true,
      ),
    );
    const socket = connect(listening.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    while (come < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests.count).to.equal(3);
    socket.destroy();
    await once(socket, 'close');
    await requests.ended(60_000);
    expect(requests.count).to.equal(0);
    await listening.close();
  });
});
