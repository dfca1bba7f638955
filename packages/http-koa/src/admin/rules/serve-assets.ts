import { findAsset } from '../assets.ts';
import type { PageRule } from '../page-context.ts';

const ASSET = /^\/assets\/([\w-]{12})\/([\w.-]+)$/;
const A_YEAR = 'public, max-age=31536000, immutable';

/** Serves styles, scripts and the icon. Their addresses change with their content, so they may be cached forever. */
export const serveAssets: PageRule = (ctx, next) => {
  const [, version, name] = ASSET.exec(ctx.shaonPage.path) ?? [];
  if (version === undefined || name === undefined) return next();
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
  const asset = findAsset(name);
  if (asset === null) return next();
  // A page loaded before an update may request an old address: it gets the new file, which it must not cache.
  ctx.set('Cache-Control', version === asset.version ? A_YEAR : 'no-cache');
  ctx.vary('Accept-Encoding');
  ctx.type = asset.type;
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = asset.gzipped;
  } else {
    ctx.body = asset.bytes;
  }
};
