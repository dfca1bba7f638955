import { X509Certificate } from 'node:crypto';
import { invalidOption, ShaonError } from './errors.ts';

/** Throws `options_invalid` for an option that `names` lacks; `owner` is what takes the options. */
export function refuseUnknownOptions(owner: string, options: object, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) throw invalidOption(`${owner} has no option ${unknown}.`);
}

/** The value of an option that is a whole number; throws `options_invalid` for any other. */
export function wholeNumber(name: string, value: number, least: number, most?: number): number {
  if (Number.isSafeInteger(value) && value >= least && (most === undefined || value <= most)) return value;
  throw invalidOption(`${name} is a whole number from ${least}${most === undefined ? '' : ` to ${most}`}.`);
}

/** The value of an option that is the address of an HTTP proxy. Throws `options_invalid`, without a password. */
export function proxyAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '';
  if (url?.protocol !== 'http:' || url.hostname === '' || !isPlain) {
    throw invalidOption(`${name} is the address of an HTTP proxy, http://proxy.corp:3128 for example.`);
  }
  return url;
}

const BEGINS_CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/**
 * The value of an option that is certificates in PEM form. TLS silently ignores an invalid one, and then every
 * connection fails. Throws `options_invalid`.
 */
export function certificates(name: string, pem: string): string {
  const [, ...each] = typeof pem === 'string' ? pem.split(BEGINS_CERTIFICATE) : [];
  if (each.length === 0) throw invalidOption(`${name} is certificates in PEM form.`);
  for (const [index, certificate] of each.entries()) {
    try {
      new X509Certificate(BEGINS_CERTIFICATE + certificate);
    } catch (cause) {
      const message = `${name}: its certificate ${index + 1} of ${each.length} cannot be read.`;
      throw new ShaonError('options_invalid', message, {}, { cause });
    }
  }
  return pem;
}
