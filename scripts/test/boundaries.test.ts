import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { checkBoundaries } from '../boundaries.mjs';

describe('boundaries', function () {
  this.timeout(60_000);

  const forbidden: [file: string, specifier: string][] = [
    ['packages/core/src/employees/employee-service.ts', '../leave/leave.ts'],
    ['packages/core/src/attendance/punch.ts', '../leave/leave.ts'],
    ['packages/core/src/tokens/token.ts', '../shifts/shift.ts'],
    ['packages/core/src/errors.ts', './database/dialect.ts'],
    ['packages/core/src/import/import-employees.ts', '../employees/employee-copies.ts'],
    ['packages/core/src/employees/employee.ts', '../newcomer/file.ts'],
    ['packages/core/src/employees/employee.ts', '@shaon/core'],
    ['packages/core/src/employees/employee.ts', '../../../webhooks/src/index.ts'],
    ['packages/core/src/employees/employee.ts', '../../test/fixture.ts'],
    ['packages/core/src/employees/employee.ts', 'pg'],
    ['packages/webhooks/src/index.ts', '@shaon/http-koa'],
    ['packages/webhooks/src/index.ts', '@shaon/core/testing'],
    ['packages/core/src/time/zone.ts', '../errors.ts'],
    ['packages/webhooks/src/endpoints/endpoint.ts', '../deliveries/delivery.ts'],
    ['packages/webhooks/src/deliveries/delivery.ts', '../dispatch/claim.ts'],
    ['packages/webhooks/src/deliveries/delivery.ts', '../newcomer/file.ts'],
    ['packages/http-koa/src/v1/routes.ts', '../newcomer/file.ts'],
    ['packages/http-koa/src/v1/routes.ts', '../index.ts'],
    ['packages/http-koa/src/v1/routes.ts', '@shaon/core/dist/core.js'],
    ['packages/http-koa/src/v1/routes.ts', '@shaon/webhooks'],
    ['packages/http-koa/src/v1/routes.ts', 'ioredis'],
    ['packages/http-koa/src/v1/routes.ts', '@shaon/core/storage'],
    ['packages/http-koa/src/admin/routes.ts', '@shaon/core/input'],
    ['packages/http-koa/src/host/config.ts', '@shaon/core/storage'],
    ['packages/http-koa/src/host/config.ts', '@shaon/core/input'],
    ['packages/http-koa/src/v1/routes.ts', '../admin/html.ts'],
    ['packages/http-koa/src/admin/routes.ts', '../host/config.ts'],
    ['packages/http-koa/test/v1/routes.test.ts', '../../../core/src/core.ts'],
    ['packages/client-sdk/src/client.ts', '@shaon/core'],
    ['packages/client-sdk/src/client.ts', 'node:crypto'],
    ['packages/newcomer/src/index.ts', 'yup'],
    ['examples/payroll-export/index.ts', '../../packages/core/src/index.ts'],
    ['examples/payroll-export/index.ts', '@shaon/core/dist/index.js'],
    ['examples/payroll-export/src/main.ts', '@shaon/testing'],
    ['examples/payroll-export/src/main.ts', '@shaon/core/testing'],
  ];

  const allowed: [file: string, specifier: string][] = [
    ['packages/core/src/leave/leave-service.ts', '../employees/employee.ts'],
    ['packages/core/src/leave/leave-service.ts', './leave-rules.ts'],
    ['packages/core/src/leave/leave-store.ts', '../database/sql/company-scope.ts'],
    ['packages/core/src/employees/employee-store.ts', './employee-copies.ts'],
    ['packages/core/src/database/connect/data-source.ts', 'pg'],
    ['packages/core/test/leave.test.ts', '../src/leave/leave-rules.ts'],
    ['packages/core/test/leave.test.ts', '@shaon/testing'],
    ['packages/core/test/leave.test.ts', '../../../test-vectors/times.json'],
    ['packages/webhooks/src/index.ts', '@shaon/core'],
    ['packages/webhooks/src/index.ts', '@shaon/core/storage'],
    ['packages/http-koa/src/v1/routes.ts', '@shaon/core/input'],
    ['packages/http-koa/src/admin/routes.ts', '@shaon/core/time'],
    ['packages/core/test/leave.test.ts', '@shaon/core/storage'],
    ['packages/webhooks/src/dispatch/claim.ts', '../deliveries/delivery.ts'],
    ['packages/http-koa/src/host/server.ts', '@shaon/webhooks'],
    ['packages/http-koa/src/host/server.ts', '../v1/routes.ts'],
    ['packages/http-koa/src/host/server.ts', 'ioredis'],
    ['packages/http-koa/src/index.ts', './v1/routes.ts'],
    ['packages/client-sdk/src/client.ts', 'p-retry'],
    ['examples/payroll-export/index.ts', '@shaon/core'],
    ['examples/payroll-export/test/payroll.test.ts', '@shaon/testing'],
  ];

  it('forbids each of these imports, and allows each of those', async () => {
    const found = await checkTree([...forbidden, ...allowed]);
    const violations = found.violations.filter((violation) => !violation.startsWith('a circle'));
    const isRefused = ([file, specifier]: readonly [string, string]) =>
      violations.some((violation) => violation.includes(`: ${file} -> `) && violation.endsWith(lastPart(specifier)));
    expect(forbidden.filter((one) => !isRefused(one))).to.deep.equal([]);
    expect(allowed.filter(isRefused)).to.deep.equal([]);
  });

  it('finds files of a package that import each other in a circle, by types too', async () => {
    const leave = 'packages/core/src/leave';
    const { violations } = await checkTree([], {
      [`${leave}/service.ts`]: "import { createWrites } from './writes.ts'; export * from './input.ts';",
      [`${leave}/writes.ts`]: "import type { Rules } from './rules.ts'; import './input.ts';",
      [`${leave}/rules.ts`]: "type Service = import('./service.ts').Service;",
      [`${leave}/input.ts`]: "import 'node:fs';",
      'packages/core/test/one.ts': "import './other.ts';",
      'packages/core/test/other.ts': "import './one.ts';",
    });
    expect(violations).to.have.lengthOf(1);
    expect(violations[0]).to.match(/^a circle: packages\/core\/src\/leave\/(rules|service|writes)\.ts -> /);
  });
});

