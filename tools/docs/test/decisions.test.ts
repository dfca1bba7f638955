import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../../', import.meta.url);
const REGISTER = 'docs/decision-register.md';
const NOT_OURS = new Set(['node_modules', 'dist', 'data']);

describe('the decisions that are cited', () => {
  it('are in the register', () => {
    const known = numbersInRegister();
    const unknown = citingFiles().flatMap((path) =>
      citedIn(readFileSync(new URL(path, ROOT), 'utf8'))
        .filter((number) => !known.has(number))
        .map((number) => `${path}: D:${number}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('are read in every form that the sources use', () => {
    expect(citedIn('D:W6, W20 and D:K9; D:T6 (d), D:R2 to R4, D:V13 to V15')).to.deep.equal([
      ...['W6', 'W20', 'K9', 'T6', 'R2', 'R4', 'V13', 'V15'],
    ]);
  });
});

describe('the register of decisions', () => {
  it('has each number once', () => {
    const rows = registerRows();
    expect(rows).to.have.lengthOf.above(100);
    expect(rows.filter((number, index) => rows.indexOf(number) !== index)).to.deep.equal([]);
  });
});

function registerRows(): string[] {
  return [...readFileSync(new URL(REGISTER, ROOT), 'utf8').matchAll(/^\| ([A-Z]\d+) \|/gm)].map((row) => row[1] ?? '');
}

function numbersInRegister(): ReadonlySet<string> {
  return new Set(registerRows());
}

function citedIn(text: string): string[] {
  return [...text.matchAll(/\bD:([A-Z]\d+(?:(?:, | to | and )(?:D:)?[A-Z]\d+\b)*)/g)].flatMap(
    (match) => match[1]?.match(/[A-Z]\d+/g) ?? [],
  );
}

function citingFiles(): string[] {
  return ['packages', 'docs', 'examples', 'bench', 'tools', 'scripts'].flatMap(filesIn);
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    return /\.(ts|mjs|md|yaml)$/.test(path) ? [path] : [];
  });
}
