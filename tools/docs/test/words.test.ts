import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../../', import.meta.url);
/** Made from the contract. */
const GENERATED = 'packages/client-sdk/src/wire.ts';
const FOLDERS = ['packages', 'bench', 'tools', 'scripts', 'examples'];
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'generated']);

/** Papers that a reader of the repository does not have: what they say must stand where it is needed. */
const ABSENT_PAPER = /\b(?:DESIGN|STYLE|WEBHOOKS|LIBRARIES|PERFORMANCE|ADMIN|FIELD)(?:,| \d)/;
/** People are "they"; in quotes or backticks it is a word of the code, such as the language `he`. */
const ONE_PERSON = /(?<![`'"])\b(?:he|him|his|himself|she|her|herself)\b(?![`'"])/;
/** Names of which a reader who has not opened the file can make nothing. */
const RIDDLE = /\b(?:readAway|Surroundings|asksAround|againOnLostRace|refuseMeetingDays|POLITE_BYTES)\b/;

/** The same for words that are good in a sentence, but not as a name of what a source has; tests may use them. */
const VAGUE_NAME = /\b(?:const|let|function)\s+(?:told|unseen|answeringSocket)\b/;
/** A decision's number stands beside its reason, never instead of it. */
const BARE_NUMBER = /^\s*D:[A-Z]\d+(?:[, ]+(?:D:)?[A-Z]?\d+)*(?:, [A-Z]+(?: \([a-z]\))?)?\.?\s*(?:\*\/)?$/;

const WORDS: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['cites a paper that is not in the repository', ABSENT_PAPER, ['DESIGN, Keys', 'LIBRARIES 2']],
  ['says "he" of a person', ONE_PERSON, ['an employee and his days']],
  ['uses a name that does not explain itself', RIDDLE, ['await readAway(request)']],
  ['gives a value of a source a vague name', VAGUE_NAME, ['const told = lock(employee);']],
  ['says a number of a decision without its reason', BARE_NUMBER, [' D:W7.', ' D:T6, IN (d). */', ' D:T12, T13 */']],
];
const IN_CODE_TOO = new Set([RIDDLE, VAGUE_NAME]);

describe('the words of the sources', () => {
  for (const [what, pattern, examples] of WORDS) {
    it(`have no line that ${what}`, () => {
      for (const example of examples) expect(example).to.match(pattern);
      const files = sourceFiles().filter((path) => pattern !== VAGUE_NAME || !/\/test\//.test(path));
      const found = files.flatMap((path) =>
        lines(path, IN_CODE_TOO.has(pattern))
          .filter(([, text]) => pattern.test(text))
          .map(([number, text]) => `${path}:${number}: ${text.trim()}`),
      );
      expect(found).to.deep.equal([]);
    });
  }
});

/** The comments of a file by line, or all of its lines. */
function lines(path: string, isCodeToo: boolean): [number: number, text: string][] {
  const all = readFileSync(new URL(path, ROOT), 'utf8').split('\n');
  const numbered = all.map((text, index): [number, string] => [index + 1, text]);
  if (isCodeToo) return numbered;
  return numbered.flatMap(([number, text]): [number, string][] => {
    const comment = /^\s*(?:\/\*\*?|\*|\/\/)(.*)$/.exec(text)?.[1] ?? /\s\/\/ (.*)$/.exec(text)?.[1];
    return comment === undefined ? [] : [[number, comment]];
  });
}

function sourceFiles(): string[] {
  const own = 'tools/docs/test/words.test.ts';
  return FOLDERS.flatMap(filesIn).filter((path) => path !== own && path !== GENERATED);
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    return /\.(?:ts|mjs)$/.test(path) ? [path] : [];
  });
}
