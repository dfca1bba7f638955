import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The number in E.164 (`+972501234567`), or null if it is not a number that can exist: the message then cannot be sent
 * (D:W11). `region` is the company's two-letter country, used for numbers without a country code; an unknown one leaves
 * only international numbers readable.
 */
export function toE164(phone: string, region: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const parsed = parsePhoneNumberFromString(phone, country === undefined ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
}
