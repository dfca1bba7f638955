import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** What a program that uses the built module writes. */
function run(program: string): { readonly stdout: string; readonly stderr: string } {
  const module = fileURLToPath(new URL('../../dist/host/commands/progress.js', import.meta.url));
  const text = `import { sayingHowFar } from ${JSON.stringify(module)};\n${program}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' });
}

describe('how far a long command is', () => {
  it('is said on the standard error, at most once in so long, and not of a short one', () => {
    const { stdout, stderr } = run(`
      const say = sayingHowFar(200);
      say('too early');
      await new Promise((resolve) => setTimeout(resolve, 300));
      say('12 rotated');
      say('13 rotated');
      await new Promise((resolve) => setTimeout(resolve, 300));
      say('20 rotated');
      sayingHowFar()('of a short command');`);
    expect(stderr).to.equal('12 rotated\n20 rotated\n');
    expect(stdout).to.equal('');
  });
});
