import { describe, expect, test } from 'bun:test';

import { createLimiter, createRatePolicy, rateLimitHeaders } from '../../server/limits/gcra';

const key = createRatePolicy('key', 600, 60);
const workspace = createRatePolicy('workspace', 6000, 60);

function limiterAt(start: number, maxBuckets?: number) {
  const clock = { ms: start };
  const options = { now: () => clock.ms, random: () => 0, ...(maxBuckets === undefined ? {} : { maxBuckets }) };
  return { clock, limiter: createLimiter(options) };
}

describe('a quota', () => {
  test('allows exactly its number of requests at once, even when it does not divide the window', () => {
    for (const [requests, seconds] of [
      [600, 60],
      [7, 60],
      [7, 1],
      [12, 1],
      [1, 1],
      [1, 3600],
      [3, 1],
      [100_000, 1],
      [99_991, 3600],
    ] as const) {
      for (const start of [0, 1234.567, 8_640_000_000.123]) {
        const { limiter } = limiterAt(start);
        const demand = [{ bucket: 'b', policy: createRatePolicy('key', requests, seconds) }];
        let passed = 0;
        while (passed <= requests && limiter.take(demand).allowed) passed += 1;
        expect([requests, seconds, passed]).toEqual([requests, seconds, requests]);
      }
    }
  });

  test('counts down to zero and reports when it is full again', () => {
    const { limiter, clock } = limiterAt(0);
    const take = () => limiter.take([{ bucket: 'b', policy: createRatePolicy('key', 3, 60) }]).policies[0];
    expect(take()).toMatchObject({ name: 'key', q: 3, w: 60, r: 2, t: 20 });
    expect(take()).toMatchObject({ r: 1, t: 40 });
    expect(take()).toMatchObject({ r: 0, t: 60 });
    clock.ms = 30_000;
    expect(take()).toMatchObject({ r: 0, t: 50 });
  });

  test('allows another request with each interval', () => {
    const { limiter, clock } = limiterAt(0);
    const demand = [{ bucket: 'b', policy: key }];
    for (let times = 0; times < 600; times += 1) limiter.take(demand);
    expect(limiter.take(demand).allowed).toBe(false);
    clock.ms = 99;
    expect(limiter.take(demand).allowed).toBe(false);
    clock.ms = 100;
    expect(limiter.take(demand).allowed).toBe(true);
    expect(limiter.take(demand).allowed).toBe(false);
  });

  test('always allows a request after Retry-After', () => {
    for (const [requests, seconds] of [
      [600, 60],
      [7, 60],
      [3, 1],
      [2, 3600],
    ] as const) {
      const { limiter, clock } = limiterAt(77.7);
      const demand = [{ bucket: 'b', policy: createRatePolicy('key', requests, seconds) }];
      for (let times = 0; times < 40; times += 1) {
        let result = limiter.take(demand);
        while (result.allowed) result = limiter.take(demand);
        expect(result.retryAfterSeconds).toBeGreaterThanOrEqual(1);
        clock.ms += result.retryAfterSeconds * 1000;
        expect(limiter.take(demand).allowed).toBe(true);
        clock.ms += 13.3;
      }
    }
  });

  test('is divided by the processes that share it, and each accepts at least one', () => {
    for (const [requests, processes, each] of [
      [600, 1, 600],
      [600, 4, 150],
      [10, 3, 3],
      [3, 4, 1],
      [1, 50, 1],
    ] as const) {
      const limiter = createLimiter({ now: () => 0, random: () => 0, processes: () => processes });
      const demand = [{ bucket: 'b', policy: createRatePolicy('key', requests, 60) }];
      let passed = 0;
      while (passed <= requests && limiter.take(demand).allowed) passed += 1;
      expect([requests, processes, passed]).toEqual([requests, processes, each]);
    }
  });

  test('is never exceeded over a long time by processes that share it', () => {
    for (const [requests, processes] of [
      [600, 1],
      [600, 7],
      [100, 3],
      [7, 7],
    ] as const) {
      const clock = { ms: 0 };
      const demand = [{ bucket: 'b', policy: createRatePolicy('key', requests, 60) }];
      const limiters = Array.from({ length: processes }, () =>
        createLimiter({ now: () => clock.ms, random: () => 0, processes: () => processes }),
      );
      let passed = 0;
      const minutes = 30;
      for (; clock.ms < minutes * 60_000; clock.ms += 100) {
        for (const limiter of limiters) while (limiter.take(demand).allowed) passed += 1;
      }
      // What may come at once is there at the start; from then on no more passes than comes back.
      expect(passed).toBeLessThanOrEqual(requests * (minutes + 1));
      const part = Math.floor(requests / processes) * processes;
      expect(passed).toBeGreaterThanOrEqual(part * minutes);
    }
  });

  test('adds at most a fifth to Retry-After, in whole seconds', () => {
    const waits = new Set<number>();
    for (let step = 0; step < 100; step += 1) {
      const limiter = createLimiter({ now: () => 0, random: () => step / 100 });
      const demand = [{ bucket: 'b', policy: createRatePolicy('key', 1, 20) }];
      limiter.take(demand);
      waits.add(limiter.take(demand).retryAfterSeconds);
    }
    expect([...waits].toSorted((a, b) => a - b)).toEqual([20, 21, 22, 23, 24]);
  });
});

