import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { sayingHowFar } from '../../src/host/commands/progress.ts';
import { Shell } from '../../src/host/commands/shell.ts';

describe('how far a long command is', () => {
  it('is said on the standard error, at most once in so long, and not of a short one', async () => {
    const outputs = { stdout: new PassThrough({ encoding: 'utf8' }), stderr: new PassThrough({ encoding: 'utf8' }) };
    const shell = new Shell({ environment: {}, ...outputs });
    const say = sayingHowFar(shell, 200);
    say('too early');
    await setTimeout(300);
    say('12 rotated');
    say('13 rotated');
    await setTimeout(300);
    say('20 rotated');
    sayingHowFar(shell)('of a short command');
    expect(outputs.stderr.read()).to.equal('12 rotated\n20 rotated\n');
    expect(outputs.stdout.read()).to.equal(null);
  });
});
