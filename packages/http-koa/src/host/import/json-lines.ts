import { type ImportFile, type ImportKind, ShaonError, type SourceRow } from '@shaon/core';
import { LONGEST_ROW, type RowSource, readUtf8, tooLong } from './read-utf8.ts';

type Members = Readonly<Record<string, unknown>>;

const NEWLINE = 0x0a;
/** Rows passed on at once. */
const CHUNK = 250;
/** How deep values may be nested. No field needs more than five; comparing deeper ones is recursive. */
const DEEPEST_VALUE = 100;
/** Length of a member's name in messages, because it may be any text. */
const LONGEST_SHOWN = 64;

/** A file of JSON with one row on each line. */
export function jsonLines(kind: ImportKind, path: string, name: string): ImportFile {
  return { kind, name, rows: () => readJsonLines(path, name) };
}

/** The company's values in company.json, which is one object. */
export async function readCompanyJson(path: string, name: string): Promise<Members> {
  const parts: Buffer[] = [];
  for await (const part of readUtf8(path, name)) {
    parts.push(part);
    if (lengthOf(parts) > LONGEST_ROW) throw new ShaonError('options_invalid', `${name}: ${tooLong('the company')}.`);
  }
  return objectIn(String(Buffer.concat(parts)), name);
}

/** Rows of JSON, one on each line, in portions. */
export async function* readJsonLines(from: RowSource, name: string): AsyncGenerator<readonly SourceRow[]> {
  let chunk: SourceRow[] = [];
  let bytes = 0;
  let line = 0;
  for await (const text of linesOf(from, name)) {
    line += 1;
    if (text.trim() === '') continue;
    chunk.push({ line, values: objectIn(text, `${name}, line ${line}`) });
    bytes += text.length;
    if (chunk.length < CHUNK && bytes < LONGEST_ROW) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}

async function* linesOf(from: RowSource, name: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let line = 1;
  for await (const bytes of readUtf8(from, name)) {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      yield String(Buffer.concat([...parts, bytes.subarray(start, end)]));
      parts = [];
      line += 1;
      start = end + 1;
    }
    parts.push(bytes.subarray(start));
    if (lengthOf(parts) > LONGEST_ROW) {
      throw new ShaonError('options_invalid', `${name}, line ${line}: ${tooLong('the row')}.`);
    }
  }
  yield String(Buffer.concat(parts));
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Throws `options_invalid` unless the text is one object whose members are told apart. */
function objectIn(text: string, where: string): Members {
  const value = parsed(text, where);
  assertUnambiguous(text, where);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new ShaonError('options_invalid', `${where}: this is not an object of JSON.`);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ShaonError('options_invalid', `${where}: this is not valid JSON.`);
  }
}

/** JSON.parse keeps the second of two members of one name, and nobody would know which one was meant. */
function assertUnambiguous(json: string, where: string): void {
  /** The member names of the open objects so far; null for a list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') {
      const begin = at;
      for (at += 1; json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
      if (!isName) continue;
      const name = JSON.parse(json.slice(begin, at + 1)) as string;
      if (open.at(-1)?.has(name)) {
        const shown = JSON.stringify(name.slice(0, LONGEST_SHOWN));
        throw new ShaonError('options_invalid', `${where}: the member ${shown} stands twice.`);
      }
      open.at(-1)?.add(name);
      isName = false;
    } else if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > DEEPEST_VALUE) throw new ShaonError('options_invalid', `${where}: values are nested too deep.`);
      isName = sign === '{';
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') isName = open.at(-1) !== null;
  }
}