describe('several quotas', () => {
  test('are checked together: a refusal by one charges none', () => {
    const { limiter } = limiterAt(0);
    const small = createRatePolicy('key', 2, 60);
    const demands = [
      { bucket: 'ws', policy: workspace },
      { bucket: 'k', policy: small },
    ];
    limiter.take(demands);
    limiter.take(demands);
    for (let times = 0; times < 5; times += 1) {
      const refused = limiter.take(demands);
      expect(refused).toMatchObject({ allowed: false, violated: ['key'], retryAfterSeconds: 30 });
      expect(refused.policies).toMatchObject([
        { name: 'workspace', r: 5998, t: 1 },
        { name: 'key', r: 0, t: 30 },
      ]);
    }
    expect(limiter.take([{ bucket: 'ws', policy: workspace }]).policies[0]?.r).toBe(5997);
  });

  test('name every one that refused, and the longest wait', () => {
    const { limiter } = limiterAt(0);
    const demands = [
      { bucket: 'a', policy: createRatePolicy('key', 1, 5) },
      { bucket: 'b', policy: createRatePolicy('workspace', 1, 60) },
    ];
    limiter.take(demands);
    expect(limiter.take(demands)).toMatchObject({ violated: ['key', 'workspace'], retryAfterSeconds: 60 });
  });

  test('keep buckets apart', () => {
    const { limiter } = limiterAt(0);
    const once = createRatePolicy('key', 1, 60);
    expect(limiter.take([{ bucket: 'a', policy: once }]).allowed).toBe(true);
    expect(limiter.take([{ bucket: 'b', policy: once }]).allowed).toBe(true);
    expect(limiter.take([{ bucket: 'a', policy: once }]).allowed).toBe(false);
  });

  test('can be read without being charged', () => {
    const { limiter } = limiterAt(0);
    const once = [{ bucket: 'a', policy: createRatePolicy('key', 1, 60) }];
    for (let times = 0; times < 3; times += 1)
      expect(limiter.peek(once)).toMatchObject({ allowed: true, policies: [{ r: 1, t: 0 }] });
    limiter.take(once);
    expect(limiter.peek(once)).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
  });
});

describe('the table of buckets', () => {
  test('drops full buckets within a minute', () => {
    const { limiter, clock } = limiterAt(0);
    for (let at = 0; at < 50; at += 1) limiter.take([{ bucket: `b${at}`, policy: key }]);
    expect(limiter.size()).toBe(50);
    clock.ms = 60_000;
    limiter.take([{ bucket: 'new', policy: key }]);
    expect(limiter.size()).toBe(1);
  });

  test('never grows beyond its limit, even when no bucket can be dropped', () => {
    const { limiter, clock } = limiterAt(0, 10);
    const slow = createRatePolicy('ip', 1, 3600);
    for (let at = 0; at < 100; at += 1) {
      clock.ms += 100;
      expect(limiter.take([{ bucket: `b${at}`, policy: slow }]).allowed).toBe(true);
      expect(limiter.size()).toBeLessThanOrEqual(10);
    }
    expect(limiter.take([{ bucket: 'b99', policy: slow }]).allowed).toBe(false);
  });
});

describe('the headers', () => {
  test('name every policy and the tightest one in the older trio', () => {
    const { limiter } = limiterAt(0);
    const demands = [
      { bucket: 'k', policy: key },
      { bucket: 'w', policy: workspace },
    ];
    for (let times = 0; times < 5; times += 1) limiter.take(demands);
    expect(rateLimitHeaders(limiter.take(demands))).toEqual({
      'RateLimit-Policy': '"key";q=600;w=60, "workspace";q=6000;w=60',
      RateLimit: '"key";r=594;t=1, "workspace";r=5994;t=1',
      'X-RateLimit-Limit': '600',
      'X-RateLimit-Remaining': '594',
      'X-RateLimit-Reset': '1',
    });
  });

  test('carry Retry-After only when refused', () => {
    const { limiter } = limiterAt(0);
    const once = [{ bucket: 'k', policy: createRatePolicy('key', 1, 30) }];
    expect(rateLimitHeaders(limiter.take(once))['Retry-After']).toBeUndefined();
    expect(rateLimitHeaders(limiter.take(once))).toMatchObject({ RateLimit: '"key";r=0;t=30', 'Retry-After': '30' });
  });

  test('are absent when nothing was checked', () => {
    expect(rateLimitHeaders(limiterAt(0).limiter.take([]))).toEqual({});
  });
});
