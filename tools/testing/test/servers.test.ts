import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { listen, skipUnlessTested, skipWithout, startRedis } from '../src/index.ts';

describe('listen', () => {
  it('answers, and closes although a client keeps its connection', async () => {
    const listening = await listen((_request, response) => void response.end('here'));
    const idle = connect(listening.port, '127.0.0.1');
    const idleEnded = new Promise((resolve) => idle.once('close', resolve));
    expect(await (await fetch(listening.url)).text()).to.equal('here');
    await listening.close();
    await idleEnded;
    await listening.close();
    const failure = await fetch(listening.url).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error);
  });
});

describe('startRedis', () => {
  it('answers PING, and starts again empty on the same port', async function () {
    skipWithout(this, 'redis-server');
    const first = await startRedis();
    expect(await ask(first.port, 'SET a 1')).to.equal('+OK\r\n');
    await first.close();
    const second = await startRedis({ port: first.port });
    expect(await ask(second.port, 'EXISTS a')).to.equal(':0\r\n');
    await second.close();
  });
});

describe('startPostgres', () => {
  it('leaves the code with which its process ends', async function () {
    skipUnlessTested(this, 'postgres');
    const setup = new URL('../src/global-setup.ts', import.meta.url).href;
    const program = `const { mochaGlobalSetup, mochaGlobalTeardown } = await import('${setup}');
      await mochaGlobalSetup();
      await mochaGlobalTeardown();
      process.exitCode = 3;`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: 'inherit',
    });
    expect((await once(child, 'exit'))[0]).to.equal(3);
  });
});

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(String(data));
      socket.destroy();
    });
  });
}
