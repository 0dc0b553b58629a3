import { afterAll, expect, test } from 'bun:test';

import { renderLight } from '../../server/automation/templates/light';
import type { JsonValue } from '../../shared/automation/json';
import { templateEngine } from './template-engine';

const { templates } = templateEngine({});
afterAll(() => templates.stop());

const context = {
  body: {
    title: '  Fix <the> door  ',
    list: [1, [2, 'x']],
    count: 3,
    flag: false,
    none: null,
    'odd-name': 'odd',
    nested: { image: 'https://example.com/a.png', deep: { empty: '' } },
    size: 'kept',
    forged: 'a\uE000https://evil.example\uE001b',
  },
  headers: { 'x-github-event': 'push' },
  type: 'push',
  timezone: 'America/Sao_Paulo',
};

/** Each as a mapping of one leaf, of which some stand among others. */
const LIGHT: JsonValue[] = [
  'no output at all',
  '*{{ body.title }}* {{ type }}',
  '{{ body.title | strip | truncate: 8 }}',
  '{{ body.title | truncate: 8, "…" | upcase }}',
  '{{- body.title -}} x',
  '{{ body.list }}',
  '{{ body.list | default: "nothing" }}',
  '{{ body.count }}',
  '{{ body.flag }}',
  '{{ body.none | default: "none" }}',
  "{{ body.missing.deeper | default: 'none' }}",
  '{{ body.nested }}',
  'in text: {{ body.nested }}',
  '{{ body.odd-name }}',
  '{{ body.list.size }} {{ body.list.first }} {{ body.size }}',
  '{{ body.title | escape | append: "!" }}',
  '{{ body.nested.image | shorten }}',
  '{{ body.forged | shorten }} {{ body.forged }}',
  '{{ headers.x-github-event | capitalize }}',
  '{{ body.constructor }}{{ body.__proto__ }}{{ unknown.root }}',
  '{{ true }} {{ nil }} {{ empty }}',
  { content: { text: '{{ body.title }}', media: ['{{ body.list }}', '{{ body.none }}'] }, n: 5 },
];

test('a template rendered at once has the result of a Worker', async () => {
  for (const one of LIGHT) {
    const tree = { leaf: one };
    const light = renderLight(tree, context);
    expect(light, JSON.stringify(one)).toBeDefined();
    expect(light, JSON.stringify(one)).toEqual(await templates.render('ws_a', tree, context));
  }
});

test('a template that could loop, grow or take long is left to a Worker', () => {
  const heavy: JsonValue[] = [
    '{% for c in body.list %}{{ c }}{% endfor %}',
    '{% assign a = body.title %}{{ a }}',
    '{{ body.title | replace: "x", "xxxx" }}',
    '{{ body.list | group_by: "a" }}',
    '{{ body.list | map: "a" | join: "," }}',
    '{{ body.title | append: body.title }}',
    '{{ body.title | escape | escape | escape }}',
    '{{ body["odd-name"] }}',
    '{{ body.list[0] }}',
    '{{ (1..1000000) }}',
    '{{ body.title',
    '{{ body.title | append: "}}{% raw %}" }}',
    '{{ body.title }}'.repeat(13),
    'x'.repeat(5000),
  ];
  for (const one of heavy) expect(renderLight({ leaf: one }, context), JSON.stringify(one)).toBeUndefined();
  // The rest of the context does not matter.
  const long = { ...context, headers: { long: 'x'.repeat(20_000) } };
  expect(renderLight({ leaf: '{{ headers.long }}' }, long)).toBeUndefined();
  expect(renderLight({ leaf: '{{ body.count }}' }, long)).toEqual({ ok: true, value: { leaf: 3 } });
});

test('a template that is hard to parse is left to a Worker too', () => {
  const hard = ['{{ a' + ' | strip'.repeat(500), '{{'.repeat(2000), `{{ ${'a.'.repeat(1900)}`, `{{${' '.repeat(4000)}`];
  for (const source of hard) expect(renderLight({ leaf: source }, context)).toBeUndefined();
});
