import { afterAll, expect, test } from 'bun:test';

import { checkCondition, checkTree, pathsOf } from '../../server/automation/templates/check';
import { KILL_MS } from '../../server/automation/templates/limits';
import { cpuMs } from '../support/cpu';
import { templateEngine, watchLoop } from './template-engine';

/** Nothing is to be killed here because the machine is slow. */
const patient = templateEngine({ size: 2 });
const { render, value, failure, errors } = patient;
const hasty = templateEngine({ size: 2, killMs: KILL_MS });
afterAll(() => {
  for (const { templates } of [patient, hasty]) templates.stop();
});

/** In this thread any of the attacks would take half a second or more. */
const MAX_LOCKED_MS = 50;
const ROUNDS = 4;

/**
 * For how many milliseconds an attack holds this thread, at best of some rounds: a lock that a thread without a processor
 * holds is waited for in one of them, and what the attack itself costs is there in all.
 */
async function holding(attack: () => Promise<void>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= MAX_LOCKED_MS; round += 1) {
    const away = watchLoop();
    await attack();
    least = Math.min(least, away());
  }
  return least;
}

const items = Array.from({ length: 20_000 }, (_, index) => ({
  id: (index * 7919) % 20_000,
  name: `Name ${(index * 104_729) % 20_000}`,
  tags: { kind: index % 7 },
}));
const chain = (filters: string[], times: number): string =>
  `{{ body.items${Array.from({ length: times }, (_, index) => ` | ${filters[index % filters.length]}`).join('')} | size }}`;

const LIMITED: Record<string, string> = {
  'a range without end': '{% for i in (1..100000000) %}x{% endfor %}',
  'ranges in ranges': '{{ (1..(1..(1..900000000))) | join }}{{ (1..900000000) | join }}',
  'loops in loops': '{% for i in (1..5000) %}{% for j in (1..5000) %}{% assign x = j %}{% endfor %}{% endfor %}',
  'a text that doubles':
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
  'a text that replaces itself':
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | replace: "x", a %}{% endfor %}{{ a }}',
  'a text that captures itself':
    '{% assign a = "xxxxxxxxxx" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
  'a list that doubles':
    '{% assign a = "x" | split: "" %}{% for i in (1..60) %}{% assign a = a | concat: a %}{% endfor %}{{ a.size }}',
  'a list inside of itself, as text':
    '{% assign a = "x" | split: "" %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a }}',
  'a list inside of itself, joined':
    '{% assign a = "x" | split: "" %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a | join }}',
  'a list inside of itself, appended':
    '{% assign a = "x" | split: "" %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ "" | append: a }}',
  'a long value written often': '{% for i in (1..5000) %}{{ body.long }}{% endfor %}',
  'a date as wide as memory': '{{ 0 | date: "%999999999d" }}',
};

for (const [name, template] of Object.entries(LIMITED)) {
  test(`${name}: a limit is reported, and others do not wait`, async () => {
    const held = await holding(async () => {
      expect(await failure({ text: [template] }, { body: { long: 'x'.repeat(100_000) } })).toMatchObject({
        path: '/text/0',
        code: 'limit',
        line: 1,
      });
    });
    expect(held).toBeLessThan(MAX_LOCKED_MS);
  });
}

test('a tree whose leaves are each small enough, but not together', async () => {
  const body = { list: Array.from({ length: 1000 }, () => 'x'.repeat(100)) };
  const tree = Array.from({ length: 400 }, () => '{{ body.list }}');
  expect(await failure(tree, { body })).toMatchObject({ code: 'limit' });
});

/** Each takes seconds. */
const SLOW: Record<string, string> = {
  'sorting 20,000 objects again and again': chain(['sort: "id"', 'sort_natural: "name"'], 45),
  'grouping 20,000 objects again and again': chain(['where: "tags.kind"', 'sort_natural: "name"'], 45),
};

for (const [name, template] of Object.entries(SLOW)) {
  test(`${name}: the Worker is killed, and the template named`, async () => {
    const held = await holding(async () => {
      const before = await hasty.kills();
      expect(await hasty.failure({ fine: 'x', content: { text: template } }, { body: { items } })).toEqual({
        path: '/content/text',
        code: 'timeout',
        message: 'Takes longer than 500 ms.',
        line: null,
        col: null,
      });
      expect(await hasty.kills()).toBe(before + 1);
    });
    expect(held).toBeLessThan(MAX_LOCKED_MS);
    expect(await hasty.value('{{ body.n }}', { body: { n: 1 } })).toBe(1);
  });
}

