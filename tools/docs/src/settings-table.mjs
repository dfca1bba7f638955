// Writes the table of settings in docs/operating.md from the output of `shaon config`; `--check` says whether it is
// stale.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepGenerated } from './keep-generated.mjs';

const PAGE = new URL('../../../docs/operating.md', import.meta.url);
const MARK = '<!-- settings: made by `npm run generate:docs` -->\n';
const COMMAND = fileURLToPath(new URL('cli.js', import.meta.resolve('@shaon/http-koa/host')));

/** Runs without the caller's settings, so that the values are the defaults. */
const settings = JSON.parse(
  execFileSync(process.execPath, [COMMAND, 'config', '--json'], { env: { PATH: process.env.PATH }, encoding: 'utf8' }),
);
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const rows = settings.map(({ variable, value, about, type }) => {
  const fallback = value === '' ? '' : `\`${value}\``;
  return `| \`${variable}\` | ${cell(fallback)} | ${cell(about)} (${cell(type)}) |`;
});
const table = ['| variable | default | |', '|---|---|---|', ...rows].join('\n');

const page = readFileSync(PAGE, 'utf8');
const [before, ...rest] = page.split(MARK);
if (rest.length !== 1) throw new Error(`docs/operating.md needs the line ${MARK}once, at its end.`);
const wanted = `${before}${MARK}\n${table}\n`;
keepGenerated(PAGE, wanted, 'The settings in docs/operating.md are not those of `shaon config`');
