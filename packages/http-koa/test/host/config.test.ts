import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShaonError } from '@shaon/core';
import { expect } from 'chai';
import { missingBaseUrl } from '../../src/host/addresses.ts';
import { type Environment, listSettings, readConfig, unknownVariables } from '../../src/host/config.ts';
import { assertEnoughFor, limitStoreName } from '../../src/host/config-rules.ts';
import { databaseConnection, sessionConnection } from '../../src/host/database.ts';
import { SETTINGS } from '../../src/host/settings.ts';
import { smsWay } from '../../src/host/sms.ts';
import { makeDataFolder, SEVERAL_PROCESSES_MS, shaon } from './running-shaon.ts';

const KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const ON_POSTGRES = { DATABASE_URL: 'postgres://shaon:hunter2@db.example/shaon', SHAON_KEYS: KEY };

const PUBLIC = { SHAON_BASE_URL: 'https://hr.example/api/v1' };
const TWILIO = `twilio:AC${'0'.repeat(32)}`;

describe('the settings', () => {
  it('are at most 31, each of them in a test of this folder', () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable);
    expect(variables.length).to.be.at.most(31);
    const folder = new URL('.', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const tests = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('');
    expect(variables.filter((variable) => !new RegExp(`\\b${variable}\\b`).test(tests))).to.deep.equal([]);
  });

  it('are enough when none is set: one process on SQLite', () => {
    const config = readConfig({});
    expect(databaseConnection(config)).to.deep.equal({ type: 'sqlite', path: 'data/shaon.sqlite' });
    expect(config).to.include({ host: '127.0.0.1', port: 8080, limitPerMinute: 60, requireHttps: false });
    expect(limitStoreName(config)).to.equal('memory');
    expect(smsWay(config)).to.equal('spool');
    expect(() => assertEnoughFor('sending', config)).to.not.throw();
  });

  it('say what is missing where other machines may call and no address is set', () => {
    const advice = (more: Environment) => missingBaseUrl(readConfig({ ...ON_POSTGRES, ...more }));
    for (const SHAON_HOST of ['0.0.0.0', '::']) {
      expect(advice({ SHAON_HOST }))
        .to.include(`SHAON_HOST=${SHAON_HOST}`)
        .and.include('SHAON_BASE_URL to the address that they open, such as http://hr.example:8080/api/v1');
    }
    expect(advice({})).to.equal(null);
    const baseUrl = 'http://hr.example:8080/api/v1';
    expect(advice({ SHAON_HOST: '0.0.0.0', SHAON_BASE_URL: baseUrl })).to.equal(null);
  });

  it('take what is set, spaces around it aside, and an empty variable as not set', () => {
    const config = readConfig({
      ...ON_POSTGRES,
      PORT: ' 0 ',
      REDIS_URL: 'redis://127.0.0.1:6379',
      SHAON_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      SHAON_REQUIRE_HTTPS: 'TRUE',
      SHAON_DRAIN_SECONDS: '0',
      SHAON_MAX_TOKENS: '0',
      SHAON_LIMIT_PER_MINUTE: '1',
      SHAON_HOST: '',
    });
    expect(config).to.include({ port: 0, requireHttps: true, drainSeconds: 0, maxTokens: 0 });
    expect(config.limitPerMinute).to.equal(1);
    expect(config.host).to.equal('127.0.0.1');
    expect(config.trustedProxies).to.deep.equal(['10.0.0.0/8', '::1']);
    expect(limitStoreName(config)).to.equal('redis');
    const direct = { type: 'postgres', poolSize: 10, namedStatements: true, timeouts: true };
    expect(databaseConnection(config)).to.include(direct);
    const pooled = readConfig({ ...ON_POSTGRES, DATABASE_DIRECT_URL: 'postgres://direct.example/shaon' });
    expect(databaseConnection(pooled)).to.include({ ...direct, namedStatements: false, timeouts: false });
    expect(sessionConnection(pooled)).to.include({ ...direct, url: 'postgres://direct.example/shaon' });
  });

  it('name the TLS mode that pg uses, so that it neither warns nor weakens', () => {
    const url = 'postgres://shaon@db.example/shaon';
    const read = (text: string) => {
      const variables = { ...ON_POSTGRES, DATABASE_URL: text, DATABASE_DIRECT_URL: text, DATABASE_READ_URL: text };
      const { databaseUrl, databaseDirectUrl, databaseReadUrl } = readConfig(variables);
      expect([databaseDirectUrl, databaseReadUrl]).to.deep.equal([databaseUrl, databaseUrl]);
      return databaseUrl;
    };
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      const given = `${url}?application_name=a&sslmode=${mode}&sslrootcert=/etc/ca.pem`;
      expect(read(given)).to.equal(`${url}?application_name=a&sslmode=verify-full&sslrootcert=/etc/ca.pem`);
    }
    for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', '?sslmode=require&uselibpqcompat=true']) {
      expect(read(`${url}${query}`)).to.equal(`${url}${query}`);
    }
  });

  it('take a port alone, or with an address', () => {
    const read = (SHAON_METRICS: string) => {
      const config = readConfig({ SHAON_METRICS });
      const shown = listSettings(config, { SHAON_METRICS }).find(({ variable }) => variable === 'SHAON_METRICS');
      return [config.metrics, shown?.value];
    };
    expect(read('9464')).to.deep.equal([{ host: '127.0.0.1', port: 9464 }, '127.0.0.1:9464']);
    expect(read('0.0.0.0:0')).to.deep.equal([{ host: '0.0.0.0', port: 0 }, '0.0.0.0:0']);
    expect(read('[::1]:9464')).to.deep.equal([{ host: '::1', port: 9464 }, '[::1]:9464']);
  });

  it('name a way for text messages: a file, a gateway or an account at Twilio', () => {
    const way = (SHAON_SMS: string) => smsWay(readConfig({ SHAON_SMS, SHAON_SMS_TOKEN: 'key' }));
    expect(way('spool')).to.equal('spool');
    expect(way('https://sms.example/send?to={to}')).to.equal('gateway');
    for (const from of ['+972501234567', 'The Bakery', `MG${'a'.repeat(32)}`]) {
      expect(way(`${TWILIO}:${from}`)).to.equal('twilio');
    }
  });

  it('take no name that every object has for true or false', () => {
    for (const SHAON_REQUIRE_HTTPS of ['__proto__', 'constructor', 'toString']) {
      expect(() => readConfig({ SHAON_REQUIRE_HTTPS })).to.throw('must be true or false');
    }
  });

  const wrong: readonly (readonly [Environment, string])[] = [
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '8080.0' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '0x50' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://db2/shaon' }, 'DATABASE_READ_URL'],
    [{ ...ON_POSTGRES, DATABASE_READ_URL: 'mysql://u:hunter2@db3/x' }, 'DATABASE_READ_URL'],
    [{ DATABASE_URL: 'postgres://u:50%hunter2@db/x' }, 'with % / ? # of the password written as %25 %2F %3F %23'],
    [{ DATABASE_URL: 'POSTGRES://db/x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres:x' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'redis://:50%hunter2@db' }, 'written as %25'],
    [{ DATABASE_URL: 'sqlite:' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'sqlite::memory:' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'sqlite:x.sqlite?mode=ro' }, 'sqlite:path, without ? and options'],
    [{ DATABASE_URL: 'sqlite://my data/x.sqlite' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'sqlite://user:x/y' }, 'DATABASE_URL'],
    [{ SHAON_SMS: 'https://user:hunter2@sms.example/' }, 'set SHAON_SMS_TOKEN'],
    [{ SHAON_BASE_URL: 'https://hr.example/api' }, 'SHAON_BASE_URL'],
    [{ SHAON_BASE_URL: 'https://user@hr.example/api/v1' }, 'SHAON_BASE_URL'],
    [{ SHAON_BASE_URL: 'https://hr.example:99999/api/v1' }, 'SHAON_BASE_URL'],
    [{ SHAON_BASE_URL: 'https://hr.example//hr/api/v1' }, 'SHAON_BASE_URL'],
    [{ SHAON_KEYS: 'k1:short' }, 'SHAON_KEYS'],
    [{ SHAON_KEYS: `> npm k1:${'A'.repeat(43)}=` }, 'SHAON_KEYS'],
    [{ SHAON_TRUSTED_PROXIES: '10.0.0.0/33' }, 'SHAON_TRUSTED_PROXIES'],
    [{ SHAON_TRUSTED_PROXIES: 'proxy.example' }, 'SHAON_TRUSTED_PROXIES'],
    [{ SHAON_CORS_ORIGINS: 'https://hr.example/path' }, 'SHAON_CORS_ORIGINS'],
    [{ SHAON_CORS_ORIGINS: '*' }, 'SHAON_CORS_ORIGINS'],
    [{ SHAON_REQUIRE_HTTPS: 'yes' }, 'SHAON_REQUIRE_HTTPS'],
    [{ SHAON_OUTBOUND_PROXY: 'proxy:3128' }, 'SHAON_OUTBOUND_PROXY'],
    [{ SHAON_OUTBOUND_PROXY: 'https://u:hunter2@proxy' }, 'SHAON_OUTBOUND_PROXY is set to something else'],
    [{ SHAON_SMS: 'pigeon' }, 'SHAON_SMS'],
    [{ SHAON_SMS: 'http://sms.example' }, 'SHAON_SMS'],
    [{ SHAON_SMS: 'twilio:AC1:Bakery' }, 'SHAON_SMS'],
    [{ SHAON_SMS: `${TWILIO}:+972501234567` }, 'needs SHAON_SMS_TOKEN'],
    [{ SHAON_SMTP_URL: 'https://u:hunter2@smtp.example?from=a@b.example' }, 'SHAON_SMTP_URL is set to something else'],
    [{ ...PUBLIC, SHAON_SMTP_URL: 'smtps://u:hunter2@smtp.example' }, '?from=hr@example.com'],
    [{ ...PUBLIC, SHAON_SMTP_URL: 'smtps://u:hunter2@smtp.example?from=a@b.example&pool=1' }, '?from=hr@example.com'],
    [{ SHAON_SMTP_URL: 'smtps://u:hunter2@smtp.example?from=a@b.example' }, 'SHAON_SMTP_URL needs SHAON_BASE_URL'],
    [{ SHAON_LIMIT_STORE: 'redis' }, 'REDIS_URL'],
    [{ SHAON_LIMIT_STORE: 'postgres' }, 'DATABASE_URL'],
    [{ SHAON_METRICS: '70000' }, 'SHAON_METRICS'],
    [{ SHAON_METRICS: 'tcp://10.0.0.1:9090' }, 'SHAON_METRICS is "tcp://10.0.0.1:9090"; it must be a port'],
    [{ SHAON_LIMIT_PER_MINUTE: '-1' }, 'SHAON_LIMIT_PER_MINUTE'],
    [{ SHAON_LIMIT_PER_MINUTE: '0' }, 'SHAON_LIMIT_PER_MINUTE is "0"; it must be a whole number from 1 to'],
    [{ SHAON_BASE_URL: 'ftp://hr.example' }, 'SHAON_BASE_URL is "ftp://hr.example"; it must be http:// or https://'],
  ];
  for (const [environment, named] of wrong) {
    it(`refuse ${Object.entries(environment)
      .map((pair) => pair.join('='))
      .at(-1)}, naming ${named}`, () => {
      expect(problemsOf(() => readConfig(environment)))
        .to.include(named)
        .and.not.include('hunter2');
    });
  }

  it('tell all that is wrong at once, and repeat neither secrets nor passwords', () => {
    const problems = problemsOf(() =>
      readConfig({ PORT: 'abc', SHAON_KEYS: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d', SHAON_SMS: 'pigeon' }),
    );
    expect(problems).to.include('PORT is "abc"; it must be a whole number from 0 to 65535.');
    for (const variable of ['SHAON_KEYS', 'DATABASE_URL', 'SHAON_SMS']) expect(problems).to.include(variable);
    expect(problems).to.not.include('hunter2');
    for (const DATABASE_URL of [
      'postgres:u:hunter2@h/d',
      'u:hunter2@h',
      'postgres://u:50%hunter2@h/d',
      'postgres://u:hunter2',
    ]) {
      expect(problemsOf(() => readConfig({ DATABASE_URL }))).to.not.include('hunter2');
    }
  });

  it('take a path of SQLite as it is, and write the address of links in ASCII', () => {
    expect(readConfig({ DATABASE_URL: 'sqlite:/srv/50%/x' }).databaseUrl).to.equal('sqlite:/srv/50%/x');
    const { baseUrl } = readConfig({ SHAON_BASE_URL: 'https://שעון.example/api/v1' });
    expect(baseUrl).to.equal('https://xn--9dbuh1a.example/api/v1');
  });

  it('take any query of a URL, also one that is not UTF-8', () => {
    const SHAON_SMS = 'https://sms.example/send?from=%F9%EC';
    expect(readConfig({ SHAON_SMS })).to.include({ sms: SHAON_SMS });
    const DATABASE_URL = 'postgres://u:p@db/x?application_name=50%';
    expect(readConfig({ ...ON_POSTGRES, DATABASE_URL }).databaseUrl).to.include('application_name=50%');
  });

  it('ask on PostgreSQL for keys and for a way out of messages', () => {
    const config = readConfig({ DATABASE_URL: ON_POSTGRES.DATABASE_URL });
    const problems = problemsOf(() => assertEnoughFor('sending', config));
    expect(problems).to.include('shaon keys new').and.include('SHAON_SMS must be set');
    expect(problemsOf(() => assertEnoughFor('database', config))).to.not.include('SHAON_SMS');
  });

  it('name variables that nobody reads', () => {
    const environment = {
      SHAON_PORT: '1',
      SHAON_HOST: 'x',
      SHAON_TEST_ONLY: 'sqlite',
      PATH: '',
    };
    expect(unknownVariables(environment)).to.deep.equal(['SHAON_PORT']);
  });

  it('are listed with their values, secrets hidden and passwords masked', () => {
    const environment = {
      ...ON_POSTGRES,
      SHAON_SMS: 'https://sms.example/send?key=sesame',
      SHAON_SMS_TOKEN: 'sesame-open-sesame',
      ...PUBLIC,
      SHAON_SMTP_URL: 'smtps://hr:sesame@smtp.example?from=hr@b.example',
    };
    const lines = listSettings(readConfig(environment), environment);
    expect(lines).to.have.lengthOf(Object.keys(SETTINGS).length);
    const values = Object.fromEntries(lines.map((line) => [line.variable, line.value]));
    expect(values).to.include({
      DATABASE_URL: 'postgres://shaon:***@db.example/shaon',
      SHAON_KEYS: '(hidden)',
      SHAON_SMS: 'https://sms.example/send?…',
      SHAON_SMS_TOKEN: '(hidden)',
      SHAON_SMTP_URL: 'smtps://hr:***@smtp.example?…',
      PORT: '8080',
    });
    const origins = Object.fromEntries(lines.map((line) => [line.variable, line.from]));
    expect(origins).to.include({
      DATABASE_URL: 'environment',
      SHAON_KEYS: 'environment',
      PORT: 'default',
      REDIS_URL: null,
    });
    expect(JSON.stringify(lines)).to.not.include('hunter2').and.not.include('sesame').and.not.include(KEY.slice(3));
  });
});

