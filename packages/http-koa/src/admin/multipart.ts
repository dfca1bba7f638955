import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { type CoreLog, guardedHandler } from '@shaon/core';
import { Form, type UploadedFile } from './form.ts';
import { PageError } from './page-errors.ts';

/** D:L4: documents of leave requests. */
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;
const LIMITS = { files: 1, fields: 200, fieldSize: 100_000, fileSize: LARGEST_FILE_BYTES, parts: 200, headerPairs: 50 };

/** For people who have not signed in: one of our forms without its file, which is read and discarded. */
const LIMITS_WITHOUT_SIGN_IN = { ...LIMITS, fields: 50, fieldSize: 5_000, parts: 51 };

/** The limit of all texts together, as in a form without a file (`rules/read-form.ts`); texts above it are not kept. */
const LONGEST_TEXTS = 256 * 1024;

/** The longest pause in a form's arrival: with some invalid bodies the parser never ends. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * The fields and the one file of a form. The file is held in memory up to its limit, and only if files are accepted.
 * Throws `badRequest` for an invalid body, `unavailable` when the signal is aborted.
 */
export async function readMultipart(
  request: IncomingMessage,
  { log, idleTimeoutMs = IDLE_TIMEOUT_MS, takesFiles = true, signal }: MultipartOptions,
): Promise<Form> {
  const type = request.headers['content-type'];
  if (type === undefined) throw new PageError('badRequest');
  let parts: Parts;
  try {
    const headers = { ...request.headers, 'content-type': type };
    const limits = takesFiles ? LIMITS : LIMITS_WITHOUT_SIGN_IN;
    const parser = new Busboy({ headers, limits, isPartAFile: hasFileName });
    parts = partsOf(parser, log, takesFiles);
    await pipeUntilIdle(request, parser, { idleTimeoutMs, signal });
  } catch {
    if (signal?.aborted) throw new PageError('unavailable');
    throw new PageError('badRequest');
  }
  if (parts.hasFailed) throw new PageError('badRequest');
  if (parts.isTooLong) throw new PageError('tooLarge');
  return new Form(parts.texts, parts.files);
}

const NONE = Buffer.alloc(0);

interface MultipartOptions {
  readonly log: CoreLog;
  /** The longest pause in the body's arrival, in milliseconds. */
  readonly idleTimeoutMs?: number;
  /** Otherwise the names of files are known, and their content is discarded. */
  readonly takesFiles?: boolean;
  /** Stops the reading when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The parts that a parser has found so far. */
interface Parts {
  readonly texts: Map<string, string[]>;
  readonly files: Map<string, UploadedFile>;
  isTooLong: boolean;
  /** Whether a part could not be read, so that the form lacks it. */
  hasFailed: boolean;
}

function partsOf(parser: InstanceType<typeof Busboy>, log: CoreLog, takesFiles: boolean): Parts {
  const parts: Parts = { texts: new Map(), files: new Map(), isTooLong: false, hasFailed: false };
  const guarded = <Values extends unknown[]>(take: (...values: Values) => void) =>
    guardedHandler(log, 'part of a form', (...values: Values) => {
      try {
        take(...values);
      } catch (error) {
        parts.hasFailed = true;
        throw error;
      }
    });
  let length = 0;
  const takeField = (name: string, value: string, _nameCut: boolean, isCut: boolean) => {
    length += name.length + value.length;
    parts.isTooLong ||= isCut || length > LONGEST_TEXTS;
    if (parts.isTooLong) return;
    const sent = parts.texts.get(name) ?? [];
    sent.push(value);
    parts.texts.set(name, sent);
  };
  const takeFile = (name: string, stream: BusboyFileStream, fileName: string, _encoding: string, type: string) => {
    stream.on('error', () => undefined);
    if (!takesFiles) {
      stream.resume();
      if (fileName !== '') parts.files.set(name, { name: baseName(fileName), type, content: NONE, isTooLarge: true });
      return;
    }
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => void chunks.push(chunk);
    const takeWhole = () => {
      const content = Buffer.concat(chunks);
      // A field without a chosen file is sent with an empty name.
      if (fileName === '' && content.length === 0) return;
      parts.files.set(name, { name: baseName(fileName), type, content, isTooLarge: stream.truncated });
    };
    stream.on('data', guarded(take));
    stream.on('end', guarded(takeWhole));
  };
  parser.on('field', guarded(takeField));
  parser.on('file', guarded(takeFile));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => {
      parts.isTooLong = true;
    });
  }
  return parts;
}

/**
 * Rejects if the request has been quiet for too long or the signal is aborted. The rest of the body is then read and
 * discarded: the connection stays open, so that the sender gets an answer.
 */
async function pipeUntilIdle(
  request: IncomingMessage,
  parser: Writable,
  { idleTimeoutMs, signal }: Required<Pick<MultipartOptions, 'idleTimeoutMs'>> & Pick<MultipartOptions, 'signal'>,
): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs).unref();
  request.on('data', () => timer.refresh());
  const stop = { signal: signal === undefined ? idle.signal : AbortSignal.any([idle.signal, signal]) };
  request.pipe(parser);
  try {
    await Promise.all([finished(request, { ...stop, writable: false }), finished(parser, stop)]);
  } catch (error) {
    request.unpipe(parser).resume();
    parser.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The definition of a file part (RFC 7578, 4.2). The parser would also treat bytes without a file name as a file. */
const hasFileName = (_field: unknown, _type: unknown, fileName: string | undefined): boolean => fileName !== undefined;

/** Some browsers send a whole path, and all of them escape quotes and line ends in a file name like this. */
function baseName(fileName: string): string {
  const plain = fileName.replaceAll('%22', '"').replaceAll(/%0[DA]/g, ' ');
  return plain.split(/[\\/]/).at(-1) ?? '';
}
