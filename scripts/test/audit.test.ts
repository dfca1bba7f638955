import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { isFreeLicence } from '../audit-answers.mjs';
import { startRegistry } from './registry.ts';

const ADVISORY = {
  actions: [],
  advisories: {
    1: {
      module_name: 'koa',
      severity: 'high',
      title: 'A door stands open',
      patched_versions: '>=9.9.9',
      url: 'https://advisories.example/1',
      findings: [{ version: '3.3.0', paths: ['koa'] }],
    },
  },
  muted: [],
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 1, critical: 0 } },
};
const NONE = { ...ADVISORY, advisories: {}, metadata: { vulnerabilities: { high: 0 } } };

describe('npm run audit', function () {
  this.timeout(60_000);

  it('takes permissive licences, one of several, and no other', () => {
    for (const licence of ['MIT', '(MIT OR GPL-3.0)', '(MIT AND Zlib)']) {
      expect(isFreeLicence(licence), licence).to.equal(true);
    }
    for (const licence of ['GPL-3.0', '(MIT AND GPL-3.0)', 'AGPL-3.0-only OR SSPL-1.0', 'Unknown', 'UNLICENSED']) {
      expect(isFreeLicence(licence), licence).to.equal(false);
    }
  });

  for (const [what, status, body, code, said] of [
    ['known weaknesses, with what mends them', 200, ADVISORY, 1, 'high: koa: A door stands open. Mended in >=9.9.9.'],
    ['that there are none', 200, NONE, 0, 'Weaknesses: 0 known.'],
    ['that the registry did not say', 405, {}, 2, 'Weaknesses: not known, since the registry did not say.'],
  ] as const) {
    it(`says ${what}`, async () => {
      const registry = await startRegistry(status, JSON.stringify(body));
      try {
        const audit = await run({ npm_config_registry: registry.url });
        expect(audit.code, audit.output).to.equal(code);
        expect(audit.output)
          .to.include(said)
          .and.to.match(/Licences: \d{2,} packages, all under permissive ones/);
        expect(registry.asked.some((url) => url.includes('/security/audits'))).to.equal(true);
      } finally {
        registry.close();
      }
    });
  }
});

function run(settings: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const script = fileURLToPath(new URL('../audit.mjs', import.meta.url));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_fetch_retries: '0', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}
