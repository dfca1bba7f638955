import { copyFileSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { makeDataFolder, migrateAll, RunningShaon, SEVERAL_PROCESSES_MS, settingsFor } from './running-shaon.ts';

const READY = 'Shaon is ready';
const NOT_MADE = 'A process of the server cannot be reached';

/* SQLite has one process. */
onEachDatabase('a server of two processes', { migrate: migrateAll, only: 'postgres' }, (database) => {
  const folder = makeDataFolder();
  const node = join(folder.path, 'node');
  let server: RunningShaon;

  before(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    linkOrCopy(process.execPath, node);
    const settings = settingsFor(database.connection(), folder.path, { SHAON_LIMIT_STORE: 'postgres' });
    server = await RunningShaon.serve(settings, ['serve', '--processes', '2'], 'All processes are ready', node);
  });
  after(async () => {
    await server?.end('SIGKILL');
    folder.remove();
  });

  const pidsOf = (message: string): unknown[] =>
    server.lines.filter(({ msg }) => msg === message).map(({ pid }) => pid);

  async function until(isThere: () => boolean, what: string): Promise<void> {
    const end = Date.now() + 60_000;
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`${what}: not yet.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('replaces one that ended also if its successor could not be made at first', async () => {
    await until(() => pidsOf(READY).length === 2, 'two processes');
    const [first] = pidsOf(READY) as number[];
    renameSync(node, `${node}.away`);
    process.kill(first as number, 'SIGKILL');
    await until(() => pidsOf(NOT_MADE).length > 0, 'a successor that cannot be made');
    renameSync(`${node}.away`, node);
    await until(() => pidsOf(READY).length === 3, 'a third process');
    expect(new Set(pidsOf(READY)).size).to.equal(3);
    const { code } = await server.end('SIGTERM');
    expect(code).to.equal(0);
  }).timeout(SEVERAL_PROCESSES_MS);
});

/** As on another file system, where a file cannot be linked. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
