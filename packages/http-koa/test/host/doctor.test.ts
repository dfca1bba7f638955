import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { checkProxies } from '../../src/host/check-addresses.ts';
import { readConfig } from '../../src/host/config.ts';
import {
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  TEST_KEYS,
} from './running-shaon.ts';

const HTTPS = { SHAON_REQUIRE_HTTPS: 'true', SHAON_BASE_URL: 'https://hr.corp/api/v1' };
const PROXY = { SHAON_TRUSTED_PROXIES: '10.1.0.0/16, fc00::/7' };

describe('doctor, about proxies', () => {
  const cases: readonly (readonly [Settings, 'fine' | 'doubtful' | 'wrong', string])[] = [
    [{ ...HTTPS, ...PROXY }, 'fine', '10.1.0.0/16'],
    [{}, 'doubtful', 'SHAON_BASE_URL'],
    [{ SHAON_BASE_URL: 'https://hr.corp/api/v1' }, 'doubtful', 'SHAON_TRUSTED_PROXIES'],
    [{ SHAON_BASE_URL: 'http://localhost:8080/api/v1' }, 'fine', 'none'],
    [{ ...HTTPS }, 'wrong', 'refuses every call'],
    [{ ...HTTPS, SHAON_TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }, 'wrong', '0.0.0.0/0'],
    [{ ...HTTPS, SHAON_TRUSTED_PROXIES: '::/0' }, 'wrong', '::/0'],
    [{ ...HTTPS, ...PROXY, SHAON_BASE_URL: 'http://hr.corp/api/v1' }, 'wrong', 'SHAON_BASE_URL'],
    [{ ...PROXY, SHAON_REQUIRE_HTTPS: 'true' }, 'wrong', 'SHAON_BASE_URL'],
  ];
  for (const [settings, state, text] of cases) {
    it(`finds ${JSON.stringify(settings)} ${state}`, () => {
      const found = checkProxies(readConfig(settings));
      expect(found.state, found.text).to.equal(state);
      expect(found.text).to.include(text);
    });
  }
});

onEachDatabase('doctor', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  const linesOf = async (more: Settings = {}) => {
    const { stdout } = await shaon(['doctor'], { ...settingsFor(database.connection(), folder.path), ...more });
    return new Map(stdout.split('\n').map((line) => [/^\S+ +([^:]+):/.exec(line)?.[1] ?? '', line]));
  };

  it('takes nothing of the sample files for a setting', async () => {
    const sample = { SHAON_SMS: 'https://sms.example/send' };
    const lines = await linesOf({
      ...sample,
      SHAON_SMS_TOKEN: 'change-me',
      SHAON_WEBHOOK_ALLOW: 'change-me',
    });
    expect(lines.get('sample values')).to.match(/^BAD .*SHAON_SMS_TOKEN, SHAON_WEBHOOK_ALLOW: replace/);
    expect(lines.get('text messages')).to.match(/^BAD .*SHAON_SMS is the address of an example/);
    expect((await linesOf()).get('sample values')).to.match(/^ok /);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('wants SHAON_SMS only where messages wait for it', async () => {
    if (database.connection().type === 'sqlite') return;
    const company = async (welcomeMessages: boolean) => {
      const core = await createCore({
        database: database.connection(),
        keys: TEST_KEYS,
        withoutEvents: true,
        welcomeMessages,
      });
      const { id } = await core.companies.create({ name: 'Mill' });
      await core.employees.create(systemActor(id), newEmployee());
      await core.close();
    };
    await company(false);
    expect((await linesOf({ SHAON_SMS: '' })).get('text messages')).to.match(/^look .*no message waits/);
    await company(true);
    expect((await linesOf({ SHAON_SMS: '' })).get('text messages')).to.match(/^BAD .*1 welcome messages wait/);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('says whether the mail server takes e-mails, without its password', async () => {
    expect((await linesOf()).get('e-mails')).to.match(/^ok .*none are sent/);
    const smtp = {
      SHAON_BASE_URL: 'https://hr.example/api/v1',
      SHAON_SMTP_URL: 'smtp://hr:hunter2@127.0.0.1:1?from=a@b.example',
    };
    const line = (await linesOf(smtp)).get('e-mails');
    expect(line)
      .to.match(/^BAD .*does not take them \(\w+\); none waits/)
      .and.not.include('hunter2');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('counts the connections that a server opens, or the pages of the file', async () => {
    const connection = database.connection();
    if (connection.type === 'postgres') {
      const more = { SHAON_DATABASE_POOL: '1000', SHAON_LIMIT_STORE: 'postgres' };
      expect((await linesOf(more)).get('connections')).to.match(
        /^look .*up to 1005, and PostgreSQL accepts \d+: lower/,
      );
      expect((await linesOf()).get('file')).to.match(/^ok /);
      return;
    }
    expect((await linesOf()).get('file')).to.match(/^ok .*whole/);
    // As a restore leaves it that mixes two states of the file.
    const damaged = join(folder.path, 'damaged.sqlite');
    copyFileSync(connection.path, damaged);
    const bytes = readFileSync(damaged);
    bytes.fill(0xff, 4096 * 4, 4096 * 5);
    writeFileSync(damaged, bytes);
    expect((await linesOf({ DATABASE_URL: `sqlite:${damaged}` })).get('file')).to.match(/^BAD .*damaged.sqlite-wal/);
  }).timeout(SEVERAL_PROCESSES_MS);
});
