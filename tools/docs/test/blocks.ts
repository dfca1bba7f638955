import { existsSync, readdirSync, readFileSync } from 'node:fs';

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

/** And everything else that a reader may take commands from. */
export function allPages(): string[] {
  const readmes = ['examples', 'packages'].flatMap((top) =>
    readdirSync(new URL(`${top}/`, ROOT))
      .map((name) => `${top}/${name}/README.md`)
      .filter((page) => existsSync(new URL(page, ROOT)))
      .sort(),
  );
  return [...pages(), 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md', ...readmes];
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
