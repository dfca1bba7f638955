/** Whether `npm run test:all` runs: files with a long form then run it. */
export const runsAll = process.env.SHAON_TEST_ALL === '1';

/** For random choices: another number each day. SHAON_TEST_SEED repeats those of an earlier one. */
export const daySeed = Number(process.env.SHAON_TEST_SEED ?? Math.floor(Date.now() / 86_400_000));
