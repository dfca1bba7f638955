/*
 * The output of an install: a line for each step, with the seconds since the start. The installer's own output is shown
 * only if it fails.
 */

const MOST_LINES_HELD = 60;
/** A long step is named again at this interval. */
const SIGN_OF_LIFE_MS = 10_000;
/** The installer counts its packages several times a second. */
const COUNT_EVERY_MS = 2_000;

/**
 * The useful part of a line of pnpm's reporter `append-only`: the number of packages, or that a package's own script
 * runs or has ended. A script may compile for a minute.
 *
 * @typedef {{ kind: 'count' | 'all', text: string } | { kind: 'runs' | 'done', name: string }} Told
 */

/** @param {string} line @returns {Told | null} */
export function readInstallerLine(line) {
  const [, resolved, added, end] = /^Progress: resolved (\d+), .*added (\d+)(, done)?/.exec(line) ?? [];
  if (resolved !== undefined) {
    const text = added === '0' ? 'fetching packages' : `${added} of ${resolved} packages are here`;
    return { kind: end === undefined ? 'count' : 'all', text };
  }
  const [, name, what] = /\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+) (?:pre|post)?install(\$|: Done)/.exec(line) ?? [];
  return name === undefined ? null : { kind: what === '$' ? 'runs' : 'done', name };
}

/** @param {{ print?: (line: string) => void, now?: () => number }} [options] `now` in milliseconds */
export function createInstallLog({ print = console.log, now = () => performance.now() } = {}) {
  /** @type {string[]} */
  const held = [];
  /** @type {Set<string>} the packages whose scripts run */
  const running = new Set();
  let rest = '';
  let began = now();
  let said = 'fetching the installer';
  let lastAt = began;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const seconds = () => Math.round((now() - began) / 1_000);
  /** @param {string} text */
  const say = (text) => {
    said = text;
    lastAt = now();
    print(`${String(seconds()).padStart(4)} s  ${text}`);
  };
  /** @param {string} line */
  const take = (line) => {
    held.push(line);
    if (held.length > MOST_LINES_HELD) held.shift();
    const parsed = readInstallerLine(line);
    if (parsed === null) return;
    if ('text' in parsed) {
      if (parsed.text !== said && (parsed.kind === 'all' || now() - lastAt >= COUNT_EVERY_MS)) say(parsed.text);
    } else if (parsed.kind === 'runs') {
      running.add(parsed.name);
      say(`preparing ${parsed.name}, which may take a minute`);
    } else {
      running.delete(parsed.name);
      say(`${parsed.name} is ready`);
    }
  };
  const giveSignOfLife = () => {
    if (now() - lastAt < SIGN_OF_LIFE_MS) return;
    say(running.size === 0 ? said : `still preparing ${[...running].join(', ')}`);
  };
  return {
    /** @param {string} title */
    begin(title) {
      began = now();
      lastAt = began;
      print(`${title} …`);
      timer = setInterval(giveSignOfLife, 1_000).unref();
    },
    /** @param {string} text the next piece of the installer's output */
    hear(text) {
      const lines = `${rest}${text}`.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    },
    giveSignOfLife,
    /** @param {string} text */
    end(text) {
      clearInterval(timer);
      if (rest !== '') held.push(rest);
      print(`${text} in ${seconds()} s.`);
    },
    /** The end of the installer's output, where it says why it failed. */
    lastLines: () => held.join('\n').trim(),
  };
}
