import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Snippet {
  /** From the comment before the block: `<!-- snippet: name -->`. */
  name: string | undefined;
  language: string;
  code: string;
}

/** The fenced blocks of a page, in their order. */
export async function snippetsOf(page: string): Promise<Snippet[]> {
  const text = await readFile(new URL(`../../../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/(?:<!-- snippet: ([\w-]+) -->\n)?```(\w+)\n(.*?)\n```\n/gs)].map((match) => ({
    name: match[1],
    language: match[2] ?? '',
    code: match[3] ?? '',
  }));
}

export async function snippetOf(page: string, name: string): Promise<string> {
  const found = (await snippetsOf(page)).find((snippet) => snippet.name === name);
  if (found === undefined) throw new Error(`${page} has no snippet ${name}`);
  return found.code;
}

/** A folder in which the built package is installed, as a reader would have it. */
export async function readersProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'shaon-docs-'));
  await mkdir(join(project, 'node_modules/@shaon'), { recursive: true });
  await symlink(fileURLToPath(new URL('../../', import.meta.url)), join(project, 'node_modules/@shaon/client-sdk'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}
