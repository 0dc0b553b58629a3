import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';

import { isSignedBy } from '../../server/whatsapp/drivers/cloud/signature';
import { escaped } from './meta-graph/notify';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const signed = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text, 'utf8').digest('hex')}`;

test('a known vector holds', () => {
  // RFC 4231, test case 2.
  const header = 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(isSignedBy('Jefe', bytes('what do ya want for nothing?'), header)).toBe(true);
});

test('the exact bytes are signed: raw and escaped emoji differ', () => {
  const raw = JSON.stringify({ body: 'Grüße 👋🏽 a/b' });
  const ascii = escaped(raw);
  expect(ascii).toBe('{"body":"Gr\\u00fc\\u00dfe \\ud83d\\udc4b\\ud83c\\udffd a\\/b"}');
  for (const [text, other] of [
    [raw, ascii],
    [ascii, raw],
  ] as const) {
    expect(isSignedBy('secret', bytes(text), signed('secret', text))).toBe(true);
    expect(isSignedBy('secret', bytes(other), signed('secret', text))).toBe(false);
  }
});

test('any other signature is refused', () => {
  const good = signed('secret', '{}');
  const cases = [
    null,
    undefined,
    '',
    'sha256=',
    good.slice('sha256='.length),
    good.replace('sha256', 'sha1'),
    good.slice(0, -1),
    `${good}0`,
    ` ${good}`,
    signed('stale', '{}'),
    good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  ];
  for (const header of cases) expect([header, isSignedBy('secret', bytes('{}'), header)]).toEqual([header, false]);
  expect(isSignedBy('secret', bytes('{}'), good.toUpperCase().replace('SHA256', 'sha256'))).toBe(true);
  expect(isSignedBy('', bytes('{}'), signed('', '{}'))).toBe(false);
});
