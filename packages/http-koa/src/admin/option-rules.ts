import { invalidOption } from '@shaon/core';
import type { Brand } from './options.ts';

/* Rules of values, for options of which callers without TypeScript can pass any. Each throws `options_invalid`. */

export function functionOrNull<F>(name: string, value: F | undefined): F | null {
  if (value !== undefined && typeof value !== 'function') throw invalidOption(`${name} is a function.`);
  return value ?? null;
}

export function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw invalidOption(
      `${name} is a public http(s) address without a query, https://hr.example/settings/api for example.`,
    );
  }
  return url;
}

const A_LINK = 'is an http(s) address, or a path that begins with a slash.';

export function linkOrNull(name: string, value: string | undefined): string | null {
  if (value !== undefined && !isLink(value)) throw invalidOption(`${name} ${A_LINK}`);
  return value ?? null;
}

export function assertBrand(brand: Brand): Brand {
  if (typeof brand !== 'object' || brand === null || !isText(brand.name)) throw invalidOption('brand has a name.');
  linkOrNull('brand.logoUrl', brand.logoUrl);
  if (brand.back === undefined) return brand;
  if (!isLink(brand.back?.url)) throw invalidOption(`brand.back.url ${A_LINK}`);
  if (!isText(brand.back.label)) throw invalidOption('brand.back has a label.');
  return brand;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Excludes addresses that a browser would run, such as `javascript:`. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return /^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
}