/** How a violation names what was imported. */
function lastPart(specifier: string): string {
  const [, folder, door] = /^@shaon\/([^/]+)(\/\w+)?$/.exec(specifier) ?? [];
  if (folder === 'testing') return 'tools/testing/index.js';
  if (door !== undefined && door !== '/testing') return `packages/${folder}/dist/doors${door}.js`;
  if (folder !== undefined) return `packages/${folder}/dist${door ?? ''}/index.js`;
  return specifier.replace(/^node:/, '').replace(/^(\.+\/)+/, '');
}

/** What the check says of a project with these imports; the imported files are there too. */
async function checkTree(
  imports: readonly (readonly [string, string])[],
  files: Readonly<Record<string, string>> = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'shaon-boundaries-'));
  const texts: Record<string, string> = { ...files };
  for (const [file, specifier] of imports) {
    texts[file] = `${texts[file] ?? ''}import '${specifier}';\n`;
    if (specifier.startsWith('.')) texts[join(dirname(file), specifier)] ??= '';
  }
  for (const folder of ['core', 'webhooks', 'http-koa']) {
    const doors = folder === 'core' ? ['input', 'storage', 'time'] : [];
    const exports = {
      '.': './dist/index.js',
      './testing': './dist/testing/index.js',
      ...Object.fromEntries(doors.map((door) => [`./${door}`, `./dist/doors/${door}.js`])),
    };
    for (const door of doors) texts[`packages/${folder}/dist/doors/${door}.js`] = '';
    texts[`packages/${folder}/package.json`] = JSON.stringify({ name: `@shaon/${folder}`, exports });
    texts[`packages/${folder}/dist/index.js`] = texts[`packages/${folder}/dist/testing/index.js`] = '';
  }
  texts['tools/testing/package.json'] = JSON.stringify({ name: '@shaon/testing', exports: './index.js' });
  texts['tools/testing/index.js'] = '';
  try {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    for (const folder of ['examples', 'bench', 'node_modules/@shaon'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const folder of ['packages/core', 'packages/webhooks', 'packages/http-koa', 'tools/testing']) {
      symlinkSync(join(root, folder), join(root, 'node_modules/@shaon', folder.split('/')[1] as string));
    }
    return await checkBoundaries(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}
