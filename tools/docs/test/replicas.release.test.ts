import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generateKey } from '@shaon/core';
import {
  freePort,
  installedPrograms,
  type PostgresPrograms,
  type ReplicatedPostgres,
  skipWithout,
  startReplicatedPostgres,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/scaling.md';
const run = promisify(execFile);

/* The page's commands, typed one after the other; its two machines are two ports of this one. */
describe(`${PAGE}, read replicas`, function () {
  this.timeout(120_000);
  if (!testedDialects().includes('postgres')) return;
  let programs: PostgresPrograms;
  let cluster: ReplicatedPostgres;
  let workplace: Workplace;
  let data: string;
  let port: number;

  /** On the new machine, unless another port is given. There `psql` is the superuser. */
  const asPostgres = (commands: string, ofPort: number = port) => {
    const { username, password } = new URL(cluster.primary.url);
    return run('bash', ['-euo', 'pipefail', '-c', commands], {
      ...programs.runAs,
      cwd: data,
      env: {
        PATH: `${dirname(programs.postgres)}:${process.env.PATH}`,
        PGDATA: join(data, 'main'),
        PGHOST: '127.0.0.1',
        PGPORT: String(ofPort),
        PGUSER: username,
        PGPASSWORD: decodeURIComponent(password),
      },
    });
  };

  before(async function () {
    programs = installedPrograms(skipWithout(this, 'pg_basebackup'));
    cluster = await startReplicatedPostgres(programs);
    port = await freePort();
    data = mkdtempSync(join(tmpdir(), 'shaon-docs-standby-'));
    const { uid, gid } = programs.runAs;
    if (uid !== undefined) await run('chown', [`${uid}:${gid}`, data]);
    workplace = new Workplace({
      DATABASE_URL: cluster.primary.url,
      SHAON_KEYS: generateKey(),
      SHAON_SMS: 'spool',
      SHAON_BASE_URL: 'https://hr.example/api/v1',
    });
    await workplace.sh('shaon migrate');
  });
  after(async () => {
    if (data !== undefined) {
      await asPostgres('pg_ctl stop --mode=immediate').catch(() => undefined);
      rmSync(data, { recursive: true, force: true });
    }
    await cluster?.remove();
    workplace?.remove();
  });

  it('makes a standby, reads there, and promotes it when the primary is lost', async () => {
    await asPostgres(blockOf(PAGE, 'replication-role'), Number(cluster.primary.port));
    const here = `host=127.0.0.1 port=${cluster.primary.port}`;
    await asPostgres(blockOf(PAGE, 'standby').replace('host=db1.internal', here));
    const url = Object.assign(new URL(cluster.primary.url), { port: String(port) }).href;
    const there = (block: string) => blockOf(PAGE, block).replace('postgres://shaon@db2.internal/shaon', url);
    const told = await workplace.sh(there('read-url'));
    expect(told).to.match(/^ok {4}replica: 127\.0\.0\.1:\d+ is a standby$/m);
    expect(told).to.not.include('BAD ');

    await cluster.primary.kill();
    await asPostgres(blockOf(PAGE, 'promote'));
    workplace.set({ DATABASE_READ_URL: url });
    const after = await workplace.sh(there('new-primary'));
    expect(after)
      .to.match(/^ok {4}schema: /m)
      .and.not.include('BAD ');
  });
});
