import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { sayingHowFar } from '../../src/host/commands/progress.ts';

describe('how far a long command is', () => {
  it('is said at most once in so long, and not of a short one', async () => {
    const told: string[] = [];
    const shell = { tell: (text: string) => void told.push(text) };
    const say = sayingHowFar(shell, 200);
    say('too early');
    await setTimeout(300);
    say('12 rotated');
    say('13 rotated');
    await setTimeout(300);
    say('20 rotated');
    sayingHowFar(shell)('of a short command');
    expect(told).to.deep.equal(['12 rotated', '20 rotated']);
  });
});
