import { afterAll, describe, expect, test } from 'bun:test';

import { z } from 'zod';

import { checkTree, pathsOf } from '../../server/automation/templates/check';
import { extractMarks, replaceMarks } from '../../server/automation/templates/marks';
import { templateEngine } from './template-engine';

const { templates, value, failure } = templateEngine();
afterAll(() => templates.stop());

const body = {
  n: 5,
  title: 'Lunch',
  numbers: ['+15550100000', '', '+15550100001'],
  nested: [['a', 'b'], 'c'],
  order: { lines: [{ sku: 'x', note: '' }], empty: {} },
  yes: true,
  no: false,
  zero: 0,
  blank: '',
  nothing: null,
  url: 'https://example.com/a_b?c=d',
};

describe('a tree of templates', () => {
  test('keeps the type of a leaf that is exactly one output, and makes all others text', async () => {
    expect(
      await value(
        {
          n: '{{ body.n }}',
          text: '{{ body.n }} pieces',
          space: ' {{ body.n }}',
          no: '{{ body.no }}',
          at: '{{ body.zero }}',
        },
        { body },
      ),
    ).toEqual({ n: 5, text: '5 pieces', space: ' 5', no: false, at: 0 });
    expect(await value('{{ body.order }}', { body })).toEqual(body.order);
    expect(await value('{{ body.n }}', { body }, { asText: true })).toBe('5');
  });

  test('flattens a list into its parent list, by one level', async () => {
    expect(await value({ to: ['first', '{{ body.numbers }}', '{{ body.n }}'] }, { body })).toEqual({
      to: ['first', '+15550100000', '+15550100001', 5],
    });
    expect(await value(['{{ body.nested }}'], { body })).toEqual([['a', 'b'], 'c']);
    expect(await value({ to: '{{ body.numbers }}' }, { body })).toEqual({ to: body.numbers });
  });

  test('leaves out empty values, up to the root', async () => {
    const media = [{ url: '{{ body.image }}', caption: '{{ body.blank }}' }];
    expect(await value({ content: { text: '{{ body.title }}', media } }, { body })).toEqual({
      content: { text: 'Lunch' },
    });
    expect(
      await value({ a: '{{ body.nothing }}', b: ['{{ body.blank }}'], c: { d: '{{ body.order.empty }}' } }, { body }),
    ).toBe(null);
  });

  test('keeps the order of keys, and treats keys as plain text', async () => {
    const tree = JSON.parse('{"z":"1","{{ body.n }}":"2","__proto__":{"polluted":"3"},"a":true,"m":7}');
    const made = await value(tree, { body });
    expect(JSON.stringify(made)).toBe('{"z":"1","{{ body.n }}":"2","__proto__":{"polluted":"3"},"a":true,"m":7}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('reports template, line and column of an error', async () => {
    const tree = { content: { 'a/b~c': ['fine', 'one\n  {{ body.title | divide }}'] } };
    expect(await failure(tree, { body })).toEqual({
      path: '/content/a~1b~0c/1',
      code: 'template_error',
      message: 'undefined filter: divide',
      line: 2,
      col: 3,
    });
  });

  test('renders dates in the time zone of the context', async () => {
    const at = '{{ now | date: "%Y-%m-%d %H:%M" }}';
    const now = '2026-11-21T23:30:00.000Z';
    expect(await value(at, { now })).toBe('2026-11-21 23:30');
    expect(await value(at, { now, timezone: 'Asia/Tokyo' })).toBe('2026-11-22 08:30');
    expect(await value('{{ now | date: "%H:%M", "America/Sao_Paulo" }}', { now, timezone: 'Asia/Tokyo' })).toBe(
      '20:30',
    );
  });

  test('supports the documented tags, and none that reads files or stores state', async () => {
    const loop =
      '{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}';
    expect(await value(loop)).toBe('13');
    expect(
      await value('{% capture x %}a{% endcapture %}{% case x %}{% when "a" %}A{% endcase %}{% echo x %}{% # no %}'),
    ).toBe('Aa');
    expect(await value('{% raw %}{{ x }}{% endraw %}{% comment %}no{% endcomment %}')).toBe('{{ x }}');
    expect(await value('{% liquid assign a = 1\nunless a == 2\necho a\nendunless %}{% cycle "x", "y" %}')).toBe('1x');
    for (const tag of [
      'include "a"',
      'render "a"',
      'layout "a"',
      'block a',
      'tablerow a in b',
      'increment a',
      'decrement a',
    ]) {
      expect(checkTree(`{% ${tag} %}`)).toMatchObject([
        { code: 'invalid_template', message: expect.stringContaining('not found') },
      ]);
    }
  });
});

describe('filters', () => {
  test('phone gives E.164, by the country where the number has none', async () => {
    expect(await value('{{ "(11) 98765-4321" | phone: "BR" }}')).toBe('+5511987654321');
    expect(await value('{{ "011 98765-4321" | phone: default_country: "br" }}')).toBe('+5511987654321');
    expect(await value('{{ "+1 555 010 0000" | phone: "DE" }}')).toBe('+15550100000');
    expect(await value('{{ body.nothing | phone: "DE" }}', { body })).toBe(null);
    for (const wrong of [
      '"98765-4321" | phone',
      '"120363041234567890@g.us" | phone: "BR"',
      '"call me" | phone: "BR"',
    ]) {
      expect(await failure(`{{ ${wrong} }}`)).toMatchObject({ message: expect.stringContaining('no phone number') });
    }
    expect(await failure('{{ "1" | phone: "XX" }}')).toMatchObject({ message: expect.stringContaining('no country') });
  });

  test('sha256, whatsapp_escape, markdown_to_whatsapp and html_to_text', async () => {
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await value('{{ "abc" | sha256 }}')).toBe(hash);
    expect(await value('{{ body | whatsapp_escape }}', { body: 'a *b*' })).toBe('a ∗b∗');
    expect(await value('{{ body | markdown_to_whatsapp }}', { body: '**a** _b_' })).toBe('*a* _b_');
    expect(await value('{{ body | html_to_text }}', { body: '<p>a &amp; <b>b</b></p>' })).toBe('a & b');
  });

  test('those that evaluate text as code are removed', () => {
    for (const name of ['where_exp', 'reject_exp', 'group_by_exp', 'find_exp', 'find_index_exp', 'has_exp']) {
      expect(checkTree(`{{ body | ${name}: "a", "a" }}`)).toMatchObject([{ message: `undefined filter: ${name}` }]);
    }
  });

  test('shorten only marks a URL, and input cannot do so', async () => {
    const text = z.string().parse(await value('See {{ body.url | shorten }}, {{ body.title | shorten }}.', { body }));
    expect(text).toBe(`See \uE000${body.url}\uE001, Lunch.`);
    expect(extractMarks(text)).toEqual({
      text: `See ${body.url}, Lunch.`,
      urls: [{ url: body.url, start: 4, end: 4 + body.url.length }],
    });
    expect(replaceMarks(`${text}\uE001\uE000`, () => 'https://s.example/1')).toBe('See https://s.example/1, Lunch.');

    const forged = '\uE000https://evil.example\uE001\uE0FF';
    for (const template of [
      '{{ body.raw }}',
      '{{ body.encoded | url_decode }}',
      '{{ body.base64 | base64_decode }}',
      '{{ body.html | html_to_text }}',
      '{{ body.html | markdown_to_whatsapp }}',
    ]) {
      const given = {
        raw: forged,
        encoded: encodeURIComponent(forged),
        base64: Buffer.from(forged).toString('base64'),
        html: '&#xE000;https://evil.example&#xE001;',
      };
      expect(await value(template, { body: given })).toBe('https://evil.example');
    }
  });
});

