import { afterAll, describe, expect, test } from 'bun:test';

import { checkCondition } from '../../server/automation/templates/check';
import { templateEngine } from './template-engine';

const { templates } = templateEngine();
afterAll(() => templates.stop());

const context = {
  body: {
    n: 5,
    text: 'hello',
    digits: '5',
    zero: 0,
    empty: '',
    blank: '  ',
    yes: true,
    no: false,
    nothing: null,
    list: ['a', 'b'],
    none: [],
    object: { key: 'v' },
    hollow: {},
    'x-y': 1,
    ref: 'refs/heads/main',
    commits: [{ author: 'Ann' }, { author: 'Bob' }],
  },
  headers: { 'x-kind': 'push' },
  kind: 'n',
};

const TABLE: Record<string, boolean> = {
  'body.n': true,
  'body.zero': true,
  'body.empty': true,
  'body.none': true,
  'body.no': false,
  'body.nothing': false,
  'body.missing': false,
  'body.missing.deep.er': false,
  'body.n == 5': true,
  'body.n==5': true,
  'body.n == "5"': false,
  'body.digits == 5': false,
  'body.n != 5': false,
  'body.n > 4': true,
  'body.n >= 5': true,
  'body.n < 5': false,
  'body.n <= 4.5': false,
  'body.n > -1': true,
  'body.digits > 4': true,
  'body.text > 4': false,
  'body.missing > 0': false,
  'body.missing < 1': false,
  'body.text == "hello"': true,
  "body.text == 'hello'": true,
  'body.text == "Hello"': false,
  'body.text == ""': false,
  'body.text contains "ell"': true,
  'body.text contains "xyz"': false,
  'body.list contains "a"': true,
  'body.list contains "c"': false,
  'body.missing contains "a"': false,
  'body.ref contains "heads/main"': true,
  'body.empty == blank': true,
  'body.blank == blank': true,
  'body.blank == empty': false,
  'body.nothing == blank': true,
  'body.missing == nil': true,
  'body.missing == null': true,
  'body.nothing == nil': true,
  'body.no == blank': true,
  'body.text != blank': true,
  'body.none == empty': true,
  'body.hollow == empty': true,
  'body.list.size > 1': true,
  'body.none.size > 0': false,
  'body.text.size == 5': true,
  'body.object.size == 1': true,
  'body.list.first == "a"': true,
  'body.list[1] == "b"': true,
  'body.list[-1] == "b"': true,
  'body.list[9]': false,
  'body.object["key"] == "v"': true,
  'body[kind] == 5': true,
  'body.x-y == 1': true,
  'body.commits[1].author == "Bob"': true,
  'headers["x-kind"] == "push"': true,
  'not body.no': true,
  'not body.n': false,
  'not not body.n': true,
  'not body.n == 6': true,
  'body.n == 5 and body.text == "hello"': true,
  'body.n == 5 and body.no': false,
  'body.no or body.yes': true,
  'body.no or body.nothing': false,
  // They group from the right: yes or (no and no).
  'body.yes or body.no and body.no': true,
  // no and (no or yes): with the precedence of other languages it would hold.
  'body.no and body.no or body.yes': false,
  'body.no and body.yes or body.yes': false,
  'body.n == 5 and not body.no': true,
  true: true,
  false: false,
  nil: false,
  '1': true,
  '""': true,
  '"a" == "a"': true,
  'body.constructor': false,
  'body.__proto__': false,
  'body.text.constructor': false,
  'body.list.map': false,
  constructor: false,
  'body.toString == nil': true,
};

test('conditions have the results of the table, and all can be saved', async () => {
  const sources = Object.keys(TABLE);
  expect(sources.length).toBeGreaterThanOrEqual(50);
  expect(sources.filter((source) => checkCondition(source) !== null)).toEqual([]);

  const sets = sources.map((source) => ({ key: source, conditions: [source] }));
  const answers = await templates.holdsEach('ws_a', sets, context);
  expect(Object.fromEntries([...answers].map(([source, held]) => [source, held.ok && held.holds]))).toEqual(TABLE);
});

test('all conditions of a list must hold', async () => {
  const held = async (...conditions: string[]) => templates.holds('ws_a', conditions, context);
  expect(await held('body.n == 5', 'body.yes')).toEqual({ ok: true, holds: true });
  expect(await held('body.n == 5', 'body.no')).toEqual({ ok: true, holds: false });
  expect(await held('body.no', 'body.n == 5')).toEqual({ ok: true, holds: false });
  expect(await held()).toEqual({ ok: true, holds: true });
});

