import * as fc from 'fast-check';

import type { SchemaObject } from './document';

/** The schema describes values that no draw reached: contradictory, or beyond the generator. */
export class Unfillable extends Error {}

const TIMEOUT = 2_000;

/** A filter that fails loudly where fast-check's would look for ever. */
export function sift<T>(values: fc.Arbitrary<T>, fits: (value: T) => boolean, what: string): fc.Arbitrary<T> {
  let misses = 0;
  return values.filter((value) => {
    misses = fits(value) ? 0 : misses + 1;
    if (misses > TIMEOUT) throw new Unfillable(`${TIMEOUT} draws and none fits: ${what}`);
    return misses === 0;
  });
}

/** NUL and lone surrogates are refused everywhere. */
const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const AWKWARD = Array.from('éß日本😀𝒳\u200d\u202e\u00a0\'"\\%_;<>&`$\t\n');

/** One code point, mostly plain, sometimes awkward, sometimes any. */
const character = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...ASCII) },
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 0x10ffff }).map(toCharacter) },
);

function toCharacter(codePoint: number): string {
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : String.fromCodePoint(codePoint);
}

const YEAR_1970 = new Date('1970-01-01T00:00:00.000Z');
const YEAR_2100 = new Date('2099-12-31T23:59:59.999Z');
const dates = fc.date({ min: YEAR_1970, max: YEAR_2100, noInvalidDate: true }).map((date) => date.toISOString());
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/u);
const site = fc.oneof(
  fc.constantFrom('example.com', 'example.org'),
  fc.tuple(label, fc.constantFrom('com', 'net')).map((parts) => parts.join('.')),
);

const plainUrls = fc
  .tuple(site, fc.stringMatching(/^(\/[a-z0-9-]{1,8}){0,3}$/u), fc.stringMatching(/^(\?[a-z]{1,4}=[a-z0-9]{1,6})?$/u))
  .map(([host, path, query]) => `https://${host}${path}${query}`);

/** Formats whose values are drawn directly; a `pattern` beside them only filters. */
const FORMATS: Record<string, (longest: number) => fc.Arbitrary<string>> = {
  'date-time': () =>
    fc.oneof(
      dates,
      dates.map((date) => date.replace(/\.\d+/u, '')),
    ),
  date: () => dates.map((date) => date.slice(0, 10)),
  time: () => dates.map((date) => date.slice(11)),
  uri: (longest) =>
    fc.oneof(
      { weight: 6, arbitrary: plainUrls },
      { weight: 2, arbitrary: webUrls },
      { weight: 1, arbitrary: longUrl(longest) },
    ),
  email: () =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.stringMatching(/^[a-z0-9]([._+-]?[a-z0-9]){0,12}$/u), site)
          .map((parts) => parts.join('@')),
      },
      { weight: 1, arbitrary: fc.emailAddress() },
    ),
  uuid: () => fc.uuid(),
  hostname: () => site,
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  byte: () => fc.base64String(),
};

const webUrls = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }).filter((url) => URL.canParse(url));

const longUrl = (longest: number) =>
  fc.constant('https://example.com/').map((start) => start.padEnd(Math.min(longest, 4_000), 'a'));

const known = new Map<string, fc.Arbitrary<string>>();

/** Strings of a schema: bounds count code points, as JSON Schema does. Made once: patterns with large classes take long. */
export function strings(schema: SchemaObject): fc.Arbitrary<string> {
  const text = JSON.stringify([schema.format, schema.pattern, schema.minLength, schema.maxLength]);
  const made = known.get(text) ?? stringsWithin(schema);
  known.set(text, made);
  return made;
}

function stringsWithin(schema: SchemaObject): fc.Arbitrary<string> {
  const shortest = schema.minLength ?? 0;
  const longest = schema.maxLength ?? Number.POSITIVE_INFINITY;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');

  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  const drawn = format?.(longest) ?? (pattern ? matching(pattern, shortest, longest) : free(shortest, longest));

  const fits = (text: string) => {
    const length = Array.from(text).length;
    return length >= shortest && length <= longest && isClean(text) && (pattern?.test(text) ?? true);
  };
  return sift(
    drawn,
    fits,
    `a string with ${JSON.stringify({ format: schema.format, pattern: schema.pattern, minLength: shortest, maxLength: longest })}`,
  );
}

/** Any text, now and then exactly as long as allowed. */
function free(shortest: number, longest: number): fc.Arbitrary<string> {
  const common = fc.string({ unit: character, minLength: shortest, maxLength: Math.min(longest, shortest + 40) });
  if (longest > 20_000) return common;
  return fc.oneof(
    { weight: 15, arbitrary: common },
    { weight: 1, arbitrary: fc.oneof(character, fc.constant('😀')).map((one) => one.repeat(longest)) },
  );
}

function matching(pattern: RegExp, shortest: number, longest: number): fc.Arbitrary<string> {
  const size = { maxLength: Math.min(longest, 10_000) };
  const source = withBounds(pattern.source, shortest, longest);
  try {
    return fc.stringMatching(new RegExp(source, 'u'), size);
  } catch {
    // fast-check draws no look-around and no \b; what it draws without them is filtered by the whole pattern.
    return fc.stringMatching(new RegExp(withBounds(withoutAssertions(pattern.source), shortest, longest), 'u'), size);
  }
}

/** `^[a-z]+$` with lengths 20–40 becomes `^[a-z]{20,40}$`: else hardly a draw would be long enough. */
function withBounds(source: string, shortest: number, longest: number): string {
  const simple = /^(?<start>\^(?:\[(?:\\.|[^\]\\])+\]|\\[wdsS]|\.))[+*]\$$/u.exec(source);
  if (!simple?.groups || shortest < 2) return source;
  return `${simple.groups['start']}{${shortest},${Math.min(longest, shortest + 40)}}$`;
}

function withoutAssertions(source: string): string {
  let result = '';
  let skipUntilDepth = -1;
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < source.length; index++) {
    const two = source.slice(index, index + 2);
    const one = source.charAt(index);
    const opensAssertion = !inClass && /^\(\?(?:[=!]|<[=!])/u.test(source.slice(index, index + 4));
    if (opensAssertion && skipUntilDepth < 0) skipUntilDepth = depth;

    const token = one === '\\' ? two : one;
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    if (!inClass && token === '(') depth++;
    if (!inClass && token === ')') depth--;

    if (skipUntilDepth < 0 && token !== String.raw`\b`) result += token;
    if (token === ')' && depth === skipUntilDepth) skipUntilDepth = -1;
    index += token.length - 1;
  }
  return result;
}
