import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** How nearly everybody here writes their number. The library takes each of these for valid (`phone.test.ts`). */
const PLAIN_ISRAELI_MOBILE = /^05\d{8}$/;

/**
 * The number in E.164 (`+972501234567`), or null if it is not a number that can exist: the message then cannot be sent
 * (D:W11). `region` is the company's two-letter country, used for numbers without a country code; an unknown one leaves
 * only international numbers readable.
 */
export function toE164(phone: string, region: string): string | null {
  // The library takes 6 µs, and in the first thousand calls forty.
  if (region === 'IL' && PLAIN_ISRAELI_MOBILE.test(phone)) return `+972${phone.slice(1)}`;
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const parsed = parsePhoneNumberFromString(phone, country === undefined ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
}
