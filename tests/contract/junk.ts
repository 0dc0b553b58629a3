import * as fc from 'fast-check';

import type { Json } from './document';

const HUGE = [1_000, 20_000, 100_000];

const longText = fc
  .tuple(fc.constantFrom('a', '/', '%', '😀', '(', '"'), fc.constantFrom(...HUGE))
  .map(([one, count]) => one.repeat(count));

/** Text that parsers, databases and renderers stumble over. */
export const junkText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udfff\ud800',
      '\ufeff',
      '\u202e',
      '\r\nX-Injected: 1',
      'null',
      'undefined',
      'true',
      'NaN',
      '-0',
      '1e999',
      '0x10',
      '9007199254740993',
      '-1',
      '1.5',
      '[]',
      '{}',
      '__proto__',
      'constructor',
      '../../etc/passwd',
      '%zz',
      "' OR 1=1 --",
      '$ne',
      '{{7*7}}',
      '<script>',
      'http://[::1',
      'javascript:alert(1)',
      'https://a:b@c',
      '2026-02-30T00:00:00.000Z',
      '%',
      '+00000',
      'İ',
      'ﬀ',
    ),
  },
  { weight: 1, arbitrary: longText },
);

const junkNumber = fc.oneof(
  fc.constantFrom(0, -1, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 31, 2 ** 63, 1.5, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  'id',
  'workspace_id',
  '',
  '\0',
  '$where',
  'a'.repeat(5_000),
];

const junkName = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ maxLength: 12 }));

const nested = fc.integer({ min: 1, max: 200 }).map((depth) => {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
});

/** Any JSON: wrong types, `__proto__`, huge strings, deep nesting. `Object.fromEntries` makes `__proto__` an own property. */
export const junk: fc.Arbitrary<Json> = fc.letrec<{ value: Json; list: Json[]; map: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, '', [], {}),
    junkNumber,
    junkText,
    nested,
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  map: fc.array(fc.tuple(junkName, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
})).value;

/** Bodies that are no JSON, or not what their type says. */
export const junkBodyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":',
    '[1,]',
    'null',
    '"',
    '{"a":1}{"b":2}',
    "{'a':1}",
    '\ufeff{}',
    '{"a":NaN}',
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '['.repeat(100_000),
  ),
  fc.string({ unit: 'binary' }),
);

/** A valid body with one thing wrong: gets past the outer checks, to where defects live. */
export function spoiled(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(valid, fc.nat(), junk, junkName, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, at, wrong, name, act]) => {
      const body = structuredClone(value);
      const targets = placesIn(body);
      const target = targets[at % Math.max(1, targets.length)];
      if (!target) return wrong;
      if (act === 'add') return withEntry(body, name, wrong);

      if (Array.isArray(target.within)) target.within[Number(target.name)] = wrong;
      else if (act === 'remove') delete target.within[target.name];
      else target.within[target.name] = wrong;
      return body;
    });
}

interface Place {
  within: Json[] | Record<string, Json>;
  name: string;
}

function placesIn(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [{ within: value, name }, ...placesIn(inner)]);
}

function withEntry(body: Json, name: string, value: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return value;
  return Object.fromEntries([...Object.entries(body), [name, value]]);
}
