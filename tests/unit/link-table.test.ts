import { expect, test } from 'bun:test';

import { classOf } from '../../server/links/clicks/agents';
import { clickText } from '../../server/links/clicks/journal/record-fields';
import { type Asked, clickOf, destinationText, plainClickText } from '../../server/links/redirect/click';
import { compileLink } from '../../server/links/redirect/compile';
import { createLinkTable } from '../../server/links/redirect/link-table';
import type { LinkHost } from '../../server/links/redirect/types';
import type { LinkRow } from '../../server/links/system/links';
import { newId, newIdText } from '../../shared/ids';

const row = (slugKey: string, change: Partial<LinkRow> = {}): LinkRow => ({
  id: newId('lnk'),
  workspaceId: newId('ws'),
  workspaceState: 'active',
  slugKey,
  version: 3,
  url: `https://example.com/${slugKey}`,
  redirectStatus: 302,
  indexable: false,
  forwardQuery: 'append',
  disabled: false,
  blockedAt: null,
  startsAt: null,
  expiresAt: null,
  expiredUrl: null,
  maxClicks: null,
  limitUrl: null,
  passwordHash: null,
  targeting: [],
  preview: null,
  tagId: null,
  ...change,
});
const linkOf = (key: string) => compileLink(key, 'dom_1', row(key), []);
const keyOf = (number: number): string => `k${number}`;

const filled = (most: number, count: number) => {
  const table = createLinkTable(most);
  for (let number = 0; number < count; number += 1) table.put(linkOf(keyOf(number)));
  return table;
};
const get = (table: ReturnType<typeof filled>, key: string) => table.get('', key, 0, key.length);
const numbersIn = (table: ReturnType<typeof filled>, count: number): number[] =>
  Array.from({ length: count }, (_, number) => number).filter(
    (number) => get(table, keyOf(number))?.key === keyOf(number),
  );

test('a link is found by a key within a longer text, and by one in two parts', () => {
  const table = createLinkTable(10);
  const [own, other] = [linkOf('spring'), linkOf('dom_2\0spring')];
  table.put(own);
  table.put(other);
  const url = 'http://localhost/spring?a=1';
  expect(table.get('', url, 17, 23)).toBe(own);
  expect(table.get('dom_2\0', url, 17, 23)).toBe(other);
  expect(get(table, 'dom_2\0spring')).toBe(other);
  expect([table.get('', url, 17, 22), table.get('', url, 17, 24), table.get('dom_3\0', url, 17, 23)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('all that fit are found while it grows', () => {
  const table = filled(20_000, 20_000);
  expect([numbersIn(table, 20_100).length, table.size()]).toEqual([20_000, 20_000]);
});

test('there are never more than there is room for, and what is asked for stays', () => {
  const table = filled(100, 100);
  for (let number = 100; number < 3000; number += 1) {
    table.put(linkOf(keyOf(number)));
    expect([table.size(), get(table, 'k1')?.key]).toEqual([100, 'k1']);
  }
  expect(get(table, 'k50')).toBeUndefined();
  expect(numbersIn(table, 3000).length).toBe(100);
});

test('a link that is put again takes the place of the old one', () => {
  const table = filled(10, 10);
  const anew = linkOf('k3');
  table.put(anew);
  expect([get(table, 'k3') === anew, table.size()]).toEqual([true, 10]);
});

test('what is deleted is gone, and all others are found', () => {
  const table = filled(5000, 5000);
  for (let number = 0; number < 5000; number += 3) table.delete(keyOf(number));
  table.delete('k-unknown');
  table.deleteWhere(({ key }) => Number(key.slice(1)) % 3 === 1);
  expect(numbersIn(table, 5000)).toEqual(Array.from({ length: 1666 }, (_, index) => index * 3 + 2));
  for (let number = 0; number < 5000; number += 3) table.put(linkOf(keyOf(number)));
  expect([numbersIn(table, 5000).length, table.size()]).toEqual([3333, 3333]);
  table.clear();
  expect([numbersIn(table, 5000).length, table.size()]).toEqual([0, 0]);
  table.put(linkOf('k7'));
  expect(numbersIn(table, 10)).toEqual([7]);
});

test.each([
  ['as most are', 'https://example.com/a?b=1', true],
  ['with what JSON escapes', String.raw`https://example.com/?q=\"`, false],
  ['too long for a click', `https://example.com/${'x'.repeat(9000)}`, false],
])('a link in one piece says what its row says, with an address %s', (_what, url, isPlainUrl) => {
  const [given, tagIds] = [row('grüße-🚀', { url }), [newId('tag'), newId('tag')]];
  const link = compileLink('dom_2\0grüße-🚀', 'dom_2', given, tagIds);
  expect([link.key, link.id, link.url, link.tagIds]).toEqual(['dom_2\0grüße-🚀', given.id, url, tagIds]);
  expect(JSON.parse(`[${link.facts}]`)).toEqual([given.workspaceId, 'dom_2', given.id, 3, tagIds]);
  expect(link.isPlainUrl).toBe(isPlainUrl);
});

const ODD = String.raw`"quoted" \ [],`;
test.each([
  ['of a browser', {}],
  ['with odd headers', { userAgent: ODD, referrer: ODD, language: ODD, query: `a=${ODD}ü` }],
  ['of a code behind a proxy', { trigger: 'qr', country: 'DE', purpose: 'prefetch', address: '2001:db8::1' }],
] as const)('the text of a click %s is that of its record', (_what, change) => {
  const [given, at] = [row('spring', { url: `https://example.com/?q=${ODD}` }), Date.now()];
  const link = compileLink('spring', 'dom_2', given, ['tag_1']);
  const asked: Asked = { ...ASKED, ...change };
  const idText = newIdText(at);
  for (const [destination, isOwn] of [
    [given.url, true],
    [`${given.url}&${'x'.repeat(9000)}`, false],
  ] as const) {
    const text = plainClickText(asked, link, {
      idText,
      at,
      interest: 3,
      destination: destinationText(link, destination, isOwn),
    });
    const facts = { ...asked, id: `clk_${idText}`, at, class: classOf(asked.purpose, asked.userAgent) };
    const led = { destination, targetKey: null, used: false, interest: 3 };
    expect(text).toBe(clickText(clickOf(facts, link, HOST, led)));
  }
});

const ASKED: Asked = {
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
  referrer: 'https://news.example.com/a',
  language: 'de',
  country: null,
  query: '',
  trigger: 'link',
  purpose: undefined,
};
const HOST = { id: 'dom_2' } as LinkHost;
