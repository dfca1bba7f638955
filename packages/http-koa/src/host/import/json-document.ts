import { IMPORT_KINDS, type ImportFile, type ImportKind, ShaonError, type SourceRow } from '@shaon/core';
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { JsonMemberNames } from './json-member-names.ts';
import { readUtf8 } from './read-utf8.ts';
import { DEEPEST_VALUE, LONGEST_ROW, tooLong } from './row-limits.ts';

/** The result of a first pass through the whole document, before anything is written. */
interface JsonSurvey {
  readonly company: unknown;
  readonly kinds: readonly ImportKind[];
}

const NEWLINE = 0x0a;
/** Length of a member's name in messages, because it may be any text. */
const LONGEST_SHOWN = 64;
const MEMBERS: readonly string[] = ['company', ...IMPORT_KINDS];
/** `$`, the list, the row: a brace that opens at this depth begins a row. */
const ROW_DEPTH = 2;

/** A value of the document and the line on which it began. */
interface Found {
  readonly line: number;
  readonly value: unknown;
}

/** Called with each token before it is parsed. */
type OnToken = (token: Token, line: number) => void;
type Token = Parameters<Tokenizer['onToken']>[0];

/** Reads the values at `path`, in portions. Throws `options_invalid` with the line where the JSON is invalid. */
async function* readValues(
  path: string,
  name: string,
  selector: string,
  onToken: OnToken = () => undefined,
): AsyncGenerator<Found[]> {
  const tokenizer = makeTokenizer();
  const parser = new TokenParser({ paths: [selector], keepStack: false });
  let found: Found[] = [];
  let line = 1;
  let rowLine = 1;
  /** Bytes since the last row of a list, or the last member of the document, began. */
  let rowBytes = 0;
  let depth = 0;
  let isMemberName = false;
  let isMemberValue = false;
  let member = '';
  let isListOver = false;
  const refused = (why: string): ShaonError => new ShaonError('options_invalid', `${name}, line ${line}: ${why}.`);
  const broken = (): ShaonError => refused('this is not valid JSON');

  tokenizer.onToken = (token) => {
    onToken(token, line);
    if (depth < ROW_DEPTH || (depth === ROW_DEPTH && member !== 'company')) rowBytes = 0;
    if (depth === 0) assertObject(token.token, `${name}, line ${line}`);
    if (isMemberValue) assertListOf(member, token.token, `${name}, line ${line}`);
    isMemberValue = depth === 1 && token.token === TokenType.COLON;
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) {
      if (depth <= ROW_DEPTH) rowLine = line;
      depth += 1;
      if (depth > DEEPEST_VALUE) throw refused('values are nested too deep');
      isMemberName = depth === 1 && token.token === TokenType.LEFT_BRACE;
    } else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) {
      depth -= 1;
      isListOver ||= depth === 1 && selector === `$.${member}.*`;
    } else if (token.token === TokenType.COMMA) isMemberName = depth === 1;
    else if (token.token === TokenType.STRING && isMemberName) {
      member = String(token.value);
      isMemberName = false;
    }
    parser.write(token);
  };
  parser.onValue = ({ value }) => {
    found.push({ line: typeof value === 'object' ? rowLine : line, value });
  };

  for await (const chunk of readUtf8(path, name)) {
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline + 1;
      const piece = chunk.subarray(start, end);
      if (!isBlank(piece)) rowBytes += piece.length;
      if (rowBytes > LONGEST_ROW) throw refused(tooLong(member === 'company' ? 'the company' : 'the row'));
      try {
        // After the document's end only blanks are allowed, and the tokenizer accepts no more input.
        if (!parser.isEnded) tokenizer.write(piece);
        else if (!isBlank(piece)) throw new SyntaxError('Something follows the document.');
      } catch (error) {
        if (error instanceof ShaonError) throw error;
        throw broken();
      }
      if (newline !== -1) line += 1;
      start = end;
    }
    if (found.length > 0) yield found;
    // The rest of the document does not concern this list, and the survey has checked it.
    if (isListOver) return;
    found = [];
  }
  if (!parser.isEnded) throw broken();
  if (found.length > 0) yield found;
}

/**
 * A tokenizer that keeps the character U+FEFF. Its own decoder treats one at the beginning of a piece of text as a byte
 * order mark and drops it, without an option to change that.
 */
function makeTokenizer(): Tokenizer {
  const tokenizer = new Tokenizer();
  const text: unknown = Reflect.get(tokenizer, 'bufferedString');
  if (!(text instanceof Object && 'decoder' in text))
    throw new Error('The tokenizer decodes its texts in another way.');
  text.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return tokenizer;
}

/** Whether it has nothing but the blanks that JSON allows between its values. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Otherwise a list or a bare value would be imported as an empty document. */
function assertObject(first: TokenType, where: string): void {
  if (first === TokenType.LEFT_BRACE) return;
  throw new ShaonError(
    'options_invalid',
    `${where}: the document is one object with the members ${MEMBERS.join(', ')}.`,
  );
}

/** An object of rows by their keys, `{"D-1": {…}}`, or `null` is not a list; some or all rows would be lost. */
function assertListOf(member: string, first: TokenType, where: string): void {
  if (first === TokenType.LEFT_BRACKET || !IMPORT_KINDS.some((kind) => kind === member)) return;
  throw listOfObjects(member, where);
}

function listOfObjects(member: string, where: string): ShaonError {
  return new ShaonError('options_invalid', `${where}: ${member} is a list of objects.`);
}

/** Reads the document once: is it JSON, which company does it name, and which kinds of rows does it have? */
export async function surveyJson(path: string, name: string): Promise<JsonSurvey> {
  const members: string[] = [];
  let company: unknown;
  const names = new JsonMemberNames();
  const onToken: OnToken = (token, line) => {
    const member = names.see(token);
    if (member === null) return;
    const refuse = (wrong: string): never => {
      const shown = JSON.stringify(member.name.slice(0, LONGEST_SHOWN));
      throw new ShaonError('options_invalid', `${name}, line ${line}: the member ${shown} ${wrong}.`);
    };
    // JSON.parse would keep the second of two, and nobody would know which one was meant.
    if (member.isRepeated) refuse('stands twice');
    if (names.depth > 1) return;
    if (!MEMBERS.includes(member.name)) refuse(`is not one of ${MEMBERS.join(', ')}`);
    members.push(member.name);
  };
  for await (const found of readValues(path, name, '$.company', onToken)) company = found[0]?.value;
  return { company, kinds: IMPORT_KINDS.filter((kind) => members.includes(kind)) };
}

/** The rows of one list of the document. */
export function jsonList(kind: ImportKind, path: string, name: string): ImportFile {
  return { kind, name, rows: () => readList(kind, path, name) };
}

async function* readList(kind: ImportKind, path: string, name: string): AsyncGenerator<readonly SourceRow[]> {
  for await (const found of readValues(path, name, `$.${kind}.*`)) {
    yield found.map(({ line, value }) => ({ line, values: rowOf(value, { kind, name, line }) }));
  }
}

function rowOf(
  value: unknown,
  { kind, name, line }: { readonly kind: ImportKind; readonly name: string; readonly line: number },
): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw listOfObjects(kind, `${name}, line ${line}`);
}
