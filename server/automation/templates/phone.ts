import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164; without a country code it belongs to `country`. Throws for anything else. */
export function e164(typed: string, country?: string): string {
  const number = parsePhoneNumberFromString(typed, { extract: false, ...(country && inCountry(country)) });
  if (number?.isPossible()) return number.number;
  throw new Error(`phone: "${typed.slice(0, 40)}" is no phone number${country ? '' : ' with its country code'}`);
}

function inCountry(given: string): { defaultCountry: CountryCode } {
  const country = given.toUpperCase();
  if (isSupportedCountry(country)) return { defaultCountry: country };
  throw new Error(`phone: "${given.slice(0, 40)}" is no country of two letters`);
}
