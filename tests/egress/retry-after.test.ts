import { expect, test } from 'bun:test';

import { retryAfterSeconds } from '../../server/egress/retry-after';

const now = new Date('2026-11-06T08:49:37.250Z');
const read = (header: string | null | undefined) => retryAfterSeconds(header, now);

test('seconds are taken as they are', () => {
  expect(read('120')).toBe(120);
  expect(read(' 3600 ')).toBe(3600);
  expect(read('9999999999')).toBe(9_999_999_999);
});

test('a date in each form of RFC 9110 counts from now, rounded up', () => {
  expect(read('Fri, 06 Nov 2026 08:50:37 GMT')).toBe(60);
  expect(read('Friday, 06-Nov-26 08:50:37 GMT')).toBe(60);
  expect(read('Fri Nov  6 08:50:37 2026')).toBe(60);
});

test('what is past, absent or malformed is no hint', () => {
  const none = [null, undefined, '', '0', '-5', '+5', '1.5', '1e3', '0x10', 'soon', '12, 30', '99999999999'];
  const past = ['Fri, 06 Nov 2026 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];
  const malformed = [
    '2026-11-06T09:00:00Z',
    '06 Nov 2026 09:00:00 GMT',
    'Fri, 06 Nov 2026 09:00:00 +0100',
    'Fri, 99 Nov 2026 09:00:00 GMT',
  ];
  expect([...none, ...past, ...malformed].filter((header) => read(header) !== null)).toEqual([]);
});
