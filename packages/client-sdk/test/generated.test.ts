import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

describe('what is generated from the contract', () => {
  it('is what the contract generates today', () => {
    const script = fileURLToPath(new URL('../../../tools/codegen/src/generate.mjs', import.meta.url));
    execFileSync(process.execPath, [script, '--check'], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  }).timeout(60_000);
});
