import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { makeFolder } from './run-directory.ts';

const made = new Map<string, Promise<string>>();

/**
 * Makes of a TypeScript program of this repository a file that Node runs by itself, once per process. A start by a
 * loader of TypeScript takes more than twice the computing, because every module of every package passes through it.
 *
 * @param program the path of a file that reads no `import.meta.url`
 */
export function runnableProgram(program: string): Promise<string> {
  const file = made.get(program) ?? makeRunnable(program);
  made.set(program, file);
  return file;
}

async function makeRunnable(program: string): Promise<string> {
  const outfile = join(makeFolder('program'), `${basename(program, '.ts')}.mjs`);
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'silent',
    plugins: [packagesInPlace],
  });
  return outfile;
}

/** Packages are imported from where they lie, as the program itself would; what is TypeScript becomes part of the file. */
const packagesInPlace: Plugin = {
  name: 'packages in place',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === packagesInPlace) return undefined;
      if (isBuiltin(path)) return { path, external: true };
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: packagesInPlace });
      if (found.errors.length > 0 || found.path.endsWith('.ts')) return found;
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};
