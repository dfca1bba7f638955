import { findAsset } from '../assets.ts';
import type { PageRule } from '../page-context.ts';

const ASSET = /^\/assets\/([\w-]{12})\/([\w.-]+)$/;
const A_YEAR = 'public, max-age=31536000, immutable';

/** Styles, scripts and the icon. Their addresses change with their content, so they may be kept for ever. */
export const serveAssets: PageRule = (ctx, next) => {
  const [, version, name] = ASSET.exec(ctx.shaonPage.path) ?? [];
  if (version === undefined || name === undefined) return next();
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
  const asset = findAsset(name);
  if (asset === null) return next();
  // After an update a page of before may still ask for the old address: it gets the new file and does not keep it.
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
