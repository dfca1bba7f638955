import { parseArgs } from 'node:util';
import { commandFile, run } from './project.mjs';

/*
 * `npm run fuzz -- --cases 50000 --seed 7`: sends that many hostile requests to every port and every way to mount the
 * API or the web interface. The titles of the tests have the seed; the same seed sends the same requests.
 */

const { values } = parseArgs({ options: { cases: { type: 'string', default: '50000' }, seed: { type: 'string' } } });
process.exitCode = await run(process.execPath, [commandFile('mocha'), 'packages/http-koa/test/fuzz/fuzz.test.ts'], {
  env: {
    ...process.env,
    SHAON_TEST_FUZZ_CASES: values.cases,
    ...(values.seed === undefined ? {} : { SHAON_TEST_SEED: values.seed }),
  },
});
