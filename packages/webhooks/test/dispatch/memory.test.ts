import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { runnableProgram } from '@shaon/testing';
import { expect } from 'chai';
import { proofSize, tell } from '../proof.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { answer, type Behaviour, startReceiver } from '../receiver/tls-receiver.ts';
import type { MemoryOrder, MemoryReport } from './attempt-process.ts';

const MEGABYTE = 1024 * 1024;
const AT_A_TIME = 25;
const ROUNDS = proofSize('SHAON_MEMORY_ROUNDS', 1);
const PROGRAM = fileURLToPath(new URL('./attempt-process.ts', import.meta.url));

/** Writes 1 GB as fast as the other side takes it. */
function gigabyte(head: string, block: Buffer): Behaviour {
  return (socket) => {
    let left = 1024 * MEGABYTE;
    socket.write(head);
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= block.length;
        if (!socket.write(block)) return void socket.once('drain', more);
      }
    };
    more();
  };
}

const bomb = gzipSync(Buffer.alloc(40 * MEGABYTE, 'x'));
const HOSTILE: readonly (readonly [string, Behaviour])[] = [
  ['a body of 1 GB', gigabyte('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n', Buffer.alloc(MEGABYTE, 'x'))],
  [
    '1 GB in chunks',
    gigabyte(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`),
    ),
  ],
  ['a gzip bomb', answer(200, bomb, 'content-encoding: gzip\r\n')],
  ['headers of 1 GB', gigabyte('HTTP/1.1 200 OK\r\n', Buffer.from('x-more: 0123456789\r\n'.repeat(5_000)))],
];

describe(`${AT_A_TIME} attempts at a time to a receiver that answers with`, () => {
  let authority: Authority;
  before(async () => {
    authority = await createAuthority();
  });

  for (const [title, behaviour] of HOSTILE) {
    it(`${title} take less than 50 MB`, async function () {
      this.timeout(60_000 + ROUNDS * 10_000);
      const [honest, hostile] = await Promise.all(
        [answer(200, '{"ok":true}'), behaviour].map(async (behave) => {
          const receiver = await startReceiver(await authority.issue());
          receiver.behave(behave);
          return receiver;
        }),
      );
      try {
        const order: MemoryOrder = {
          ca: authority.ca,
          warmUp: honest!.url,
          urls: Array(ROUNDS).fill(hostile!.url),
          atATime: AT_A_TIME,
        };
        const { stdout } = await promisify(execFile)(process.execPath, [
          '--expose-gc',
          await runnableProgram(PROGRAM),
          JSON.stringify(order),
        ]);
        const report = JSON.parse(stdout) as MemoryReport;
        const expected = title.startsWith('headers') ? 'invalid_response' : 'success';
        expect(report.outcomes).to.deep.equal(Array(AT_A_TIME * ROUNDS).fill(expected));
        const growth = (report.peak - report.before) / MEGABYTE;
        tell('SHAON_MEMORY_ROUNDS', {
          [`MB above ${Math.round(report.before / MEGABYTE)} MB at ${title}`]: growth.toFixed(1),
          'ms for the slowest attempt': report.longestMs,
        });
        expect(growth, 'MB').to.be.below(50);
        expect(report.longestMs).to.be.at.most(20_000);
      } finally {
        await honest!.close();
        await hostile!.close();
      }
    });
  }
});
