import { invalidOption } from '@shaon/core';
import type { AdminOptions, Brand } from './options.ts';

const FUNCTIONS = ['accountFromRequest', 'localeFromRequest', 'isConfirmed', 'clientAddress', 'isAvailable'] as const;

/** Throws `options_invalid` for a value that its option does not allow, which callers without TypeScript can pass. */
export function assertAdminOptions(options: AdminOptions): void {
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw invalidOption(`${name} is a function.`);
    }
  }
  for (const name of ['signInUrl', 'confirmUrl'] as const) {
    if (options[name] !== undefined && !isLink(options[name])) throw invalidOption(`${name} ${A_LINK}`);
  }
  if (options.path !== undefined && typeof options.path !== 'string') throw invalidOption('path is a text.');
  if (options.groups !== undefined && !Array.isArray(options.groups)) throw invalidOption('groups is a list.');
  if (options.brand !== undefined) assertBrand(options.brand);
  assertPairs(options);
}

/** Options that depend on each other. */
function assertPairs(options: AdminOptions): void {
  const { accountFromRequest, localeFromRequest, signInUrl, isConfirmed, confirmUrl } = options;
  if ((isConfirmed === undefined) !== (confirmUrl === undefined)) {
    throw invalidOption('isConfirmed and confirmUrl are given together.');
  }
  if (accountFromRequest !== undefined) return;
  if (isConfirmed !== undefined) throw invalidOption('isConfirmed is asked with accountFromRequest alone.');
  if (localeFromRequest !== undefined) throw invalidOption('localeFromRequest is used with accountFromRequest alone.');
  if (signInUrl !== undefined) throw invalidOption('signInUrl is used with accountFromRequest alone.');
}

const A_LINK = 'is an http(s) address, or a path that begins with a slash.';

/** @param brand any value, because callers without TypeScript can pass any */
function assertBrand(brand: Partial<Brand> | null): void {
  if (typeof brand !== 'object' || brand === null || !isText(brand.name)) throw invalidOption('brand has a name.');
  if (brand.logoUrl !== undefined && !isLink(brand.logoUrl)) throw invalidOption(`brand.logoUrl ${A_LINK}`);
  if (brand.back === undefined) return;
  if (!isLink(brand.back?.url)) throw invalidOption(`brand.back.url ${A_LINK}`);
  if (!isText(brand.back.label)) throw invalidOption('brand.back has a label.');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Excludes addresses that a browser would run, such as `javascript:`. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return /^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
}
