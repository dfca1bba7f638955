import { createHash } from 'node:crypto';
import { type CoreLog, guardedLog, invalidOption, refuseUnknownOptions, wholeNumber } from '@shaon/core';
import { trustedProxyAddress } from '../http/client-address.ts';
import { textOf, yesOrNo } from '../http/host-functions.ts';
import { assertAdminOptions } from './option-rules.ts';
import type { AdminOptions, ResolvedAdminOptions } from './options.ts';
import { PAGE_GROUPS } from './page-groups.ts';

const OPTION_NAMES: Readonly<Record<keyof AdminOptions, true>> = {
  baseUrl: true,
  path: true,
  apiUrl: true,
  docsUrl: true,
  openApiUrl: true,
  accountFromRequest: true,
  localeFromRequest: true,
  signInUrl: true,
  isConfirmed: true,
  confirmUrl: true,
  groups: true,
  brand: true,
  limitPerMinute: true,
  auditMonths: true,
  trustedProxies: true,
  clientAddress: true,
  isAvailable: true,
  log: true,
};

/** Validates the options and fills the defaults; throws `options_invalid`, which names the option. */
export function resolveAdminOptions(options: AdminOptions, log: CoreLog): ResolvedAdminOptions {
  refuseUnknownOptions('createAdminRoutes', options, OPTION_NAMES);
  assertAdminOptions(options);
  const base = webAddress('baseUrl', options.baseUrl);
  if (base.pathname.startsWith('//')) throw invalidOption('baseUrl has no path that begins with two slashes.');
  const publicPath = base.pathname.replace(/\/$/, '');
  const path = (options.path ?? '').replace(/\/$/, '');
  if (path !== '' && (!path.startsWith('/') || path.startsWith('//') || new URL(path, base).pathname !== path)) {
    throw invalidOption('path begins with a slash and is percent-encoded, /admin for example.');
  }
  const hasOwnSignIn = options.accountFromRequest === undefined;
  const groups = options.groups ?? PAGE_GROUPS.filter((group) => hasOwnSignIn || group !== 'account');
  const unknown = groups.find((group) => !PAGE_GROUPS.includes(group));
  if (unknown !== undefined)
    throw invalidOption(`groups: there is no ${unknown}; there are ${PAGE_GROUPS.join(', ')}.`);
  if (!hasOwnSignIn && groups.includes('account')) {
    throw invalidOption('groups: account is our own sign-in, which accountFromRequest takes the place of.');
  }
  return {
    origin: base.origin,
    publicPath,
    installation: createHash('sha256')
      .update(base.origin + publicPath)
      .digest('hex')
      .slice(0, 8),
    isSecure: base.protocol === 'https:',
    path,
    apiUrl: webAddress('apiUrl', options.apiUrl ?? `${base.origin}/api/v1`).href.replace(/\/$/, ''),
    docsUrl: optionalAddress('docsUrl', options.docsUrl),
    openApiUrl: optionalAddress('openApiUrl', options.openApiUrl),
    accountFromRequest: options.accountFromRequest ?? null,
    localeFromRequest: options.localeFromRequest ?? null,
    signInUrl: options.signInUrl ?? null,
    isConfirmed: options.isConfirmed ?? null,
    confirmUrl: options.confirmUrl ?? null,
    groups: new Set(groups),
    brand: options.brand ?? null,
    limitPerMinute: wholeNumber('limitPerMinute', options.limitPerMinute ?? 60, 1),
    auditMonths: options.auditMonths == null ? null : wholeNumber('auditMonths', options.auditMonths, 1),
    clientAddress: textOf('clientAddress', options.clientAddress ?? trustedProxyAddress(options.trustedProxies ?? [])),
    isAvailable: yesOrNo('isAvailable', options.isAvailable ?? (() => true)),
    log: guardedLog(options.log ?? log),
  };
}

function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw invalidOption(
      `${name} is a public http(s) address without a query, https://hr.example/settings/api for example.`,
    );
  }
  return url;
}

function optionalAddress(name: string, given: string | null | undefined): string | null {
  return given == null ? null : webAddress(name, given).href;
}
