import { expect, test } from 'bun:test';

import { createInput, EMPTY_DRAFT } from '../../web/features/instance/models/provider-draft';

test('each entry of the headers is a name and a value, which may contain commas and colons', () => {
  const headers = ['x-team: support', 'x-notes: first, second', 'x-proxy:http://proxy.lan:3128'];
  expect(createInput({ ...EMPTY_DRAFT, headers }).headers).toEqual({
    'x-team': 'support',
    'x-notes': 'first, second',
    'x-proxy': 'http://proxy.lan:3128',
  });
  expect(createInput(EMPTY_DRAFT).headers).toBeUndefined();
});
