import { pathToFileURL } from 'node:url';
import { isFreeLicence, listAdvisories } from './audit-answers.mjs';
import { withoutCredentials } from './install-failure.mjs';
import { installerEnvironment, readJson, run } from './project.mjs';

/*
 * `npm run audit`: known weaknesses and licences of the production packages in pnpm-lock.yaml. Exits with 0 if there is
 * nothing to act on, with 1 if there is, and with 2 if the registry or the install does not answer.
 */

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const answers = [await checkLicences(), await askForAdvisories()];
  process.exitCode = answers.includes('some') ? 1 : answers.includes('unknown') ? 2 : 0;
}

/** @returns {Promise<'none' | 'some' | 'unknown'>} whether there are licences that are not permissive */
async function checkLicences() {
  const { output } = await pnpm(['licenses', 'list', '--prod', '--json']);
  const byLicence = licencesIn(output);
  if (byLicence === null) {
    console.error(`Licences: not known. Run npm run setup first. ${withoutCredentials(output.trim().slice(0, 500))}`);
    return 'unknown';
  }
  const refused = Object.entries(byLicence).filter(([licence]) => !isFreeLicence(licence));
  for (const [licence, packages] of refused) {
    console.error(`${licence}: ${packages.map(({ name, versions }) => `${name} ${versions.join(', ')}`).join('; ')}`);
  }
  const count = Object.values(byLicence).flat().length;
  console.log(`Licences: ${count} packages, ${refused.length === 0 ? 'all' : 'not all'} under permissive ones.`);
  return refused.length === 0 ? 'none' : 'some';
}

/** @param {string} output @returns {Record<string, { name: string, versions: string[] }[]> | null} */
function licencesIn(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** @returns {Promise<'none' | 'some' | 'unknown'>} */
async function askForAdvisories() {
  const { output } = await pnpm(['audit', '--prod', '--json']);
  const answer = listAdvisories(output);
  if ('unknown' in answer) {
    console.error(`Weaknesses: not known, since the registry did not say. ${withoutCredentials(answer.unknown)}
A mirror often has no such answer. Ask a registry that has one, such as npm's own:
  npm_config_registry=<its URL> npm run audit`);
    return 'unknown';
  }
  for (const line of answer.lines) console.error(line);
  console.log(`Weaknesses: ${answer.lines.length} known.`);
  return answer.lines.length === 0 ? 'none' : 'some';
}

/** @param {string[]} args */
async function pnpm(args) {
  let output = '';
  const { packageManager } = readJson('package.json');
  await run('npx', ['--yes', '--loglevel=error', packageManager, ...args], {
    env: installerEnvironment(),
    print: 'nothing',
    onOutput: (text) => {
      output += text;
    },
  });
  return { output };
}
