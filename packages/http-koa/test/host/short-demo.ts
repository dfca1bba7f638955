import { type Core, createCore, type ImportFile, type SourceRow } from '@shaon/core';
import type { Connection } from '@shaon/testing';
import { expect } from 'chai';
import { DEMO_COMPANY, demoFiles } from '../../src/host/demo/demo-company.ts';
import { type Settings, shaon, TEST_KEYS } from './running-shaon.ts';

/** The demo company with its last days alone: 18 months of them would be read and written for minutes. */
export async function importShortDemo(core: Core, days: number): Promise<void> {
  const now = core.clock.now();
  const first = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  await core.imports.run({
    company: { create: DEMO_COMPANY },
    files: demoFiles(now).map((file) => since(first, file)),
  });
}

export async function makeShortDemo(connection: Connection, settings: Settings): Promise<void> {
  const core = await createCore({ database: connection, keys: TEST_KEYS, withoutEvents: true });
  try {
    await importShortDemo(core, 30);
  } finally {
    await core.close();
  }
  // Adds what the demo has beside its rows, such as documents and an endpoint.
  const demo = await shaon(['demo', '--once'], settings);
  expect(demo.code, demo.stderr).to.equal(0);
}

/** The file without the attendance before a date. */
function since(first: string, file: ImportFile): ImportFile {
  if (file.kind !== 'attendance') return file;
  const isLate = ({ values }: SourceRow) => String(values.date) >= first;
  return {
    ...file,
    async *rows() {
      for await (const chunk of file.rows()) yield chunk.filter(isLate);
    },
  };
}