describe('when templates are saved', () => {
  test('every template of a tree is checked, and every invalid one is reported', () => {
    const tree = { a: '{{ x | nope }}', b: ['fine', 'one\ntwo {% if x %}'], c: '{{ x', d: 'x'.repeat(16_385), e: 1 };
    expect(checkTree(tree)).toMatchObject([
      { path: '/a', line: 1, col: 1 },
      { path: '/b/1', line: 2, col: 5 },
      { path: '/c', line: 1, col: 1 },
      { path: '/d', message: 'Must be at most 16384 characters long.' },
    ]);
    expect(checkTree({ text: '{{ body.x | shorten }}', list: [null, true, 3] })).toEqual([]);
    expect(checkTree(JSON.parse('['.repeat(33) + ']'.repeat(33)))).toHaveLength(1);
  });

  test('their paths are those into the context, without local variables', () => {
    const tree = {
      text: '{{ body.a.b[0] }} {% for c in body.list %}{{ c.message }}{% endfor %}{% assign q = query.w %}{{ q.s }}',
      more: ['{{ headers["x-kind"] }}', '{{ item.x | append: body.z }}', '{{ broken', '{{ body.a.b[0] }}'],
    };
    expect(pathsOf(tree).toSorted()).toEqual([
      'body.a.b[0]',
      'body.list',
      'body.z',
      'headers.x-kind',
      'item.x',
      'query.w',
    ]);
  });
});
