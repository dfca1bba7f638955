import { join } from 'node:path';
import { type SmallVolume, smallVolume, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import {
  type Bakery,
  bearer,
  makeCompany,
  migrateAll,
  RunningShaon,
  SEVERAL_PROCESSES_MS,
  settingsFor,
} from './running-shaon.ts';

const VOLUME_MB = 3;
const describeOnSqlite = testedDialects().includes('sqlite') ? describe : describe.skip;

describeOnSqlite(`a server whose database lies on a full disk of ${VOLUME_MB} MB (sqlite)`, () => {
  let volume: SmallVolume | null = null;
  let bakery: Bakery;
  let server: RunningShaon;

  beforeEach(async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    volume = smallVolume(VOLUME_MB);
    // Only root may mount a small volume, and not in every container.
    if (volume === null) return this.skip();
    const connection = { type: 'sqlite', path: join(volume.path, 'shaon.sqlite') } as const;
    await migrateAll(connection);
    bakery = await makeCompany(connection);
    server = await RunningShaon.serve(settingsFor(connection, volume.path, { SHAON_LIMIT_PER_MINUTE: '1000000' }));
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    volume?.close();
  });

  const call = async (path: string) => {
    const response = await server.get(path, bearer(bakery.token));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it('is not ready while the audit cannot be written, and ready again when there is room, without a call', async () => {
    expect(await call('/readyz')).to.deep.equal({ status: 200, body: { status: 'ready' } });
    volume?.fill();
    await until(async () => (await call('/api/v1/employees')).status === 503);
    await until(async () => (await call('/readyz')).status === 503);
    expect((await call('/readyz')).body).to.deep.equal({ status: 'audit unavailable' });
    expect((await call('/healthz')).status).to.equal(200);
    volume?.makeRoom();
    await until(async () => (await call('/readyz')).status === 200);
    expect((await call('/api/v1/employees')).status).to.equal(200);
    expect((await call('/readyz')).body).to.deep.equal({ status: 'ready' });
  }).timeout(SEVERAL_PROCESSES_MS);

  it('notices without a call that nothing can be written', async () => {
    volume?.fill();
    await until(async () => (await call('/readyz')).status === 503);
    volume?.makeRoom();
    await until(async () => (await call('/readyz')).status === 200);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('does not grow by being asked whether it is ready', async () => {
    const { statSync } = await import('node:fs');
    const size = () => statSync(join(String(volume?.path), 'shaon.sqlite')).size;
    const before = size();
    for (let count = 0; count < 3; count += 1) {
      expect((await call('/readyz')).status).to.equal(200);
      await new Promise((resolve) => setTimeout(resolve, 1_050));
    }
    expect(size()).to.equal(before);
  }).timeout(SEVERAL_PROCESSES_MS);
});