test('other workspaces are served while one attacks', async () => {
  const { templates } = templateEngine({ size: 2 });
  const template = SLOW['sorting 20,000 objects again and again'] ?? '';
  const over: unknown[] = [];
  const attacks = Array.from({ length: 3 }, () =>
    templates.render('ws_evil', template, { body: { items } }).then(
      (rendered) => over.push(rendered),
      (error: unknown) => over.push(error),
    ),
  );
  // Behind each of the three attacks there would be one answer.
  for (let answers = 0; answers <= attacks.length; answers += 1) {
    expect(await templates.render('ws_good', '{{ body.n }}', { body: { n: 1 } })).toEqual({ ok: true, value: 1 });
  }
  expect(over).toEqual([]);
  templates.stop();
  await Promise.all(attacks);
});

test('nothing of JavaScript is accessible', async () => {
  const body = { text: 'x', list: [1], object: {} };
  const paths = [
    'body.constructor',
    'body.__proto__',
    'body["constructor"]["constructor"]',
    'body.text.constructor',
    'body.list.push',
    'body.list.__proto__.push',
    'body.object.toString',
    'constructor',
    '__proto__',
    'globalThis',
    'process.env',
    'self',
  ];
  expect(await value(Object.fromEntries(paths.map((path) => [path, `{{ ${path} }}`])), { body })).toBe(null);
  expect(
    await value('{{ body.list | map: "constructor" | first }}{{ body | map: "__proto__" | size }}', { body }),
  ).toBe('1');
  expect(await value('{% assign __proto__ = "x" %}{% assign constructor = "y" %}{{ body.object.x }}ok', { body })).toBe(
    'ok',
  );
});

test('files and other templates are not accessible', () => {
  for (const source of ["{% include 'package.json' %}", "{% render '/etc/passwd' %}", "{% layout 'x' %}"]) {
    expect(checkTree(source)).toMatchObject([{ message: expect.stringMatching(/not found/) }]);
  }
});

test('a filter that throws is an error of the template, with its position', async () => {
  const thrown: Record<string, string> = {
    '{{ "%zz" | url_decode }}': 'URI error',
    '{{ "now" | date: "%Y", "Mars/Olympus" }}': 'invalid time zone: Mars/Olympus',
    '{{ "x" | phone: "BR" }}': 'phone: "x" is no phone number',
    '{{ "!" | base64_decode }}': 'invalid base64 provided to base64_decode',
    '{{ "x" | append }}': 'append expect 2 arguments',
  };
  for (const [source, message] of Object.entries(thrown)) {
    expect(await failure({ a: `line\n ${source}` })).toEqual({
      path: '/a',
      code: 'template_error',
      message,
      line: 2,
      col: 2,
    });
  }
  expect(
    await failure('{{ now | date: "%H" }}', { now: '2026-01-01T00:00:00Z', timezone: 'Mars/Olympus' }),
  ).toMatchObject({
    code: 'template_error',
  });
});

test('endless nesting does not crash a Worker', async () => {
  // Whether the stack holds it depends on what was compiled before.
  await render(`{{ ${'a['.repeat(5000)}0${']'.repeat(5000)} }}`);
  await render(`${'{% if true %}'.repeat(700)}x${'{% endif %}'.repeat(700)}`);
  expect(await value('{{ 1 }}')).toBe(1);
  expect(errors).toEqual([]);
});

test('validating a template never takes long', () => {
  const starts = [
    '{{ a | b: ',
    '{{',
    '{% if ',
    '{{ a[',
    '{% raw %}',
    '{% liquid\n',
    '{{ "',
    '{%-',
    "{{ x | append: 'y' }}",
  ];
  const nested = `{{ ${'a['.repeat(5000)}0${']'.repeat(5000)} }}`;
  const wide = `{{ a${'.b'.repeat(8000)} }}`;
  const many = '{{a}}'.repeat(3200);
  const sources = [...starts.map((start) => start.repeat(16_000 / start.length)), nested, wide, many];
  const start = cpuMs();
  for (const source of sources) {
    checkTree(source);
    pathsOf(source);
    checkCondition(source.replace('{{', ''));
  }
  expect(cpuMs() - start).toBeLessThan(2000);
  expect(checkTree(nested)).toMatchObject([{ message: 'Square brackets may be nested 20 deep.' }]);
});

test('memory does not grow with attacks', async () => {
  const doubling = LIMITED['a text that doubles'] ?? '';
  await failure(doubling);
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 60; round += 1) {
    await failure(doubling);
    await failure(LIMITED['a long value written often'] ?? '', { body: { long: 'x'.repeat(100_000) } });
    await failure(LIMITED['a list inside of itself, joined'] ?? '');
    await value({ n: `{{ body.n }} of ${round}` }, { body: { n: round } });
  }
  Bun.gc(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});
