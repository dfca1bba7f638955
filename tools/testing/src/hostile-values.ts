import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Hostile input values: every field must accept or refuse each of them without a fault. */
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

/** The description of an input of core. */
interface NamedFields {
  readonly fields: readonly string[];
  readonly prohibited: readonly string[];
}

/**
 * All inputs that the sources under a folder define, by name. Fails for an input that is not exported, because it could
 * not be tested.
 */
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
