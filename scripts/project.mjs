import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Functions that the scripts share. They use only Node, because the scripts run before anything is installed.
 */

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const PARENT = process.ppid;

/** @param {string} path of a JSON file, from the root */
export const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** @returns {string[]} such as `packages/core`: every folder below the given ones that has a package.json */
export function packageFolders(tops = ['packages', 'examples', 'tools']) {
  const folders = tops.flatMap((top) =>
    existsSync(join(ROOT, top)) ? readdirSync(join(ROOT, top)).map((name) => `${top}/${name}`) : [],
  );
  return folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json'))).sort();
}

/**
 * The JavaScript file of a command, to be run with this Node, which works the same on every system.
 *
 * @param {string} packageName a dependency of the root
 */
export function commandFile(packageName, command = packageName) {
  const { bin } = readJson(`node_modules/${packageName}/package.json`);
  return join(ROOT, 'node_modules', packageName, typeof bin === 'string' ? bin : bin[command]);
}

/** Variables with which npm describes itself and its folders to scripts. */
const NPM_ABOUT_ITSELF =
  /^npm_config_(?:user_agent|npm_version|node_gyp|prefix|local_prefix|global_prefix|init_module)$/i;

/**
 * The environment of an installer. It keeps npm's settings, such as `npm_config_registry` and a proxy. It omits npm's
 * description of itself, which would mislead another installer, and empty settings, which would hide NO_PROXY.
 */
export function installerEnvironment(environment = process.env) {
  const isSetting = (/** @type {string} */ name) => /^npm_config_/i.test(name);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => !NPM_ABOUT_ITSELF.test(name) && !(isSetting(name) && value === ''),
    ),
  );
}

/**
 * Runs a program to its end, in its own process group, so that ending it also ends its child processes. Its input is
 * empty.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(text: string) => void} [options.onOutput] gets what the program prints
 * @param {'all' | 'failure' | 'nothing'} [options.print] `failure` shows the output only when the program fails
 * @param {AbortSignal} [options.limit] ends the program when aborted
 * @returns {Promise<number>} exit code; 128 + signal when it was ended by one
 */
export async function run(program, args, { cwd = ROOT, env = process.env, onOutput, print = 'all', limit } = {}) {
  const output = onOutput === undefined && print === 'all' ? 'inherit' : 'pipe';
  const group = process.platform !== 'win32';
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, output], detached: group, shell: !group });
  let held = '';
  /** @param {unknown} chunk */
  const take = (chunk) => {
    if (print === 'all') process.stdout.write(String(chunk));
    else held += String(chunk);
    onOutput?.(String(chunk));
  };
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(group ? -child.pid : child.pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  const expire = () => end('SIGTERM');
  const unhook = onEndingSignal((signal) => end(signal));
  limit?.addEventListener('abort', expire);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(exitCode(code, signal)));
    });
    if (code !== 0 && print === 'failure') process.stdout.write(held);
    return code;
  } finally {
    unhook();
    limit?.removeEventListener('abort', expire);
  }
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + constants.signals[signal ?? 'SIGTERM'];
}

/**
 * Calls back for SIGINT and SIGTERM. The same signal twice within a second counts once, because npm repeats a Ctrl-C
 * that the terminal has already sent to all processes. npm sends a SIGTERM only to the shell between npm and this
 * process, and the shell ends without passing it on. So under npm, the end of the parent process counts as that signal.
 *
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void} removes the listener
 */
export function onEndingSignal(listener) {
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @param {NodeJS.Signals} signal */
  const hear = (signal) => {
    const now = performance.now();
    if (now - (last.get(signal) ?? Number.NEGATIVE_INFINITY) < 1_000) return;
    last.set(signal, now);
    listener(signal);
  };
  const watch = setInterval(() => {
    if (process.ppid === PARENT || process.env.npm_lifecycle_event === undefined) return;
    clearInterval(watch);
    hear('SIGTERM');
  }, 250).unref();
  process.on('SIGINT', hear).on('SIGTERM', hear);
  return () => {
    clearInterval(watch);
    process.off('SIGINT', hear).off('SIGTERM', hear);
  };
}
