import { describe, expect, test } from 'bun:test';

import { htmlToText } from '../../server/automation/text/html';
import { escapeWhatsApp, htmlToWhatsApp, markdownToWhatsApp, toWhatsApp } from '../../server/automation/text/whatsapp';

describe('Markdown for WhatsApp', () => {
  const cases: Record<string, [markdown: string, text: string]> = {
    'formats become signs': ['**bold** *it* _it_ ~~no~~ `code`', '*bold* _it_ _it_ ~no~ `code`'],
    'formats nest': ['***both***', '_*both*_'],
    'headings are bold': ['# Title\n\ntext', '*Title*\n\ntext'],
    'lines stay lines': ['one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    'signs never reach over a line': ['**one\ntwo**', '*one*\n*two*'],
    'a part of a word has no signs, since WhatsApp would show them': ['foo**bar**baz', 'foobarbaz'],
    'blanks go outside': ['<b> a </b>b', '*a* b'],
    lists: ['- a\n  - b\n- c', '- a\n  - b\n- c'],
    'numbered lists': ['3. a\n4. b', '3. a\n4. b'],
    tasks: ['- [ ] a\n- [x] b', '- ☐ a\n- ☑ b'],
    quotes: ['> a\n> b', '> a\n> b'],
    'code keeps its lines': ['```js\nif (a) {\n  b*c*\n}\n```', '```\nif (a) {\n  b*c*\n}\n```'],
    'links show where they go': ['[site](https://example.com/x)', 'site (https://example.com/x)'],
    'but once': ['[https://example.com](https://example.com/)', 'https://example.com'],
    'addresses keep their meaning': ['<https://example.com/_a_>', 'https://example.com/%5Fa%5F'],
    'images are their description': ['![a cat](https://example.com/x.png)', 'a cat'],
    tables: ['|a|b|\n|-|-|\n|1|2|', 'a | b\n1 | 2'],
    'what is escaped does not format': ['\\*a\\* 2 * 3', '∗a∗ 2 ∗ 3'],
    entities: ['&copy; &lt;b&gt;', '© <b>'],
  };
  test.each(Object.entries(cases))('%s', (_, [markdown, text]) => {
    expect(markdownToWhatsApp(markdown)).toBe(text);
  });
});

describe('HTML as text', () => {
  const cases: Record<string, [html: string, text: string]> = {
    'paragraphs and breaks': ['<p>a</p><p>b<br>c</p>d', 'a\n\nb\nc\n\nd'],
    'blanks fall together': ['  a \n\t <b> b</b>&nbsp;c ', 'a b c'],
    'what is not for readers is left out': ['<head><title>t</title></head><style>x</style>a<script>b()</script>', 'a'],
    lists: ['<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>', '- a\n  3. b\n  4. c\n- d'],
    tables: ['<table><tr><th>a<th>b<tr><td>1<td>2</table>', 'a | b\n1 | 2'],
    preformatted: ['<pre>\n a\n  b\n</pre>', ' a\n  b'.trim()],
    links: [
      '<a href="https://example.com">here</a> <a href="mailto:a@example.com">a@example.com</a>',
      'here (https://example.com) a@example.com',
    ],
    'links that run': ['<a href="javascript:alert(1)">x</a>', 'x'],
    broken: ['<b>a <i>b</b> c</i> <div', 'a b c'],
    nothing: ['', ''],
  };
  test.each(Object.entries(cases))('%s', (_, [html, text]) => {
    expect(htmlToText(html)).toBe(text);
  });

  test('for WhatsApp with its formatting', () => {
    expect(htmlToWhatsApp('<h1>T</h1><p><b>a</b> <em>b</em> <del>c</del> <code>d`e</code></p>')).toBe(
      '*T*\n\n*a* _b_ ~c~ `dˋe`',
    );
    expect(toWhatsApp('*as it is*', 'plain')).toBe('*as it is*');
    expect(toWhatsApp('**a**', 'markdown')).toBe('*a*');
    expect(toWhatsApp('<b>a</b>', 'html')).toBe('*a*');
  });
});

describe('input text in a message for WhatsApp', () => {
  test('can neither open nor close a format', () => {
    expect(escapeWhatsApp('*a* _b_ ~c~ `d` ```e```')).toBe('∗a∗ ˍbˍ ∼c∼ ˋdˋ ˋˋˋeˋˋˋ');
    expect(escapeWhatsApp('> q\n  - l\n12. n')).toBe('› q\n  – l\n12․ n');
    expect(escapeWhatsApp('end* *start')).toBe('end∗ ∗start');
  });

  test('is unchanged where nothing would format', () => {
    for (const text of ['snake_case_name', '2*3*4', 'a-b, c > d', 'Ünï_çödé', '1.5'])
      expect(escapeWhatsApp(text)).toBe(text);
  });

  test('keeps its URLs complete', () => {
    expect(escapeWhatsApp('see https://example.com/a_b/*c* now')).toBe('see https://example.com/a_b/%2Ac%2A now');
  });
});

test('no conversion takes long, whatever the input', () => {
  const parts = [
    '<b>',
    '<b><i>',
    '<a href=http://x>',
    '<blockquote>',
    '<ul><li>',
    '<',
    '&amp;',
    '<!--',
    '<pre>',
    '<td>x',
  ];
  const marks = ['>', '*a', '[', '[a](', '`', '- ', '![', '~~a', '|a', '\n> ', 'www.', '<a ', '&', '1. '];
  const start = process.cpuUsage();
  for (const part of parts) htmlToWhatsApp(part.repeat(65_000 / part.length));
  for (const mark of marks) {
    markdownToWhatsApp(mark.repeat(65_000 / mark.length));
    escapeWhatsApp(mark.repeat(65_000 / mark.length));
  }
  // Time of the processor: what else runs on the machine adds nothing to it.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
