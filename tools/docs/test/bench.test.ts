import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Enough to see that it works; what it measures here says nothing. */
const TINY = '--database sqlite --rows 1000 --seconds 0.1 --workloads W5 --contenders service,F1';

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
});
