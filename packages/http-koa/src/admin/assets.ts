import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const OWN = new URL('../../admin-assets/', import.meta.url);

/** A file that pages load: its bytes and the same bytes gzipped, both read once. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** A hash of the content: an address that contains it may be cached forever. */
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
  'month.js': { type: 'text/javascript; charset=utf-8', read: own('month.js') },
  'live.js': { type: 'text/javascript; charset=utf-8', read: own('live.js') },
  'punch.js': { type: 'text/javascript; charset=utf-8', read: own('punch.js') },
  'submit.js': { type: 'text/javascript; charset=utf-8', read: own('submit.js') },
  'drafts.js': { type: 'text/javascript; charset=utf-8', read: own('drafts.js') },
  'reveal.js': { type: 'text/javascript; charset=utf-8', read: own('reveal.js') },
  'print.js': { type: 'text/javascript; charset=utf-8', read: own('print.js') },
  'once.js': { type: 'text/javascript; charset=utf-8', read: own('once.js') },
};

const read = new Map<string, Asset>();

/** Null if no asset has this name. */
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
 * Removes the source map's address, because developer tools would request the map, which is not served; and Bootstrap's
 * `data:` images of ticks and arrows, which the pages' policy refuses: a browser may request one before our stylesheet
 * replaces it.
 */
function withoutForeignParts(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8').replace(/\/\*# sourceMappingURL=.*?\*\/\s*$/, '');
  return Buffer.from(text.replaceAll(/url\("data:[^"]*"\)/g, 'none'));
}
