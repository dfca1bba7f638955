import { createTestDatabase, skipUnlessTested } from '@shaon/testing';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/maintenance.md';

describe(`${PAGE}, export and move`, function () {
  this.timeout(240_000);

  describe('from SQLite to PostgreSQL', () => {
    const workplace = new Workplace({ SHAON_SMS: 'spool' });
    const made: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
    after(async () => {
      workplace.remove();
      for (const database of made) await database.drop();
    });

    before(async function () {
      skipUnlessTested(this, 'sqlite', 'postgres');
      await workplace.sh(`shaon migrate && shaon company create --name Bakery`);
    });

    /** An empty one for the commands that follow. */
    async function nextTarget(): Promise<void> {
      const database = await createTestDatabase('postgres');
      made.push(database);
      if (database.connection.type === 'postgres') workplace.set({ TARGET_URL: database.connection.url });
    }

    it('takes a company over', async () => {
      await nextTarget();
      await workplace.sh(blockOf(PAGE, 'export'));
      // One list of keys for both databases, as the page says.
      workplace.set({ SHAON_KEYS: (await workplace.sh('cat data/keys')).trim() });
      expect(await workplace.sh(blockOf(PAGE, 'company-to-postgres'))).to.include('imported as company 1');
      workplace.set({ SHAON_KEYS: '' });
    });

    it('moves everything, and the new host starts', async () => {
      await nextTarget();
      expect(await workplace.sh(blockOf(PAGE, 'move'))).to.match(/All \d+ tables are equal/);
      expect(await workplace.sh(blockOf(PAGE, 'after-move'))).to.not.include('BAD ');
    });
  });
});
