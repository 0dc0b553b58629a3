import { expect, test } from 'bun:test';

import { ID_PREFIXES, newId } from '../../shared/ids';
import { pageOfObject } from '../../web/object-page';
import { withScheme } from '../../web/ui/form/address';
import { formatBytes } from '../../web/ui/format-bytes';

test('an address as people say it gets the scheme that they mean', () => {
  expect(withScheme(' example.com/spring ')).toBe('https://example.com/spring');
  expect(withScheme('shop.example.co.uk:8443?x=1')).toBe('https://shop.example.co.uk:8443?x=1');
  for (const text of ['http://example.com', 'HTTPS://example.com', 'switchboard://inbox', 'example', 'a b.com', '']) {
    expect(withScheme(text)).toBe(text);
  }
  expect(withScheme('javascript:alert(1)')).toBe('javascript:alert(1)');
});

test('bytes are shown in a readable unit', () => {
  expect([0, 812, 2048, 7_340_032, 10 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 B',
    '812 B',
    '2.0 KiB',
    '7.0 MiB',
    '10.0 GiB',
  ]);
});

/** Parts that are only shown with what they belong to, and have no address. */
const WITHOUT_PAGE = new Set(['replay', 'click', 'media', 'label', 'call']);

test('every kind of object has a page that its id leads to', () => {
  for (const [kind, prefix] of Object.entries(ID_PREFIXES)) {
    const page = pageOfObject('ws_1', newId(prefix));
    expect([kind, page !== undefined]).toEqual([kind, !WITHOUT_PAGE.has(kind)]);
  }
  expect(pageOfObject('ws_1', 'nonsense')).toBeUndefined();
});