test('many sets are evaluated at once, and a broken one does not affect the others', async () => {
  const answers = await templates.holdsEach(
    'ws_a',
    [
      { key: 'holds', conditions: ['body.n > 1', 'body.yes'] },
      { key: 'broken', conditions: ['body.n > 1', 'body.n >'] },
      { key: 'not', conditions: ['body.no'] },
      { key: 'empty', conditions: [] },
    ],
    context,
  );
  expect(Object.fromEntries(answers)).toMatchObject({
    holds: { ok: true, holds: true },
    broken: { ok: false, failure: { path: '/1', code: 'template_error', line: 1, col: 9 } },
    not: { ok: true, holds: false },
    empty: { ok: true, holds: true },
  });
});

test('many sets that take longer together than one may each get their result', async () => {
  const engine = templateEngine({ killMs: 200 });
  const conditions = Array.from({ length: 10 }, () => 'body.list contains "x"');
  const sets = Array.from({ length: 320 }, (_, key) => ({ key: String(key), conditions }));
  const list = [...Array.from({ length: 2000 }, (_, index) => `${index}`), 'x'];
  const answers = await engine.templates.holdsEach('ws_a', sets, { body: { list } });
  expect(await engine.kills()).toBeGreaterThan(0);
  expect([...answers.values()].filter((held) => !held.ok)).toEqual([]);
  expect(answers.size).toBe(sets.length);
  engine.templates.stop();
});

describe('a malformed condition is refused when it is saved', () => {
  const PARENTHESES = /^Parentheses mean ranges/;
  const malformed: [source: string, col: number, message: RegExp][] = [
    ['', 1, /empty/],
    ['   ', 1, /empty/],
    ['a ==', 5, /value is missing at the end/],
    ['a b', 3, /operator is missing before `b`/],
    ['a == 1 and', 11, /value is missing at the end/],
    ['a == 1 b == 2', 8, /operator is missing before `b`/],
    ['and a', 1, /value is missing before `and`/],
    ['== a', 1, /value is missing before `==`/],
    ['a == == b', 6, /value is missing before `==`/],
    ['a or and b', 6, /value is missing before `and`/],
    ['not', 4, /value is missing/],
    ['a not b', 3, /operator is missing before `not`/],
    ['a == not b', 6, /before the whole comparison/],
    ['(a == 1) and b', 1, PARENTHESES],
    ['a and (b or c)', 7, PARENTHESES],
    ['a == (1..5)', 6, PARENTHESES],
    ['a[(1..2)]', 3, PARENTHESES],
    ['a | size > 1', 3, /Filters/],
    ['a = 1', 3, /`==`/],
    ['a && b', 3, /`and`/],
    ['a || b', 3, /`or`/],
    ['!a', 1, /`not`/],
    ['{{ a }}', 1, /without \{\{ \}\}/],
    ['a == "x', 6, /quote is not closed/],
    ['a["x] == 1', 11, /not closed/],
    ['a == “x”', 6, /straight quotes/],
    ['a. == 1', 4, /after the dot/],
    ['a..b', 2, /operator was expected/],
    ['a[0 b] == 1', 4, /`\]` is missing/],
    ['a[] == 1', 3, /missing in `\[ \]`/],
    ['a[0', 4, /not closed/],
    ['a == 1.2.3', 6, /neither a number nor a name/],
    ['a == 1x', 6, /neither a number nor a name/],
    ['a == 1 %', 8, /expected before `%`/],
    ['a, b', 2, /expected before `, b`/],
  ];
  test.each(malformed)('%j', (source, col, message) => {
    expect(checkCondition(source)).toMatchObject({ code: 'invalid_condition', line: 1, col });
    expect(checkCondition(source)?.message).toMatch(message);
  });

  test('even one that is too long', () => {
    expect(checkCondition('x'.repeat(4001))).toMatchObject({ message: 'Must be at most 4000 characters long.' });
  });

  test('with its line, where there are several', () => {
    expect(checkCondition('a == 1\n  and b ==')).toMatchObject({ line: 2, col: 11 });
  });

  test('text in quotes is not part of its syntax', () => {
    for (const fine of ['a == "(x) | y && \\"z\\""', "a contains 'it(s'", 'a["b (c)"] == 1']) {
      expect(checkCondition(fine)).toBeNull();
    }
  });
});
