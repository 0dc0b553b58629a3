import { expect, test } from 'bun:test';

import { byGroup, questionFor, ranked, score } from '../../web/ui/palette/match';

const entry = (label: string, group = 'Go to', words = '') => ({ label, group, words });
const found = (typed: string, ...entries: ReturnType<typeof entry>[]) =>
  ranked(entries, typed).map(({ label }) => label);

test('words fit in any order, by their beginnings, and all of them must', () => {
  const trial = entry('Send a test event to a webhook', 'Actions');
  const create = entry('Create a webhook', 'Actions');
  expect(found('webhook test', create, trial)).toEqual(['Send a test event to a webhook']);
  expect(found('test webh', create, trial)).toEqual(['Send a test event to a webhook']);
  expect(found('webhook', create, trial)).toEqual(['Create a webhook', 'Send a test event to a webhook']);
  expect(found('webhook zebra', create, trial)).toEqual([]);
});

test('a plural finds the singular and the other way round; accents and capitals do not matter', () => {
  expect(found('webhooks', entry('Create a webhook'))).toHaveLength(1);
  expect(found('key', entry('API keys'))).toHaveLength(1);
  expect(found('orcamento', entry('Orçamentos de modelos'))).toHaveLength(1);
  expect(found('ÁLBUM', entry('album'))).toHaveLength(1);
});

test('labels count more than further words, and those more than parts of words', () => {
  expect(found('invite', entry('Members', 'Go to', 'invite'), entry('Invite a member'))).toEqual([
    'Invite a member',
    'Members',
  ]);
  expect(found('mit', entry('Commit'), entry('Mitigate'))).toEqual(['Mitigate', 'Commit']);
  expect(found('usage', entry('Model usage'), entry('Usage'))).toEqual(['Usage', 'Model usage']);
});

test('nothing typed fits everything, and a code is found by its words', () => {
  expect(score(entry('Anything'), '  ')).toBeGreaterThan(0);
  expect(found('rate limited', entry('rate_limited', 'Error codes', '429 Too many requests.'))).toHaveLength(1);
  expect(found('429', entry('rate_limited', 'Error codes', '429 Too many requests.'))).toHaveLength(1);
});

test('groups stand in the order of their best entry', () => {
  const mixed = [entry('a', 'One'), entry('b', 'Two'), entry('c', 'One')];
  expect(byGroup(mixed).map(({ label }) => label)).toEqual(['a', 'c', 'b']);
});

test('a list is asked for the words that are not its name', () => {
  expect(questionFor('webhook billing', 'Webhooks')).toBe('billing');
  expect(questionFor('spring big-sale', 'Short links')).toBe('spring');
  expect(questionFor('chave ação', 'Chaves de API')).toBe('ação');
  expect(questionFor('webhooks', 'Webhooks')).toBeUndefined();
});
