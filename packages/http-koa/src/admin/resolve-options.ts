import { createHash } from 'node:crypto';

import { type CoreLog, guardedLog, invalidOption, wholeNumber } from '@shaon/core';
import { trustedProxyAddress } from '../http/client-address.ts';
import { textOf, yesOrNo } from '../http/host-functions.ts';
import { assertBrand, functionOrNull, linkOrNull, webAddress } from './option-rules.ts';
import type { AdminOptions } from './options.ts';
import { PAGE_GROUPS, type PageGroup } from './page-groups.ts';

export type ResolvedAdminOptions = ReturnType<typeof resolveAdminOptions>;

/** Validates the options and fills the defaults; throws `options_invalid`, which names the option. */
export function resolveAdminOptions(options: AdminOptions, log: CoreLog) {
  const base = webAddress('baseUrl', options.baseUrl);
  if (base.pathname.startsWith('//')) throw invalidOption('baseUrl has no path that begins with two slashes.');
  const publicPath = base.pathname.replace(/\/$/, '');
  const { trustedProxies = [], accountFromRequest } = options;
  const clientAddress = functionOrNull('clientAddress', options.clientAddress);
  const isAvailable = functionOrNull('isAvailable', options.isAvailable);
  const resolved = {
    baseUrl: base.href,
    path: mountPath(options.path ?? '', base),
    apiUrl: webAddress('apiUrl', options.apiUrl ?? `${base.origin}/api/v1`).href.replace(/\/$/, ''),
    docsUrl: options.docsUrl == null ? null : webAddress('docsUrl', options.docsUrl).href,
    openApiUrl: options.openApiUrl == null ? null : webAddress('openApiUrl', options.openApiUrl).href,
    accountFromRequest: functionOrNull('accountFromRequest', accountFromRequest),
    localeFromRequest: functionOrNull('localeFromRequest', options.localeFromRequest),
    signInUrl: linkOrNull('signInUrl', options.signInUrl),
    isConfirmed: functionOrNull('isConfirmed', options.isConfirmed),
    confirmUrl: linkOrNull('confirmUrl', options.confirmUrl),
    groups: chosenGroups(options.groups, accountFromRequest === undefined),
    brand: options.brand === undefined ? null : assertBrand(options.brand),
    limitPerMinute: wholeNumber('limitPerMinute', options.limitPerMinute ?? 60, 1),
    auditMonths: options.auditMonths == null ? null : wholeNumber('auditMonths', options.auditMonths, 1),
    trustedProxies,
    clientAddress: textOf('clientAddress', clientAddress ?? trustedProxyAddress(trustedProxies)),
    isAvailable: yesOrNo('isAvailable', isAvailable ?? (() => true)),
    log: guardedLog(options.log ?? log),
  } satisfies Record<keyof AdminOptions, unknown>;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(resolved, name));
  if (unknown !== undefined) throw invalidOption(`createAdminRoutes has no option ${unknown}.`);
  assertPairs(options);
  return {
    ...resolved,
    /** Scheme, host and port. */
    origin: base.origin,
    /** The path of `baseUrl` without a slash at its end; empty at the root. */
    publicPath,
    /** A short mark of `baseUrl`. */
    installation: createHash('sha256')
      .update(base.origin + publicPath)
      .digest('hex')
      .slice(0, 8),
    isSecure: base.protocol === 'https:',
  };
}

/** Options that depend on each other. */
function assertPairs({ accountFromRequest, localeFromRequest, signInUrl, isConfirmed, confirmUrl }: AdminOptions) {
  if ((isConfirmed === undefined) !== (confirmUrl === undefined)) {
    throw invalidOption('isConfirmed and confirmUrl are given together.');
  }
  if (accountFromRequest !== undefined) return;
  if (isConfirmed !== undefined) throw invalidOption('isConfirmed is asked with accountFromRequest alone.');
  if (localeFromRequest !== undefined) throw invalidOption('localeFromRequest is used with accountFromRequest alone.');
  if (signInUrl !== undefined) throw invalidOption('signInUrl is used with accountFromRequest alone.');
}

function mountPath(value: string, base: URL): string {
  if (typeof value !== 'string') throw invalidOption('path is a text.');
  const path = value.replace(/\/$/, '');
  if (path !== '' && (!path.startsWith('/') || path.startsWith('//') || new URL(path, base).pathname !== path)) {
    throw invalidOption('path begins with a slash and is percent-encoded, /admin for example.');
  }
  return path;
}

function chosenGroups(value: readonly PageGroup[] | undefined, hasOwnSignIn: boolean): ReadonlySet<PageGroup> {
  if (value !== undefined && !Array.isArray(value)) throw invalidOption('groups is a list.');
  const groups = value ?? PAGE_GROUPS.filter((group) => hasOwnSignIn || group !== 'account');
  const unknown = groups.find((group) => !PAGE_GROUPS.includes(group));
  if (unknown !== undefined)
    throw invalidOption(`groups: there is no ${unknown}; there are ${PAGE_GROUPS.join(', ')}.`);
  if (!hasOwnSignIn && groups.includes('account')) {
    throw invalidOption('groups: account is our own sign-in, which accountFromRequest takes the place of.');
  }
  return new Set(groups);
}
