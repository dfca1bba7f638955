/** One setting of the host: its variable, its type and its purpose. */
export interface Setting<T> {
  readonly variable: string;
  /** The allowed values in words, which is the remedy in every error. */
  readonly type: string;
  readonly fallback: T;
  /** Whether its value is never shown. */
  readonly secret: boolean;
  /** Whether its value may contain a password. */
  readonly mayHoldPassword: boolean;
  readonly about: string;
  /** The value; undefined if the text is not of this type. */
  read(text: string): T | undefined;
  /** The value as `shaon config` writes it; never called for a secret. */
  show(value: T): string;
}

interface Texts {
  readonly variable: string;
  readonly about: string;
}

/** A whole number in decimal digits. Every number, including 0, has the meaning of its description. */
export function wholeNumber<F extends number | null>(
  texts: Texts & { min: number; max: number; fallback: F },
): Setting<number | F> {
  const { min, max } = texts;
  return {
    ...common(texts, `a whole number from ${min} to ${max}`),
    read: (text) => {
      const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function flag(texts: Texts & { fallback: boolean }): Setting<boolean> {
  return {
    ...common(texts, 'true or false'),
    read: (text) => {
      const value = text.toLowerCase();
      return value === 'true' || value === 'false' ? value === 'true' : undefined;
    },
  };
}

/** One of a few words. */
export function word<const W extends string, const F extends W | null>(
  texts: Texts & { words: readonly W[]; fallback: F },
): Setting<W | F> {
  return {
    ...common(texts, `one of ${texts.words.join(', ')}`),
    read: (text) => texts.words.find((known) => known === text),
  };
}

export function textSetting<F extends string | null>(
  texts: Texts & { type: string; fallback: F; pattern?: RegExp; secret?: boolean },
): Setting<string | F> {
  return {
    ...common(texts, texts.type),
    secret: texts.secret ?? false,
    read: (text) => ((texts.pattern ?? /^/).test(text) ? text : undefined),
  };
}

/** The address of web pages; its value is in ASCII, as it is in links, also for a host with a Hebrew name. */
export function addressSetting(texts: Texts & { type: string; pattern: RegExp }): Setting<string | null> {
  return {
    ...common({ ...texts, fallback: null }, texts.type),
    read: (text) => (texts.pattern.test(text) && URL.canParse(text) ? new URL(text).href : undefined),
  };
}

/** The URL of a server, or one of the `others`; shown without its password. */
export function urlSetting(
  texts: Texts & { schemes: readonly string[]; others?: RegExp; type: string },
): Setting<string | null> {
  const isOther = (text: string) => texts.others?.test(text) === true;
  return {
    ...common({ ...texts, fallback: null }, texts.type),
    read: (text) => {
      if (isOther(text)) return text;
      return URL.canParse(text) && isServerUrl(text, texts.schemes) ? withExplicitTls(text, new URL(text)) : undefined;
    },
    mayHoldPassword: true,
    show: (value) => (value === null ? '' : isOther(value) ? value : withoutPassword(value)),
  };
}

/** An address and port of this machine to listen on, or the port alone. */
export function listenerSetting(texts: Texts): Setting<{ readonly host: string; readonly port: number } | null> {
  const type = 'a port of 127.0.0.1, or an address and a port such as 0.0.0.0:9464; 0 takes a free port';
  return {
    ...common({ ...texts, fallback: null }, type),
    read: (text) => {
      const [, host = '127.0.0.1', port] = /^(?:([\w.-]+|\[[\da-f:.]+\]):)?(\d{1,5})$/i.exec(text) ?? [];
      return Number(port) <= 65_535 ? { host: host.replace(/[[\]]/g, ''), port: Number(port) } : undefined;
    },
    show: (value) =>
      value === null ? '' : `${value.host.includes(':') ? `[${value.host}]` : value.host}:${value.port}`,
  };
}

/** A driver throws an error of its own for a % that is not encoded, which is common in passwords. */
function isServerUrl(text: string, schemes: readonly string[]): boolean {
  const { username, password, pathname } = new URL(text);
  return schemes.some((scheme) => text.startsWith(scheme)) && [username, password, pathname].every(canBeDecoded);
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A comma-separated list; spaces around the entries are ignored. */
export function listSetting(
  texts: Texts & { type: string; accepts: (entry: string) => boolean },
): Setting<readonly string[]> {
  return {
    ...common({ ...texts, fallback: [] as readonly string[] }, texts.type),
    read: (text) => {
      const entries = text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      return entries.every(texts.accepts) ? entries : undefined;
    },
    show: (value) => value.join(','),
  };
}

function common<F>(texts: Texts & { fallback: F }, type: string) {
  const { variable, about, fallback } = texts;
  const show = (value: unknown): string => (value === null ? '' : String(value));
  return { variable, about, fallback, type, secret: false, mayHoldPassword: false, show };
}

/** pg verifies the server's certificate and its name in each of these modes. */
const VERIFYING_MODES = new Set(['prefer', 'require', 'verify-ca']);

/**
 * A PostgreSQL URL that names the mode that pg uses: pg 8 takes `sslmode=require` for `verify-full` and warns of it,
 * and a later version will not check the certificate. `uselibpqcompat=true` asks for the weaker mode.
 */
function withExplicitTls(text: string, { searchParams }: URL): string {
  if (!VERIFYING_MODES.has(searchParams.get('sslmode') ?? '') || searchParams.get('uselibpqcompat') === 'true') {
    return text;
  }
  return text.replace(/([?&]sslmode=)[^&#]*/, '$1verify-full');
}

/** A URL for display, without the password and without a query, which may contain one. */
function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  const query = url.search === '' ? '' : '?…';
  url.search = '';
  return `${url.href}${query}`;
}
