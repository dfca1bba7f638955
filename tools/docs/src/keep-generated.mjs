import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes a generated file. With `--check`, if the file is stale, it prints how to update it and sets the exit code 1.
 *
 * @param {URL} file
 * @param {string} wanted
 * @param {string} complaint what is wrong with a stale file, as a sentence without its end
 */
export function keepGenerated(file, wanted, complaint) {
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`${complaint}: npm run generate:docs`);
    process.exitCode = 1;
  }
}
