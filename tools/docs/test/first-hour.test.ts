import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, skipUnlessTested, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { blocksOf } from './blocks.ts';

const PAGE = 'docs/first-hour.md';
/** Inside this package, so that the programs find what they import; dist is never committed. */
const FOLDER = fileURLToPath(new URL('../dist/first-hour/', import.meta.url));

const CLI = fileURLToPath(new URL('../../../packages/http-koa/dist/host/cli.js', import.meta.url));

describe(PAGE, function () {
  this.timeout(60_000);

  before(() => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(`${FOLDER}node_modules/.bin`, { recursive: true });
    // As npm links it; here the package had not been built when it was installed.
    writeFileSync(`${FOLDER}node_modules/.bin/shaon`, `#!/bin/sh\nexec node '${CLI}' "$@"\n`, { mode: 0o755 });
  });
  after(() => rmSync(FOLDER, { recursive: true, force: true }));

  it('has at most 80 lines', () => {
    const text = readFileSync(new URL(`../../../${PAGE}`, import.meta.url), 'utf8');
    expect(text.trimEnd().split('\n')).to.have.lengthOf.at.most(80);
  });

  it('leads from an empty folder to an answer of the API and a webhook, but for the installation', async function () {
    skipUnlessTested(this, 'sqlite');
    skipWithout(this, 'curl');
    skipWithout(this, 'openssl');
    const ports = new Map([
      ['3000', await freePort()],
      ['4443', await freePort()],
    ]);
    const onFreePorts = (code: string) => code.replaceAll(/\b(3000|4443)\b/g, (port) => String(ports.get(port)));
    for (const { name, code } of blocksOf(PAGE, 'js')) writeFileSync(`${FOLDER}${name}.mjs`, onFreePorts(code));
    const [prepare = '', run = ''] = blocksOf(PAGE, 'sh').map(({ code }) => code);
    const [install, ...rest] = prepare.split('\n');
    expect(install).to.match(/^npm install /);
    const printed = await printedUntil(`${rest.join('\n')}\n${onFreePorts(run)}\nwait`, /attendance\.clocked_in.*\}/s);
    expect(printed).to.match(/"data":\[\{"id":1,"name":"Dana Levi"/);
    expect(printed).to.include('Dana is in.');
    expect(printed).to.match(/attendance\.clocked_in \{\s*employee_id: 1,\s*attendance_id: 1,\s*check_in: '/);
  });
});

/** Runs commands of a shell, and ends it with all that it started once it has printed what is awaited. */
async function printedUntil(commands: string, awaited: RegExp): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    ...{ cwd: FOLDER, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The programs outlive a shell that a failed command has ended.
  const end = () => process.kill(-(child.pid as number), 'SIGKILL');
  process.once('exit', end);
  let printed = '';
  try {
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          printed += `${line}\n`;
          if (awaited.test(printed)) resolve();
        });
      child.once('exit', () => reject(new Error(`The commands have ended:\n${printed}`)));
    });
    return printed;
  } finally {
    process.off('exit', end);
    end();
  }
}
