import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkBoundaries, reasonAgainst, staleRules } from '../boundaries.mjs';
import { importsOf } from '../imports.mjs';

const doors = new Set(['@shaon/core', '@shaon/core/testing', '@shaon/webhooks', '@shaon/http-koa', '@shaon/testing']);

describe('boundaries', () => {
  const forbidden: [file: string, specifier: string][] = [
    ['packages/core/src/employees/employee-service.ts', '../leave/leave.ts'],
    ['packages/core/src/attendance/punch.ts', '../leave/leave.ts'],
    ['packages/core/src/tokens/token.ts', '../shifts/shift.ts'],
    ['packages/core/src/errors.ts', './database/dialect.ts'],
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
    const root = mkdtempSync(join(tmpdir(), 'shaon-boundaries-'));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write('packages/core/package.json', '{ "name": "@shaon/core", "exports": { ".": "./dist/index.js" } }');
    write('packages/core/src/index.ts', "export { createCore } from './core.ts';");
    write('packages/core/src/core.ts', "import type { Leave } from './leave/leave.ts';");
    write('packages/core/src/leave/leave.ts', "import type { Record } from '../attendance/record.ts';");
    write('packages/core/dist/leave.js', "import './anything.js';");
    try {
      expect(checkBoundaries(root)).to.deep.equal({
        files: 3,
        violations: [
          {
            file: 'packages/core/src/leave/leave.ts',
            specifier: '../attendance/record.ts',
            reason: 'leave and attendance are on one floor',
          },
        ],
      });
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
