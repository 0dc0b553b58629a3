import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { assert, type Context, type Liquid, toValue } from 'liquidjs';

import { htmlToText } from '../text/html';
import { escapeWhatsApp, markdownToWhatsApp } from '../text/whatsapp';
import { markUrl, withoutMarks } from './marks';
import { printable, refuseHeavy } from './values';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

const URL_START = /^https?:\/\/\S+$/i;

const OWN: Record<string, Filter> = {
  shorten: onText((text) => (URL_START.test(text.trim()) ? markUrl(text.trim()) : text)),
  phone(value, ...args) {
    const text = printable(value).trim();
    return text === '' ? null : e164(text, countryOf(args));
  },
  whatsapp_escape: onText(escapeWhatsApp),
  markdown_to_whatsapp: onText((text) => withoutForged(text, markdownToWhatsApp(text))),
  html_to_text: onText((text) => withoutForged(text, htmlToText(text))),
  sha256: onText((text) => new Bun.CryptoHasher('sha256').update(text).digest('hex')),
};

/** Their output may contain marks of short links. */
const DECODING = new Set(['url_decode', 'base64_decode']);

/** Adds the filters of this server, removes those that evaluate code, and bounds all arguments. */
export function registerFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries({ ...liquid.filters, ...OWN })) {
    if (name.endsWith('_exp')) liquid.unregisterFilter(name);
    else if (typeof filter === 'function') liquid.registerFilter(name, bounded(name, filter as Filter));
  }
}

function bounded(name: string, filter: Filter): Filter {
  return function called(value, ...args) {
    refuseHeavy(value);
    for (const arg of args) refuseHeavy(arg);
    const made = filter.call(this, value, ...args);
    return DECODING.has(name) ? withoutForged(printable(value), printable(made)) : made;
  };
}

function onText(work: (text: string) => string): Filter {
  return function filtered(value) {
    const text = printable(value);
    this.context.memoryLimit.use(text.length);
    return work(text);
  };
}

/** `phone: "BR"` and `phone: default_country: "BR"` mean the same. */
function countryOf(args: readonly unknown[]): string | undefined {
  const [first] = args;
  if (first === undefined) return undefined;
  if (!Array.isArray(first)) return printable(first);
  assert(first[0] === 'default_country', `phone does not know "${printable(first[0])}"`);
  return printable(toValue(first[1]));
}

/** Marks in the output of a filter whose input had none were not made by `shorten`. */
const withoutForged = (given: string, made: string): string =>
  withoutMarks(given) === given ? withoutMarks(made) : made;

/** `country` is the default without a country code. Throws for anything that is no number. */
function e164(typed: string, country?: string): string {
  const number = parsePhoneNumberFromString(typed, { extract: false, ...(country && inCountry(country)) });
  if (number?.isPossible()) return number.number;
  throw new Error(`phone: "${typed.slice(0, 40)}" is no phone number${country ? '' : ' with its country code'}`);
}

function inCountry(given: string): { defaultCountry: CountryCode } {
  const country = given.toUpperCase();
  if (isSupportedCountry(country)) return { defaultCountry: country };
  throw new Error(`phone: "${given.slice(0, 40)}" is no country of two letters`);
}
