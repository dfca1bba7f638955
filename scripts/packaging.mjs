import { mochaGlobalSetup, mochaGlobalTeardown } from '../tools/testing/src/global-setup.ts';
import { checkVersions, KINDS } from './compatibility.mjs';
import { checkFrameworks } from './frameworks.mjs';
import { checkPacked } from './packed.mjs';
import { pack, TEMP } from './tarballs.mjs';

/*
 * `npm run packaging`: packs the packages as for publishing, and uses them outside the project as others do: in an empty
 * project, in each framework of examples/frameworks, and with each version of the rows in compatibility.mjs. With names
 * it does only these: `npm run packaging -- packed frameworks node`. With `--quick`, as in `npm run test:all`, only the
 * marked rows.
 */

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isQuick = process.argv.includes('--quick');
/** @param {string} name */
const isWanted = (name) => names.length === 0 || names.includes(name);

let isSound = true;
try {
  const unknown = names.filter((name) => !['packed', 'frameworks', ...KINDS].includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')} to check.`);
  await pack(TEMP);
  if (isWanted('packed')) isSound = await checkPacked();
  await mochaGlobalSetup();
  try {
    if (isWanted('frameworks')) isSound = (await checkFrameworks()) && isSound;
    isSound = (await checkVersions(isWanted, isQuick)) && isSound;
  } finally {
    await mochaGlobalTeardown();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  isSound = false;
}
process.exit(isSound ? 0 : 1);
