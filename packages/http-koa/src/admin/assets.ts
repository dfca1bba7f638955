import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const OWN = new URL('../../admin-assets/', import.meta.url);

/** A file that pages load: its bytes once read, and the same packed. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Of the content: an address with it in it may be kept for ever. */
  readonly version: string;
}

const own = (name: string) => () => readFileSync(new URL(name, OWN));
const bootstrap = (name: string) => () => readFileSync(require.resolve(`bootstrap/dist/css/${name}`));

const FILES: Readonly<Record<string, { readonly type: string; readonly read: () => Buffer }>> = {
  'bootstrap.css': { type: 'text/css; charset=utf-8', read: bootstrap('bootstrap.min.css') },
  'bootstrap.rtl.css': { type: 'text/css; charset=utf-8', read: bootstrap('bootstrap.rtl.min.css') },
  'shaon.css': { type: 'text/css; charset=utf-8', read: own('shaon.css') },
  'icon.svg': { type: 'image/svg+xml', read: own('icon.svg') },
  'copy.js': { type: 'text/javascript; charset=utf-8', read: own('copy.js') },
  'theme.js': { type: 'text/javascript; charset=utf-8', read: own('theme.js') },
  'live.js': { type: 'text/javascript; charset=utf-8', read: own('live.js') },
  'punch.js': { type: 'text/javascript; charset=utf-8', read: own('punch.js') },
  'submit.js': { type: 'text/javascript; charset=utf-8', read: own('submit.js') },
  'once.js': { type: 'text/javascript; charset=utf-8', read: own('once.js') },
};

const read = new Map<string, Asset>();

/** Null for a name that there is not. */
export function findAsset(name: string): Asset | null {
  const known = read.get(name);
  if (known !== undefined) return known;
  if (!Object.hasOwn(FILES, name)) return null;
  const { type, read: readFile } = FILES[name] as (typeof FILES)[string];
  const bytes = withoutForeignParts(readFile());
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  const asset = { type, bytes, gzipped: gzipSync(bytes, { level: 9 }), version };
  read.set(name, asset);
  return asset;
}

/** The address of an asset under the mount. */
export function assetPath(name: string): string {
  const asset = findAsset(name);
  if (asset === null) throw new TypeError(`There is no asset ${name}.`);
  return `/assets/${asset.version}/${name}`;
}

/**
 * Browsers' tools would ask for the map of a stylesheet, which is not served. Ticks and arrows that Bootstrap draws as
 * `data:` images are refused by the pages' policy, and a browser may ask for one before our stylesheet has replaced it.
 */
function withoutForeignParts(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8').replace(/\/\*# sourceMappingURL=.*?\*\/\s*$/, '');
  return Buffer.from(text.replaceAll(/url\("data:[^"]*"\)/g, 'none'));
}
