import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './project.mjs';

/*
 * `npm run release:contract` stores the published contract under its version. From then on the suite of http-koa fails
 * if v1.yaml would break a client of that version (SPEC 9).
 */

/**
 * @param {string} folder with `v1.yaml`
 * @returns {{ file: string, isNew: boolean }} from the folder
 * @throws if this version was already released with another text
 */
export function releaseContract(folder) {
  const text = readFileSync(join(folder, 'v1.yaml'), 'utf8');
  const version = /^info:\n(?: {2}.*\n)*? {2}version: (\d+\.\d+\.\d+)$/m.exec(text)?.[1];
  if (version === undefined) throw new Error('v1.yaml has no version of three numbers.');
  const file = `released/v1-${version}.yaml`;
  const path = join(folder, file);
  if (existsSync(path)) {
    if (readFileSync(path, 'utf8') === text) return { file, isNew: false };
    throw new Error(`${version} is released already, with another text. Give v1.yaml a new version.`);
  }
  mkdirSync(join(folder, 'released'), { recursive: true });
  writeFileSync(path, text);
  return { file, isNew: true };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { file, isNew } = releaseContract(join(ROOT, 'packages/http-koa/openapi'));
    console.log(isNew ? `Released ${file}` : `${file} is there already, as it is now.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
