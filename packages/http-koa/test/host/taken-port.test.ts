import { listen, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { makeDataFolder, migrateAll, SEVERAL_PROCESSES_MS, settingsFor, shaon } from './running-shaon.ts';

onEachDatabase('shaon serve on a port that is taken', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  it('ends, and says which port and what to set', async () => {
    const other = await listen(() => undefined);
    try {
      for (const variable of ['PORT', 'SHAON_METRICS']) {
        const settings = settingsFor(database.connection(), folder.path, { [variable]: String(other.port) });
        const { code, signal, stderr } = await shaon(['serve'], settings);
        expect({ code, signal }, stderr).to.deep.equal({ code: 1, signal: null });
        expect(stderr).to.contain(
          `Cannot listen on 127.0.0.1 port ${other.port}: another program listens there. Set ${variable} to another port.`,
        );
      }
    } finally {
      await other.close();
    }
  }).timeout(SEVERAL_PROCESSES_MS);
});
