import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

/** Both doors in one, as a worker would bundle them; anything of Node would be left outside as an import. */
async function bundle(entry: string): Promise<{ code: string; imports: string[] }> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    external: ['node:*'],
    logLevel: 'silent',
  });
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return { code: result.outputFiles[0]?.text ?? '', imports };
}

describe('a bundle for a worker', () => {
  for (const [door, entry] of [
    ['@shaon/client-sdk', '../src/index.ts'],
    ['@shaon/client-sdk/webhooks', '../src/webhooks/index.ts'],
  ] as const)
    it(`of ${door} needs nothing of Node and is under 15 kB gzipped`, async () => {
      const { code, imports } = await bundle(entry);
      expect(code).to.include('export{');
      expect(imports).to.deep.equal([]);
      expect(code).not.to.match(/node:|\brequire\(|\bprocess\.|\bBuffer\b/);
      expect(gzipSync(code).length).to.be.lessThan(15_000);
    });

  it('brings no dependency but p-retry', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(Object.keys(manifest.dependencies)).to.deep.equal(['p-retry']);
    expect(manifest).to.not.have.any.keys('peerDependencies', 'optionalDependencies');
  });

  it('works where there is nothing but fetch and Web Crypto', async () => {
    const { code } = await bundle('../src/index.ts');
    const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    const { ShaonClient } = await import(url);
    const fetch = async () => Response.json({ data: [{ id: 1 }] });
    const client = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch });
    expect(await client.shifts.list()).to.deep.equal([{ id: 1 }]);
  });
});
