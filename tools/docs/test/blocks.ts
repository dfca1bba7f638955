import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

export interface Block {
  /** `README.md`, `docs/embedding.md` */
  readonly page: string;
  /** From the comment before the block, `<!-- snippet: name -->`. */
  readonly name: string | undefined;
  readonly language: string;
  readonly code: string;
  /** Line of the block's first line of code, from 1. */
  readonly line: number;
}

/** README.md and every page of docs/. */
export function pages(): string[] {
  const docs = readdirSync(new URL('docs/', ROOT)).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`).sort()];
}

/** The fenced blocks of a page in a language, in their order. */
export function blocksOf(page: string, language: string): Block[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(/(?:<!-- snippet: ([\w-]+) -->\n)?```(\w*)\n(.*?)\n```\n/gs)]
    .map((match) => ({
      page,
      name: match[1],
      language: match[2] ?? '',
      code: match[3] ?? '',
      line: text.slice(0, match.index).split('\n').length + (match[1] === undefined ? 1 : 2),
    }))
    .filter((block) => block.language === language);
}

export function blockOf(page: string, name: string): string {
  const found = blocksOf(page, 'sh').find((block) => block.name === name);
  if (found === undefined) throw new Error(`${page} has no block ${name}`);
  return found.code;
}
