import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The number in E.164 (`+972501234567`); null if such a number cannot exist, so that no message can be sent (D:W11).
 * `region` is the company's two-letter country, for numbers without a country code; with an unknown one only
 * international numbers are read.
 */
export function toE164(phone: string, region: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const parsed = parsePhoneNumberFromString(phone, country === undefined ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
}
