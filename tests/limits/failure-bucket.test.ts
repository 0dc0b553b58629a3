import { expect, test } from 'bun:test';

import { createFailureBucket } from '../../server/limits/failure-bucket';

function bucketAt(start: number) {
  const clock = { ms: start };
  return { clock, bucket: createFailureBucket({ now: () => clock.ms, random: () => 0 }) };
}

test('an address may fail 60 times a minute', () => {
  const { bucket, clock } = bucketAt(0);
  for (let times = 0; times < 60; times += 1) {
    expect(bucket.check('192.0.2.1').allowed).toBe(true);
    expect(bucket.charge('192.0.2.1').allowed).toBe(true);
  }
  expect(bucket.check('192.0.2.1')).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  expect(bucket.check('::ffff:192.0.2.1').allowed).toBe(false);
  clock.ms = 1000;
  expect(bucket.check('192.0.2.1').allowed).toBe(true);
});

test('checking an address charges nothing', () => {
  const { bucket } = bucketAt(0);
  for (let times = 0; times < 200; times += 1) expect(bucket.check('192.0.2.1').allowed).toBe(true);
});

test('further failures against an empty bucket do not lengthen the wait', () => {
  const { bucket } = bucketAt(0);
  for (let times = 0; times < 500; times += 1) bucket.charge('192.0.2.1');
  expect(bucket.check('192.0.2.1').retryAfterSeconds).toBe(1);
});

test('IPv6 counts by its /64 and neighbours are apart', () => {
  const { bucket } = bucketAt(0);
  for (let times = 0; times < 60; times += 1) bucket.charge(`2001:db8:0:1::${times.toString(16)}`);
  expect(bucket.check('2001:db8:0:1:ffff::1').allowed).toBe(false);
  expect(bucket.check('2001:db8:0:2::1').allowed).toBe(true);
  expect(bucket.check('192.0.2.2').allowed).toBe(true);
});
