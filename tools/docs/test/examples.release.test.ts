import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { get } from 'node:https';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCore, generateKey, migrateCore } from '@shaon/core';
import { createTestDatabase, listen, skipUnlessTested, skipWithout } from '@shaon/testing';
import { migrateWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { Workplace } from './workplace.ts';

/** The commands of the examples' own pages, with values where the page has an ellipsis, and a free port. */
describe("the examples' README.md", function () {
  this.timeout(60_000);
  const workplace = new Workplace();
  after(() => workplace.remove());

  it('starts embed-in-express', async () => {
    const command = commandOf('embed-in-express').replace('k1:…', generateKey('k1'));
    await started('embed-in-express', command, { DATABASE: workplace.path('express.sqlite') }, async (port) => {
      expect((await fetch(`http://localhost:${port}/api/v1/employees`)).status).equal(401);
    });
  });

  it('starts embed-in-hr-product', async function () {
    skipUnlessTested(this, 'postgres');
    skipWithout(this, 'curl');
    const database = await createTestDatabase('postgres');
    const url = database.connection.type === 'postgres' ? database.connection.url : '';
    const command = commandOf('embed-in-hr-product')
      .replace('postgres://user:password@localhost/hr', url)
      .replace('k1:…', generateKey('k1'));
    expect(command).to.include(url).and.not.include('…');
    try {
      const signUp = blockOf('examples/embed-in-hr-product/README.md', 'sign-up');
      await started('embed-in-hr-product', command, {}, async (port) => {
        expect((await fetch(`http://localhost:${port}/api/v1/employees`)).status).equal(401);
        await workplace.sh(`${signUp} --fail`.replace('3000', `${port}`));
        const logIn = new URLSearchParams({ email: 'dana@acme.example', password: 'correct' });
        const answer = await fetch(`http://localhost:${port}/log-in?next=/settings/shaon/`, {
          method: 'POST',
          redirect: 'manual',
          body: logIn,
        });
        expect(answer.headers.get('location')).equal('/settings/shaon/');
      });
    } finally {
      await database.drop();
    }
  });

  it('starts receive-webhooks with a certificate of its own', async function () {
    skipWithout(this, 'openssl');
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const command = commandOf('receive-webhooks').replace('whsec_…', secret);
    const made = ['receiver.crt', 'receiver.key'].map((name) => `${folderOf('receive-webhooks')}/${name}`);
    try {
      await started('receive-webhooks', command, {}, async (port) => {
        const status = await new Promise((resolve, reject) => {
          const url = `https://localhost:${port}/shaon`;
          get(url, { rejectUnauthorized: false }, (response) => resolve(response.resume().statusCode)).on(
            'error',
            reject,
          );
        });
        expect(status, 'webhooks come by POST').equal(405);
      });
    } finally {
      for (const file of made) rmSync(file, { force: true });
    }
  });

  it('runs sync-existing-people', async () => {
    const database = await createTestDatabase('sqlite', {
      async migrate(connection) {
        await migrateCore(connection);
        await migrateWebhooks(connection);
      },
    });
    try {
      const { connection } = database;
      const path = connection.type === 'sqlite' ? connection.path : '';
      const keys = generateKey('k1');
      const core = await createCore({ database: connection, keys, withoutEvents: true });
      const { id } = await core.companies.create({ name: 'Bakery' });
      await core.close();
      const command = commandOf('sync-existing-people')
        .replace('postgres://user:password@localhost/hr', `sqlite:${path}`)
        .replace('k1:…', keys)
        .replace('COMPANY_ID=1', `COMPANY_ID=${id}`);
      expect(command).to.include(path).and.not.include('…');
      const options = { cwd: folderOf('sync-existing-people') };
      const { stdout } = await promisify(execFile)('bash', ['-euc', command], options);
      expect(stdout).to.match(/^departments D-1 \d+ created\nemployees P-17 \d+ created\n/);
      expect(stdout).to.match(/\n3 people, 0 gone\n0 differences among 3 people\n$/);
    } finally {
      await database.drop();
    }
  });

  const commandOf = (example: string) => blockOf(`examples/${example}/README.md`, example);
});

const folderOf = (example: string) => fileURLToPath(new URL(`../../../examples/${example}`, import.meta.url));

/** Runs a page's command until it says where it listens, uses it, and ends it with all that it started. */
async function started(
  example: string,
  command: string,
  environment: Record<string, string>,
  use: (port: number) => Promise<void>,
): Promise<void> {
  const free = await listen(() => {});
  await free.close();
  const child = spawn('bash', ['-euc', command], {
    cwd: folderOf(example),
    env: { ...process.env, ...environment, PORT: String(free.port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => process.kill(-(child.pid as number), signal);
  const killAtExit = () => kill();
  process.once('exit', killAtExit);
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer) => {
        printed += text.toString();
        if (printed.includes(`://localhost:${free.port}`)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      void ended.then(() => reject(new Error(`It has ended:\n${printed}`)));
    });
    await use(free.port);
  } finally {
    if (child.exitCode === null) kill('SIGTERM');
    await ended;
    process.off('exit', killAtExit);
  }
}
