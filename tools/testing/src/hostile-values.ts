import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What no caller should send, and one does: each must be taken or refused by every field, never break it. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  1,
  Number.NaN,
  '',
  'x',
  {},
  [],
  [null],
  [undefined],
  [1],
  [{}],
  [['x']],
  new Date(Number.NaN),
  true,
  () => 'x',
  Symbol('x'),
];

/** What an input of core tells of itself. */
interface NamedFields {
  readonly fields: readonly string[];
  readonly prohibited: readonly string[];
}

/** Every input that the sources under a folder define, by its name. One that is not exported fails: nobody sees it. */
export async function definedInputs<I extends NamedFields>(folder: URL): Promise<ReadonlyMap<string, I>> {
  const root = fileURLToPath(folder);
  const found = new Map<string, I>();
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const file = `${root}/${path}`;
    const names = readFileSync(file, 'utf8').matchAll(/^(?:export )?const (\w+)[^=\n]*= defineInput\(/gm);
    const exported = [...names].map(([, name = '']) => name);
    if (exported.length === 0) continue;
    const module: Record<string, I> = await import(pathToFileURL(file).href);
    for (const name of exported) {
      const input = module[name];
      if (input === undefined) throw new Error(`${path} does not export its input ${name}`);
      found.set(name, input);
    }
  }
  return found;
}
