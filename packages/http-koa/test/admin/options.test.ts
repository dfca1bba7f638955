import { isShaonError } from '@shaon/core';
import { type AdminOptions, adminRequestListener, createAdminRoutes } from '@shaon/http-koa/admin';
import { expect } from 'chai';
import { resolveAdminOptions } from '../../src/admin/resolve-options.ts';
import { type PagesTest, withPages } from './support.ts';

const BASE_URL = 'https://hr.example/settings/shaon';
const nobody = () => null;

/** What is refused, with what the message names. */
const REFUSED: readonly (readonly [names: string, options: Record<string, unknown>])[] = [
  ['colour', { colour: 'red' }],
  ['baseUrl', { baseUrl: undefined }],
  ['baseUrl', { baseUrl: 'hr.example/settings' }],
  ['baseUrl', { baseUrl: '/settings' }],
  ['baseUrl', { baseUrl: 'ftp://hr.example/settings' }],
  ['baseUrl', { baseUrl: 'https://hr.example/settings?tab=api' }],
  ['baseUrl', { baseUrl: 'https://hr.example/settings#api' }],
  ['baseUrl', { baseUrl: 'https://boss:secret@hr.example/settings' }],
  ['baseUrl', { baseUrl: 'https://hr.example//evil.example' }],
  ['path', { path: 'settings' }],
  ['path', { path: '//settings' }],
  ['path', { path: '/הגדרות' }],
  ['path', { path: 5 }],
  ['apiUrl', { apiUrl: 'api' }],
  ['docsUrl', { docsUrl: 'docs' }],
  ['openApiUrl', { openApiUrl: 'javascript:alert(1)' }],
  ['accountFromRequest', { accountFromRequest: { role: 'admin' } }],
  ['localeFromRequest', { accountFromRequest: nobody, localeFromRequest: 'he' }],
  ['localeFromRequest', { localeFromRequest: () => 'he' }],
  ['signInUrl', { accountFromRequest: nobody, signInUrl: 'javascript:alert(1)' }],
  ['signInUrl', { accountFromRequest: nobody, signInUrl: '//evil.example' }],
  ['signInUrl', { signInUrl: '/log-in' }],
  ['isConfirmed', { accountFromRequest: nobody, isConfirmed: () => true }],
  ['confirmUrl', { accountFromRequest: nobody, confirmUrl: '/confirm' }],
  ['isConfirmed', { isConfirmed: () => true, confirmUrl: '/confirm' }],
  ['groups', { groups: 'tokens' }],
  ['groups', { groups: ['tokens', 'payroll'] }],
  ['account', { accountFromRequest: nobody, groups: ['account'] }],
  ['brand', { brand: 'Acme' }],
  ['brand', { brand: null }],
  ['brand', { brand: { name: ' ' } }],
  ['logoUrl', { brand: { name: 'Acme', logoUrl: 'logo.svg' } }],
  ['logoUrl', { brand: { name: 'Acme', logoUrl: 'data:image/svg+xml,x' } }],
  ['back.url', { brand: { name: 'Acme', back: { url: 'javascript:alert(1)', label: 'Back' } } }],
  ['label', { brand: { name: 'Acme', back: { url: '/' } } }],
  ['limitPerMinute', { limitPerMinute: 0 }],
  ['auditMonths', { auditMonths: 0 }],
  ['isAvailable', { isAvailable: true }],
];

const TAKEN: readonly Partial<AdminOptions>[] = [
  {},
  { brand: { name: 'Acme', logoUrl: undefined, back: undefined } },
  { baseUrl: 'http://localhost:3000' },
  { path: '/settings/shaon/' },
  { docsUrl: null, openApiUrl: null, apiUrl: 'https://api.hr.example/api/v1' },
  { accountFromRequest: nobody, signInUrl: '/log-in', groups: ['tokens', 'people'] },
  { accountFromRequest: nobody, localeFromRequest: () => null },
  { accountFromRequest: nobody, isConfirmed: () => true, confirmUrl: 'https://id.hr.example/prove' },
  { brand: { name: 'Acme', logoUrl: 'https://cdn.example/logo.svg', back: { url: '/', label: 'Back to Acme' } } },
];

withPages('the options of createAdminRoutes', (test: PagesTest) => {
  for (const [names, options] of REFUSED) {
    it(`refuse ${shown(options)}`, () => {
      const given = { baseUrl: BASE_URL, ...options } as AdminOptions;
      for (const make of [createAdminRoutes, adminRequestListener]) {
        expect(() => make(test.core, test.webhooks, given))
          .to.throw(names)
          .that.satisfies((error: unknown) => isShaonError(error, 'options_invalid'));
      }
    });
  }

  it('take nothing for every option that has a default', () => {
    const { origin, publicPath, installation, isSecure, ...options } = resolveAdminOptions(
      { baseUrl: BASE_URL },
      test.core.extension.log,
    );
    const nothing = Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));
    expect(nothing).to.include.keys('path', 'groups', 'log');
    expect(() => createAdminRoutes(test.core, null, { ...nothing, baseUrl: BASE_URL })).not.to.throw();
  });

  it('take what is right', () => {
    for (const options of TAKEN) {
      expect(
        () => createAdminRoutes(test.core, null, { baseUrl: BASE_URL, ...options }),
        shown(options),
      ).not.to.throw();
    }
  });
});

function shown(options: object): string {
  return JSON.stringify(options, (_, value) => (typeof value === 'function' ? 'a function' : (value ?? null)));
}
