import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrateCore } from '@shaon/core';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';

const PROGRAM = fileURLToPath(new URL('./slow-reading.ts', import.meta.url));

onEachDatabase('a stop while a given-up statement still runs', { migrate: migrateCore }, (database) => {
  it('ends the process all the same, on SQLite by the signal that asked for it', async () => {
    const program = ['--import', 'tsx', PROGRAM, JSON.stringify(database.connection())];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line === 'reading') child.kill('SIGTERM');
    }
    expect(lines).to.deep.equal(['reading', 'stopped']);
    expect(await ended).to.deep.equal(database.type === 'sqlite' ? [null, 'SIGTERM'] : [0, null]);
  });
});
