import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { setUp } from './setup.mjs';
import { pack, publishedManifests, tarballOf } from './tarballs.mjs';

/*
 * `npm run tarballs`: builds, and packs the packages into ./tarballs, for a product that installs them from there.
 */

try {
  // pnpm packs only what has all its packages, those of its tests too.
  await setUp('all');
  const folder = join(ROOT, 'tarballs');
  // Of an earlier version, which a pattern would install too.
  rmSync(folder, { recursive: true, force: true });
  await pack(folder);
  for (const manifest of publishedManifests()) console.log(tarballOf(folder, manifest));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
