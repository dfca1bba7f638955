import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Prints dots and then the failures; writes the counts to the file named by SHAON_TEST_COUNTS. */
export default class CountingReporter extends Mocha.reporters.Dot {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.SHAON_TEST_COUNTS;
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      if (file !== undefined)
        writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}
