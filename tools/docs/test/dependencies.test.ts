import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
const manifests = readdirSync(new URL('packages/', ROOT)).map(
  (name) => JSON.parse(read(`packages/${name}/package.json`)) as Manifest,
);

describe('what docs/security.md says Shaon is made of', () => {
  const table = /## Dependencies\n(.*?)\n## /s.exec(read('docs/security.md'))?.[1] ?? '';
  const rows = [...table.matchAll(/^\| (`.*?`) \| (.+) \|$/gm)].flatMap(([, names = '', use = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, use })),
  );
  const isOurs = (name: string) => name.startsWith('@shaon/');

  it('is what the packages depend on', () => {
    const names = manifests.flatMap(({ dependencies, peerDependencies }) =>
      Object.keys({ ...dependencies, ...peerDependencies }),
    );
    const wanted = [...new Set(names)].filter((name) => !isOurs(name)).sort();
    expect(rows.map(({ name }) => name).sort()).deep.equal(wanted);
  });

  it('calls optional what may be absent', () => {
    const optional = manifests.flatMap(({ peerDependenciesMeta = {} }) =>
      Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional === true),
    );
    const said = rows.filter(({ use }) => use.endsWith('; optional')).map(({ name }) => name);
    expect(said).to.have.members([...new Set(optional)].filter((name) => !isOurs(name)));
  });
});

/** Packages that tell somebody who installs or runs what. */
const REPORTING =
  /^(@scarf\/|@sentry\/|@datadog\/|@amplitude\/|@segment\/|@vercel\/analytics|posthog|analytics|mixpanel|newrelic|bugsnag|applicationinsights|universal-analytics|insight$|.*telemetry)/;
/** An interface behind which there is nothing unless a program puts something there; prom-client asks for it. */
const HARMLESS = ['@opentelemetry/api'];

describe('pnpm-lock.yaml', () => {
  const lock = read('pnpm-lock.yaml');
  const packages = /^packages:\n(.*?)^snapshots:/ms.exec(lock)?.[1] ?? '';
  const names = [...packages.matchAll(/^ {2}'?(@?[^@'\s]+)@/gm)].map(([, name = '']) => name);

  it('has no package that reports on its users or installers', () => {
    expect(names).to.include.members(['koa', '@koa/router']);
    for (const name of ['@scarf/scarf', 'posthog-node', '@opentelemetry/sdk-node']) expect(name).to.match(REPORTING);
    expect(names.filter((name) => REPORTING.test(name) && !HARMLESS.includes(name))).deep.equal([]);
  });

  it('names no registry', () => {
    expect(lock).not.to.match(/https?:\/\//);
  });
});

describe('what a stranger who installs the packages gets', () => {
  it('has nothing of swagger-ui-dist, which brings one that reports', () => {
    for (const { dependencies, peerDependencies } of manifests) {
      expect({ ...dependencies, ...peerDependencies }).not.to.have.any.keys('swagger-ui-dist', 'swagger-ui');
    }
  });
});
