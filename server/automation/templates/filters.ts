import { assert, type Context, type Liquid, toValue } from 'liquidjs';

import { htmlToText } from '../text/html';
import { escapeWhatsApp, markdownToWhatsApp } from '../text/whatsapp';
import { markUrl, withoutMarks } from './marks';
import { e164 } from './phone';
import { textOf } from './values';
import { refuseHeavy } from './weight';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

const URL_START = /^https?:\/\/\S+$/i;

const OWN: Record<string, Filter> = {
  shorten: onText((text) => (URL_START.test(text.trim()) ? markUrl(text.trim()) : text)),
  phone(value, ...args) {
    const text = textOf(value).trim();
    return text === '' ? null : e164(text, countryOf(args));
  },
  whatsapp_escape: onText(escapeWhatsApp),
  markdown_to_whatsapp: onText((text) => withoutForged(text, markdownToWhatsApp(text))),
  html_to_text: onText((text) => withoutForged(text, htmlToText(text))),
  sha256: onText((text) => new Bun.CryptoHasher('sha256').update(text).digest('hex')),
};

/** What these decode may hold our marks. */
const DECODING = new Set(['url_decode', 'base64_decode']);

/** Adds the house’s filters, takes away those that evaluate text as code, and bounds what all are given. */
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
    return DECODING.has(name) ? withoutForged(textOf(value), textOf(made)) : made;
  };
}

function onText(work: (text: string) => string): Filter {
  return function filtered(value) {
    const text = textOf(value);
    this.context.memoryLimit.use(text.length);
    return work(text);
  };
}

/** `phone: "BR"` and `phone: default_country: "BR"` mean the same. */
function countryOf(args: readonly unknown[]): string | undefined {
  const [first] = args;
  if (first === undefined) return undefined;
  if (!Array.isArray(first)) return textOf(first);
  assert(first[0] === 'default_country', `phone does not know "${textOf(first[0])}"`);
  return textOf(toValue(first[1]));
}

/** Marks that a filter found in a text without any were not made by `shorten`. */
const withoutForged = (given: string, made: string): string =>
  withoutMarks(given) === given ? withoutMarks(made) : made;
