import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A folder for the documents of a suite, removed after it. */
export function documentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-documents-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All files under a folder, by name. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export async function readAll(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** Content that arrives in parts of uneven sizes. */
export function inParts(bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let start = 0, size = 1; start < bytes.length; start += size, size = size * 7 + 1) {
        yield bytes.subarray(start, start + size);
      }
    })(),
    { objectMode: false },
  );
}