describe('shaon config', () => {
  it('says of each value whether it comes from the environment, a file or a default', async () => {
    const folder = makeDataFolder();
    try {
      const settings = { SHAON_DATA_DIR: folder.path, PORT: '9000' };
      expect((await shaon(['config'], settings)).stdout).to.match(/^SHAON_KEYS=\(not set\)$/m);
      writeFileSync(join(folder.path, 'keys'), KEY);
      const { stdout } = await shaon(['config'], settings);
      const lines = stdout.split('\n');
      expect(lines).to.include.members([
        `SHAON_KEYS=(hidden) (file ${join(folder.path, 'keys')})`,
        'PORT=9000 (environment)',
        'SHAON_HOST=127.0.0.1 (default)',
        'REDIS_URL=(not set)',
      ]);
      const keys = (JSON.parse((await shaon(['config', '--json'], settings)).stdout) as { variable: string }[]).find(
        ({ variable }) => variable === 'SHAON_KEYS',
      );
      expect(keys).to.include({ value: '(hidden)', from: 'file', file: join(folder.path, 'keys') });
      expect(stdout).not.to.include(KEY.slice(3));
    } finally {
      folder.remove();
    }
  }).timeout(SEVERAL_PROCESSES_MS);
});

function problemsOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (isShaonError(error, 'options_invalid')) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
