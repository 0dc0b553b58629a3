import { expect, test } from 'bun:test';

import { templateFaults, templateVariables } from '../../shared/whatsapp/template-rules';

const codes = (body: { text: string; examples?: string[] }, more: object = {}): string[] =>
  templateFaults({ name: 'news', body, ...more }).map(({ pointer, code }) => `${pointer} ${code}`);

test('variables are read once each, numbers in their order', () => {
  expect(templateVariables('{{2}} and {{ 1 }} and {{2}} {{10}}')).toEqual(['1', '2', '10']);
  expect(templateVariables('{{name}}, {{day}}, {{name}}')).toEqual(['name', 'day']);
  expect(templateVariables('none')).toEqual([]);
});

test.each([
  ['Plain text', [], []],
  ['Hello {{1}}, bye.', ['Ada'], []],
  ['Hello {{name}}, bye.', ['Ada'], []],
  ['Hello {{1}}, bye.', [], ['/body/examples example_missing']],
  ['Hello {{1}}, bye.', [' '], ['/body/examples example_missing']],
  ['Hello', ['Ada'], ['/body/examples example_unused']],
  ['{{1}} is here.', ['Ada'], ['/body/text variable_at_edge']],
  ['Here is {{1}}', ['Ada'], ['/body/text variable_at_edge']],
  ['A {{1}} {{2}} b', ['x', 'y'], ['/body/text variables_adjacent']],
  ['A {{1}}, {{3}} b', ['x', 'y'], ['/body/text variables_order']],
  ['A {{1}}, {{name}} b', ['x', 'y'], ['/body/text variables_mixed']],
  ['A {{Name}} b', ['x'], ['/body/text variable_invalid']],
  ['A {{}} b', ['x'], ['/body/text variable_invalid']],
] as const)('body %p with examples %p', (text, examples, expected) => {
  expect(codes({ text, examples: [...examples] })).toEqual([...expected]);
});

test('header and body use the same kind of variables; a header may begin or end with one', () => {
  const body = { text: 'Order {{1}} left.', examples: ['42'] };
  expect(codes(body, { header: { text: 'Hello {{1}}', example: 'Ada' } })).toEqual([]);
  expect(codes(body, { header: { text: 'Hello {{name}}', example: 'Ada' } })).toEqual(['/body/text variables_mixed']);
});

test('buttons: two links, one call, quick replies together', () => {
  const body = { text: 'Hi' };
  const reply = { type: 'quick_reply', text: 'Yes' };
  const link = { type: 'url', text: 'Open', url: 'https://example.com' };
  const call = { type: 'phone_number', text: 'Call', phone: '+15550100000' };
  expect(codes(body, { buttons: [link, link, call, reply, reply] })).toEqual([]);
  expect(codes(body, { buttons: [reply, link, reply] })).toEqual(['/buttons buttons_mixed']);
  expect(codes(body, { buttons: [link, link, link] })).toEqual(['/buttons too_many_links']);
  expect(codes(body, { buttons: [call, call] })).toEqual(['/buttons too_many_calls']);
});
