import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkBoundaries, reasonAgainst, staleRules } from '../boundaries.mjs';
import { circlesIn } from '../circles.mjs';
import { importsOf } from '../imports.mjs';

const doors = new Set(['@shaon/core', '@shaon/core/testing', '@shaon/webhooks', '@shaon/http-koa', '@shaon/testing']);

describe('boundaries', () => {
  const forbidden: [file: string, specifier: string][] = [
    ['packages/core/src/employees/employee-service.ts', '../leave/leave.ts'],
    ['packages/core/src/attendance/punch.ts', '../leave/leave.ts'],
    ['packages/core/src/tokens/token.ts', '../shifts/shift.ts'],
    ['packages/core/src/errors.ts', './database/dialect.ts'],
    ['packages/core/src/employees/create-employee.ts', '../database/counts/count-changes.ts'],
    ['packages/core/src/import/absence-label-store.ts', '../database/counts/count-changes.ts'],
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
  for (const [file, specifier] of forbidden) {
    it(`forbids ${specifier} in ${file}`, () => expect(reasonAgainst(file, specifier, doors)).to.be.a('string'));
  }

  const allowed: [file: string, specifier: string][] = [
    ['packages/core/src/leave/leave-service.ts', '../employees/employee.ts'],
    ['packages/core/src/leave/leave-service.ts', './leave-rules.ts'],
    ['packages/core/src/leave/leave-store.ts', '../database/counts/count-changes.ts'],
    ['packages/core/src/employees/employee-store.ts', './employee-copies.ts'],
    ['packages/core/src/database/data-source.ts', 'pg'],
    ['packages/core/test/leave.test.ts', '../src/leave/leave-rules.ts'],
    ['packages/core/test/leave.test.ts', '@shaon/testing'],
    ['packages/core/test/leave.test.ts', '../../../test-vectors/times.json'],
    ['packages/webhooks/src/index.ts', '@shaon/core'],
    ['packages/webhooks/src/dispatch/claim.ts', '../deliveries/delivery.ts'],
    ['packages/http-koa/src/host/server.ts', '@shaon/webhooks'],
    ['packages/http-koa/src/host/server.ts', '../v1/routes.ts'],
    ['packages/http-koa/src/host/server.ts', 'ioredis'],
    ['packages/http-koa/src/index.ts', './v1/routes.ts'],
    ['packages/client-sdk/src/client.ts', 'p-retry'],
    ['examples/payroll-export/index.ts', '@shaon/core'],
    ['examples/payroll-export/test/payroll.test.ts', '@shaon/testing'],
  ];
  for (const [file, specifier] of allowed) {
    it(`allows ${specifier} in ${file}`, () => expect(reasonAgainst(file, specifier, doors)).to.equal(undefined));
  }

  it('sees every way of importing, types included', () => {
    const source = `
      import 'a'; import b from 'b'; import type { C } from 'c'; import { type D } from 'd';
      export * from 'e'; export type { F } from 'f'; export { g } from 'g';
      const h = await import('h'); type I = import('i').I; let j: typeof import('j');
      // import 'no'
      const text = "import 'no'"; await import(text);`;
    expect(importsOf('x.ts', source).sort()).to.deep.equal([...'abcdefghij']);
  });

  it('have no rule about what is not there', () => {
    expect(staleRules(fileURLToPath(new URL('../..', import.meta.url)))).to.deep.equal([]);
    expect(staleRules(tmpdir())).to.include.members(['packages/core/src/employees', 'packages/http-koa/src/host']);
  });

  it('finds a forbidden import in a tree', () => {
    const checked = checkTree({
      'packages/core/package.json': '{ "name": "@shaon/core", "exports": { ".": "./dist/index.js" } }',
      'packages/core/src/index.ts': "export { createCore } from './core.ts';",
      'packages/core/src/core.ts': "import type { Leave } from './leave/leave.ts';",
      'packages/core/src/leave/leave.ts': "import type { Record } from '../attendance/record.ts';",
      'packages/core/dist/leave.js': "import './anything.js';",
    });
    expect(checked).to.deep.equal({
      files: 3,
      violations: [
        {
          file: 'packages/core/src/leave/leave.ts',
          specifier: '../attendance/record.ts',
          reason: 'leave and attendance are on one floor',
        },
      ],
      circles: [],
    });
  });

  it('finds files of a package that import each other in a circle, by types too', () => {
    const leave = 'packages/core/src/leave';
    const { circles, violations } = checkTree({
      [`${leave}/service.ts`]: "import { createWrites } from './writes.ts'; export * from './input.ts';",
      [`${leave}/writes.ts`]: "import type { Rules } from './rules.ts'; import './input.ts';",
      [`${leave}/rules.ts`]: "type Service = import('./service.ts').Service;",
      [`${leave}/input.ts`]: "import 'node:fs';",
      'packages/webhooks/src/endpoints/itself.ts': "export type { Itself } from './itself.ts';",
      'packages/core/test/one.ts': "import './other.ts';",
      'packages/core/test/other.ts': "import './one.ts';",
    });
    expect(violations).to.deep.equal([]);
    expect(circles.map((circle) => [...circle].sort())).to.have.deep.members([
      [`${leave}/rules.ts`, `${leave}/service.ts`, `${leave}/writes.ts`],
      ['packages/webhooks/src/endpoints/itself.ts'],
    ]);
  });

  it('names a shortest circle in the order of its imports, and another once that one is cured', () => {
    const imports = new Map([
      ['a.ts', ['./b.ts']],
      ['b.ts', ['./c.ts', './a.ts']],
      ['c.ts', ['./d.ts', './a.ts', './gone.ts']],
      ['d.ts', ['./c.ts']],
    ]);
    expect(circlesIn(imports)).to.deep.equal([
      ['a.ts', 'b.ts'],
      ['c.ts', 'd.ts'],
    ]);
    imports.set('b.ts', ['./c.ts']);
    expect(circlesIn(imports)).to.deep.equal([['a.ts', 'b.ts', 'c.ts']]);
    imports.set('c.ts', ['./d.ts']);
    expect(circlesIn(imports)).to.deep.equal([['c.ts', 'd.ts']]);
    imports.set('d.ts', []);
    expect(circlesIn(imports)).to.deep.equal([]);
  });
});

/** What the check says of a project that has these files. */
function checkTree(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'shaon-boundaries-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkBoundaries(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}
