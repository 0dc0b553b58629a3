import { expect, test } from 'bun:test';

import { parseFormatting } from '../../web/features/whatsapp/phone/parse-formatting';

test('bold, italic, strike and code are found, also within each other', () => {
  expect(parseFormatting('A *bold _and italic_* ~old~ `x_y_z` ```let a = *b*```')).toEqual([
    'A ',
    { tag: 'strong', of: ['bold ', { tag: 'em', of: ['and italic'] }] },
    ' ',
    { tag: 's', of: ['old'] },
    ' ',
    { tag: 'code', text: 'x_y_z' },
    ' ',
    { tag: 'pre', text: 'let a = *b*' },
  ]);
});

test('marks within words, alone, or beside spaces are no formatting', () => {
  for (const text of ['2*3*4', 'snake_case_name', '* one * two', 'a * b', '**', '*open', '_ x _', 'a\n*b\nc*'])
    expect(parseFormatting(text)).toEqual([text]);
});

test('a link ends before the punctuation of its sentence, and keeps its own marks', () => {
  expect(parseFormatting('(see https://example.com/a_b_c?x=*1*).')).toEqual([
    '(see ',
    { tag: 'a', text: 'https://example.com/a_b_c?x=*1' },
    '*).',
  ]);
  expect(parseFormatting('https://en.wikipedia.org/wiki/Ada_(language), then')).toEqual([
    { tag: 'a', text: 'https://en.wikipedia.org/wiki/Ada_(language)' },
    ', then',
  ]);
});

test('only the web is linked', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'https://'])
    expect(parseFormatting(text).every((piece) => typeof piece === 'string')).toBe(true);
});
