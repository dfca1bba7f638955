import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { CoreLog } from '@shaon/core';
import { guardedHandler } from '@shaon/core/extension';
import { Form, type UploadedFile } from './form.ts';
import { PageError } from './page-errors.ts';

/** D:L4: documents of leave requests. */
export const LARGEST_FILE_BYTES = 10 * 1024 * 1024;
const LIMITS = { files: 1, fields: 200, fieldSize: 100_000, fileSize: LARGEST_FILE_BYTES, parts: 200, headerPairs: 50 };

/** When nothing more of a form has come for so long. With some bodies that are no form the parser never ends. */
const QUIET_MS = 30_000;

/**
 * The fields and the one file of a form. The file is held in memory up to its bound; `judge-form.ts` lets only
 * people who are in send one. Throws `badRequest` for what is no such body.
 */
export async function readMultipart(
  request: IncomingMessage,
  { log, quietMs = QUIET_MS }: { readonly log: CoreLog; readonly quietMs?: number },
): Promise<Form> {
  const type = request.headers['content-type'];
  if (type === undefined) throw new PageError('badRequest');
  const texts = new Map<string, string[]>();
  const files = new Map<string, UploadedFile>();
  let isTooLong = false;
  try {
    const headers = { ...request.headers, 'content-type': type };
    const parser = new Busboy({ headers, limits: LIMITS, isPartAFile: hasFileName });
    parser.on('field', (name: string, value: string, _nameCut: boolean, isCut: boolean) => {
      isTooLong ||= isCut;
      const sent = texts.get(name) ?? [];
      sent.push(value);
      texts.set(name, sent);
    });
    parser.on('file', (name: string, stream, fileName: string, _encoding: string, mediaType: string) => {
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        // A field without a chosen file is sent with an empty name.
        if (fileName === '' && content.length === 0) return;
        files.set(name, { name: baseName(fileName), type: mediaType, content, isTooLarge: stream.truncated });
      });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => {
        isTooLong = true;
      });
    }
    await pipelineWhileHeard(request, parser, { log, quietMs });
  } catch {
    throw new PageError('badRequest');
  }
  if (isTooLong) throw new PageError('tooLarge');
  return new Form(texts, files);
}

/** Rejects when the request has been quiet for too long. */
async function pipelineWhileHeard(
  request: IncomingMessage,
  parser: Writable,
  { log, quietMs }: { readonly log: CoreLog; readonly quietMs: number },
): Promise<void> {
  const quiet = new AbortController();
  const giveUp = guardedHandler(log, 'quiet form', () => quiet.abort());
  const timer = setTimeout(giveUp, quietMs).unref();
  request.on(
    'data',
    guardedHandler(log, 'form', () => timer.refresh()),
  );
  try {
    await pipeline(request, parser, { signal: quiet.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** What makes a part a file (RFC 7578, 4.2). The parser would also take bytes without a name for one. */
const hasFileName = (_field: unknown, _type: unknown, fileName: string | undefined): boolean => fileName !== undefined;

/** Some browsers send a whole path, and all of them write quotes and line ends of a name like this. */
function baseName(fileName: string): string {
  const plain = fileName.replaceAll('%22', '"').replaceAll(/%0[DA]/g, ' ');
  return plain.split(/[\\/]/).at(-1) ?? '';
}
