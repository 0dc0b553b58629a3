import { expect, test } from 'bun:test';

import { firstLine } from '../../web/features/automation/publications/first-line';

test.each([
  ['**Version 2** is out', 'Version 2 is out'],
  ['# News of _May_', 'News of May'],
  ['> - [x] ~~old~~ `new`', 'old new'],
  ['See [the notes](https://example.com/a_b) and ![a cat](cat.png)', 'See the notes and a cat'],
  ['***\n\n1. First', 'First'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  [String.raw`\*not bold\*`, '*not bold*'],
  ['<https://example.com>', 'https://example.com'],
  ['``` \ncode', 'code'],
  ['', ''],
])('the name of an untitled publication in Markdown, %j, has no marks', (text, name) => {
  expect(firstLine(text, 'markdown')).toBe(name);
});

test('HTML has no tags, and what is sent as it is typed stays so', () => {
  expect(firstLine('<p>Fish &amp; <b>chips</b></p><p>More</p>', 'html')).toBe('Fish & chips');
  expect(firstLine('\n *bold* in WhatsApp\nMore', 'plain')).toBe('*bold* in WhatsApp');
});
