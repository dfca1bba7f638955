import { loadModule } from 'libpg-query';
import { touched } from './one-company.ts';
import { isPastOneCompany } from './past-one-company.ts';
import { startRecording, takeStatements } from './record.ts';

/*
 * Loaded by .mocharc.json: whatever suite runs, each statement that it made Shaon send to PostgreSQL is checked when its
 * file ends. What other processes send that a suite starts is not seen here.
 */

startRecording();

export const mochaHooks = {
  async afterAll(): Promise<void> {
    const statements = takeStatements();
    if (statements.length === 0) return;
    await loadModule();
    const refused = statements.flatMap((text) => {
      const { unbound } = touched(text);
      return unbound.length === 0 || isPastOneCompany(text) ? [] : [`${unbound.join(', ')} in: ${text}`];
    });
    if (refused.length === 0) return;
    throw new Error(
      `Neither of one company nor in scripts/statements/past-one-company.ts:\n${[...new Set(refused)].join('\n')}`,
    );
  },
};
