import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, ROOT, readJson } from './project.mjs';

/*
 * `npm run package-fields`: writes `homepage` and `repository` of package.json, which are absent until the project has
 * an address, into each published package. With `--check` it only compares them.
 */

const FIELDS = /^ {2}"(?:homepage|repository)": .*\n/gm;
const PLACE = /^ {2}"license": .*\n/m;

const { homepage, repository } = readJson('package.json');
const isCheck = process.argv.includes('--check');
let wrong = 0;
for (const folder of packageFolders(['packages'])) {
  const file = join(ROOT, folder, 'package.json');
  const text = readFileSync(file, 'utf8');
  const wanted = text.replace(FIELDS, '').replace(PLACE, (license) => license + fieldsOf(folder));
  if (wanted === text) continue;
  if (isCheck) console.error(`${folder}/package.json has another homepage or repository: npm run package-fields`);
  else writeFileSync(file, wanted);
  wrong += 1;
}
process.exitCode = isCheck && wrong > 0 ? 1 : 0;

/** @param {string} folder @returns {string} lines of its package.json */
function fieldsOf(folder) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const lines = [
    ...(homepage === undefined ? [] : [`"homepage": ${JSON.stringify(homepage)}`]),
    ...(url === undefined
      ? []
      : [`"repository": { "type": "git", "url": ${JSON.stringify(url)}, "directory": ${JSON.stringify(folder)} }`]),
  ];
  return lines.map((line) => `  ${line},\n`).join('');
}
