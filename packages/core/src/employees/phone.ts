import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** The form in which nearly everybody here writes their number. The library accepts each of these (`phone.test.ts`). */
const PLAIN_ISRAELI_MOBILE = /^05\d{8}$/;

/**
 * The number in E.164 (`+972501234567`); null if such a number cannot exist, so that no message can be sent (D:W11).
 * `region` is the company's two-letter country, for numbers without a country code; with an unknown one only
 * international numbers are read.
 */
export function toE164(phone: string, region: string): string | null {
  // The library takes 6 µs, and forty in the first thousand calls.
  if (region === 'IL' && PLAIN_ISRAELI_MOBILE.test(phone)) return `+972${phone.slice(1)}`;
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const parsed = parsePhoneNumberFromString(phone, country === undefined ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
}
