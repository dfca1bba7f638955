import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Enough to see that it works; what it measures here says nothing. */
const TINY = '--database sqlite --rows 1000 --seconds 0.1 --workloads W5 --contenders service,F1';

const TINY_WEBHOOKS = '--employees 20 --deliveries 40 --endpoints 2 --rounds 1 --rate 50 --seconds 0.2';
const TINY_MIXES = '--database sqlite --rows 1000 --people 100 --calls 2';
const TINY_MEMORY = '--database sqlite --minutes 0.02';
const TINY_STALLS = '--database sqlite --seconds 1';
const TINY_LOAD = '--database sqlite --employees 20 --seconds 1 --rate 40 --prune-seconds 0.5';

describe('bench/README.md', function () {
  this.timeout(120_000);

  it('has a short form that measures the service beside a floor', async () => {
    const short = blockOf('bench/README.md', 'bench').split('\n')[1]?.split('#')[0]?.trim();
    expect(short).equal('npm run --prefix bench v1:short');
    const { stdout } = await promisify(execFile)('bash', ['-c', `${short} -- ${TINY}`], { cwd: ROOT });
    expect(stdout)
      .to.match(/^\| W5 \| service \|/m)
      .and.match(/^\| W5 \| F1 \| .* × \|/m);
  });

  it('has a short form that measures the sender of webhooks beside undici, on both databases', async () => {
    const { stdout } = await webhooks(1, 'npm run --prefix bench webhooks:short', TINY_WEBHOOKS);
    for (const database of ['sqlite', 'postgres']) {
      expect(stdout).to.match(
        new RegExp(`^\\| ${database} \\|(.*\n){2}\\| sender \\| [1-9].*\n\\| undici \\| [1-9]`, 'm'),
      );
    }
  });

  it('has a short form that asks each list for every mix of filters', async () => {
    const short = blockOf('bench/README.md', 'mixes').split('\n')[1]?.split('#')[0]?.trim();
    expect(short).equal('npm run --prefix bench mixes:short');
    const run = promisify(execFile)('bash', ['-c', `${short} -- ${TINY_MIXES}`], { cwd: ROOT });
    // What is over the limit on a busy machine ends it with code 1.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout.match(/^\| [a-z]+: [^|]+\| \d+ \| \d/gm)).to.have.lengthOf.above(40);
  });

  it('has a short form that asks what a server holds while it hashes passwords', async () => {
    expect((await short('memory', TINY_MEMORY)).stdout).to.match(
      /^sqlite, 5000 days.*\n {2}after 1 s: +\d+ \( *\d+\)\n {2}at most +\d+; [1-9]\d* answers, 0 failed/m,
    );
  });

  it('ends with code 1 if a server holds more than it may', async () => {
    const heavy = '--node=--import=data:text/javascript,globalThis.held=Buffer.alloc(2e8,1)';
    const { stdout, code } = await short('memory', `${TINY_MEMORY} '${heavy}'`);
    expect(stdout).to.match(/at most +[2-4]\d\d;/);
    expect(code).to.equal(1);
  });

  it('has a short form that watches the event loop under mixed load', async () => {
    const short = blockOf('bench/README.md', 'stalls').split('\n')[1]?.split('#')[0]?.trim();
    expect(short).equal('npm run --prefix bench stalls:short');
    const run = promisify(execFile)('bash', ['-c', `${short} -- ${TINY_STALLS}`], { cwd: ROOT });
    // As above: a busy machine makes any loop late.
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout.match(/^shaon serve +(?:\d+\.\d +){4}RSS/gm)).to.have.lengthOf(1);
    // Nothing was refused, and nothing failed.
    expect(stdout)
      .to.match(/^ {2}punches +[1-9]/m)
      .and.not.to.match(/ × [45]\d\d/);
  });

  it('has a load of webhooks that counts every event', async () => {
    const { stdout } = await webhooks(2, 'npm run --prefix bench webhooks:load', TINY_LOAD);
    expect(stdout)
      .to.match(/^- events written 40 in/m)
      .and.contain('- deliveries wanted 120, arrived 120, missing 0, doubled 0')
      .and.match(/^- commit to receipt: p50 \d+\.\d, p95 \d+\.\d, p99 \d+\.\d, longest \d+\.\d ms$/m)
      .and.contain('rows left after the last pruning: 0')
      .and.match(/^\| second \| backlog \| oldest ms \| sender MB \|.*\n\|.*\n\| \d+ \| \d+ \| \d+ \| [1-9]/m);
  });
});

/** What exceeds its limit on a busy machine ends a benchmark with code 1; what it printed is looked at all the same. */
async function short(name: string, tiny: string): Promise<{ stdout: string; code?: number }> {
  const written = blockOf('bench/README.md', name).split('\n')[1]?.split('#')[0]?.trim();
  expect(written).equal(`npm run --prefix bench ${name}:short`);
  const run = promisify(execFile)('bash', ['-c', `${written} -- ${tiny}`], { cwd: ROOT });
  return run.catch((error: { stdout: string; code: number }) => error);
}

function webhooks(line: number, command: string, tiny: string): Promise<{ stdout: string }> {
  const written = blockOf('bench/README.md', 'webhooks').split('\n')[line]?.split('#')[0]?.trim();
  expect(written).equal(command);
  return promisify(execFile)('bash', ['-c', `${command} -- ${tiny}`], { cwd: ROOT });
}
