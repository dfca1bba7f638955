import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { listenOn } from '../../src/host/http-server.ts';

describe('an address that cannot be listened on', () => {
  const refused = (host: string, port: number, variable: string): Promise<unknown> =>
    listenOn(createServer(), { host, port }, variable).then(
      () => 'It listens.',
      (error: Error) => error.message,
    );

  it('is told by its port when another program has that', async () => {
    const other = createServer();
    await listenOn(other, { host: '127.0.0.1', port: 0 }, 'PORT');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await refused('127.0.0.1', port, 'SHAON_METRICS')).to.equal(
        `Cannot listen on 127.0.0.1 port ${port}: another program listens there. Set SHAON_METRICS to another port.`,
      );
    } finally {
      other.close();
    }
  });

  it('is told by its host when this machine has no such address', async () => {
    // 192.0.2.0/24 is for documentation and nobody's.
    const text = 'Cannot listen on 192.0.2.7: this machine has no such address. Set';
    expect(await refused('192.0.2.7', 0, 'PORT')).to.include(`${text} SHAON_HOST`);
    expect(await refused('192.0.2.7', 0, 'SHAON_METRICS')).to.include(`${text} SHAON_METRICS`);
  });
});
