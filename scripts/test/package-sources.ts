import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** The sources of all packages, by their path from the root. */
export function packageSources(): string[] {
  return filesOf('src', (name) => name.endsWith('.ts'));
}

/** The tests of all packages that throw inside handlers. */
export function throwingTests(): string[] {
  return filesOf('test', (name) => /(?:^|\/)throwing-[^/]*\.test\.ts$/.test(name));
}

function filesOf(folder: 'src' | 'test', isWanted: (name: string) => boolean): string[] {
  return readdirSync(`${ROOT}packages`).flatMap((name) =>
    readdirSync(`${ROOT}packages/${name}/${folder}`, { recursive: true })
      .map((file) => String(file).replaceAll('\\', '/'))
      .filter(isWanted)
      .map((file) => `packages/${name}/${folder}/${file}`),
  );
}
