import { describe, expect, test } from 'bun:test';

import {
  hasFailedTooLong,
  type Health,
  type HealthResult,
  HEALTHY,
  updateHealth,
} from '../../../server/webhooks/dispatcher/health';
import { ownerOf } from '../../../server/webhooks/dispatcher/lanes/owner';
import { createRing } from '../../../server/webhooks/dispatcher/lanes/ring';
import { createSlots, FAST_MS } from '../../../server/webhooks/dispatcher/lanes/slots';
import { createTimers } from '../../../server/webhooks/dispatcher/lanes/timers';
import { maxAttempts, retryDelayMs } from '../../../server/webhooks/dispatcher/sending/retry';
import { MAX_INTERRUPTIONS, settleAttempt } from '../../../server/webhooks/dispatcher/settlement';
import { parseInbox } from '../../../server/webhooks/inbox/inbox';

const HOUR = 3_600_000;

describe('the retry schedule', () => {
  const delays = (retry: Parameters<typeof retryDelayMs>[0]) => {
    const list: number[] = [];
    for (let counted = 1; ; counted += 1) {
      const delay = retryDelayMs(retry, counted, () => 0);
      if (delay === undefined) return list;
      list.push(delay / 1000);
    }
  };

  test('has twelve attempts in 70 h 43 min, six in 29 min 35 s, or one', () => {
    const sum = (list: number[]) => list.reduce((total, delay) => total + delay, 0);
    expect([maxAttempts({ preset: 'standard' }), sum(delays({ preset: 'standard' })) / 60]).toEqual([
      12,
      70 * 60 + 42 + 35 / 60,
    ]);
    expect([maxAttempts({ preset: 'fast' }), sum(delays({ preset: 'fast' }))]).toEqual([6, 29 * 60 + 35]);
    expect([maxAttempts({ preset: 'none' }), delays({ preset: 'none' })]).toEqual([1, []]);
    expect(delays({ delays_seconds: [7, 1] })).toEqual([7, 1]);
  });

  test('is never early, and late by a fifth at most, a second at least, a quarter of an hour at most', () => {
    const latest = (seconds: number) => retryDelayMs({ delays_seconds: [seconds] }, 1, () => 1);
    expect(latest(2)).toBe(3000);
    expect(latest(100)).toBe(120_000);
    expect(latest(86_400)).toBe(86_400_000 + 900_000);
  });
});

describe('slots', () => {
  test('are freed by hanging requests, which then count only against the sockets', () => {
    const slots = createSlots({ fast: 2, total: 3 });
    const hung = [slots.acquire('a', 0), slots.acquire('a', 0)];
    expect([slots.hasFree(), slots.age(FAST_MS - 1)]).toEqual([false, 0]);
    expect([slots.age(FAST_MS), slots.hasFree(), slots.used]).toEqual([2, true, { fast: 0, all: 2 }]);
    slots.acquire('b', FAST_MS);
    expect(slots.hasFree()).toBe(false);
    for (const slot of [...hung, ...hung]) slots.release(slot);
    expect(slots.used).toEqual({ fast: 1, all: 1 });
  });

  test('go to one workspace up to a quarter of the sockets while others have work', () => {
    const slots = createSlots({ fast: 100, total: 40 });
    for (let count = 0; count < 9; count += 1) slots.acquire('a', 0);
    expect([slots.free('a', true), slots.free('a', false), slots.free('b', true)]).toEqual([1, 31, 10]);
  });
});

describe('the ring', () => {
  test('takes turns by workspace, however many webhooks one has', () => {
    const ring = createRing();
    for (const no of [1, 2, 3]) ring.add('many', no);
    ring.add('one', 9);
    ring.add('many', 1);
    expect([1, 2, 3, 4, 5].map(() => ring.next()?.webhookNo)).toEqual([1, 9, 2, 3, undefined]);
  });

  test('gives a workspace a quantum per round, less what it has started', () => {
    const ring = createRing();
    for (const no of [1, 2, 3]) ring.add('a', no);
    expect(ring.next()?.quota).toBe(16);
    ring.charge('a', 10);
    expect(ring.next()?.quota).toBe(6);
    ring.charge('a', 6);
    expect(ring.next()?.quota).toBe(16);
  });
});

test('timers fire in order, each key once, at the time that was set last', () => {
  const timers = createTimers();
  const times = Array.from({ length: 200 }, (_, key) => ({ key, at: (key * 7919) % 1000 }));
  for (const { key, at } of times) timers.set(key, at + 5000);
  for (const { key, at } of times) timers.set(key, at);
  const order = times.toSorted((a, b) => a.at - b.at);
  expect(timers.next()).toBe(order[0]?.at);
  expect(timers.due(499).length).toBe(order.filter(({ at }) => at <= 499).length);
  expect(timers.due(10_000)).toEqual(order.filter(({ at }) => at > 499).map(({ key }) => key));
  expect(timers.next()).toBeUndefined();
});

describe('the health of a webhook', () => {
  const start: Health = {
    ...HEALTHY,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailureCode: null,
    lastFailureStatus: null,
  };
  const failure = (hours: number, change: Partial<HealthResult> = {}): HealthResult => ({
    resultClass: 'transport',
    code: 'timeout',
    status: null,
    at: new Date(hours * HOUR),
    isExhausted: false,
    ...change,
  });
  const every = (hours: number[]) => hours.map((hour) => failure(hour));
  const success = (hours: number) => failure(hours, { resultClass: 'success', code: 'ok', status: 200 });

  test('is lost after 72 hours, not after 71, and only with ten failures twelve hours apart', () => {
    const tenth = (last: number) => every([0, 1, 2, 3, 4, 5, 6, 7, 8, last]);
    expect(updateHealth(start, tenth(71)).disable).toBeUndefined();
    expect(updateHealth(start, tenth(72)).disable).toBe('failing');
    expect(updateHealth(start, tenth(72).slice(1)).disable).toBeUndefined();
    const burst = updateHealth(start, every([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11])).health;
    expect(hasFailedTooLong(burst, new Date(100 * HOUR))).toBe(false);
    expect(updateHealth(start, [...tenth(71), success(71.5), failure(72)]).disable).toBeUndefined();
  });

  test('is degraded once per outage, by an hour or by three exhausted deliveries, and recovers once', () => {
    expect(updateHealth(start, every([0, 0.1, 0.2, 0.3, 0.9])).transitions).toEqual([]);
    expect(updateHealth(start, every([0, 0.1, 0.2, 1])).transitions).toEqual([]);
    const result = updateHealth(start, [...every([0, 0.1, 0.2, 0.3, 1, 2]), success(3), success(4)]);
    expect(result.transitions).toEqual(['degraded', 'recovered']);
    expect(result.health).toMatchObject({ ...HEALTHY, lastSuccessAt: new Date(4 * HOUR) });
    const exhausted = [1, 2, 3].map(() => failure(0, { isExhausted: true }));
    expect(updateHealth(start, exhausted).transitions).toEqual(['degraded']);
  });

  test('ends at once with 410, and with the third forbidden address in a row', () => {
    expect(updateHealth(start, [failure(0, { resultClass: 'answer', code: 'gone', status: 410 })]).disable).toBe(
      'gone',
    );
    const blocked = failure(0, { resultClass: 'blocked', code: 'ssrf_blocked' });
    expect(updateHealth(start, [blocked, blocked]).disable).toBeUndefined();
    expect(updateHealth(start, [blocked, blocked, failure(0), blocked]).disable).toBeUndefined();
    expect(updateHealth(start, [blocked, blocked, blocked]).disable).toBe('blocked_target');
  });

  test('ignores failures that are not the receiver’s', () => {
    expect(updateHealth(start, [failure(0, { resultClass: 'uncounted', code: 'egress_proxy_error' })]).health).toEqual(
      start,
    );
  });
});

describe('the effect of an attempt on its delivery', () => {
  const delivery = { no: 1, attempts: 1, uncounted: 0, interruptions: 0, budgetFrom: 0, trigger: 'event' as const };
  const base = {
    delivery,
    retry: { preset: 'fast' } as const,
    owner: 'me',
    resultClass: 'transport' as const,
    code: 'timeout' as const,
    status: null,
    hintMs: null,
    now: 1000,
    random: () => 0,
  };
  const settled = (change: Partial<Parameters<typeof settleAttempt>[0]> = {}) => {
    const { state, nextAt, uncounted, cancelReason } = settleAttempt({ ...base, ...change });
    return { state, nextAt, uncounted, cancelReason };
  };

  test('follows the schedule, or waits longer for Retry-After', () => {
    expect(settled()).toMatchObject({ state: 0, nextAt: 6000 });
    expect(settled({ hintMs: 60_000 }).nextAt).toBe(61_000);
    expect(settled({ hintMs: 1000 }).nextAt).toBe(6000);
    expect(settled({ delivery: { ...delivery, attempts: 6 } }).state).toBe(3);
    expect(settled({ delivery: { ...delivery, attempts: 9, uncounted: 2, budgetFrom: 3 } })).toMatchObject({
      state: 0,
    });
  });

  test('does not use up the schedule when it was interrupted or failed at the own proxy', () => {
    expect(settled({ code: 'interrupted', resultClass: 'uncounted' })).toMatchObject({
      state: 0,
      nextAt: 1000,
      uncounted: 1,
    });
    expect(settled({ code: 'egress_proxy_error', resultClass: 'uncounted' })).toMatchObject({ state: 0, uncounted: 1 });
    const poison = { ...delivery, interruptions: MAX_INTERRUPTIONS - 1 };
    expect(settled({ delivery: poison, code: 'interrupted', resultClass: 'uncounted' }).state).toBe(3);
  });

  test('ends a test or a resend with any result', () => {
    const once = { ...delivery, trigger: 'resend' as const };
    expect(settled({ delivery: once }).state).toBe(3);
    expect(settled({ delivery: once, resultClass: 'success', code: 'ok' }).state).toBe(2);
    expect(settled({ delivery: once, code: 'interrupted', resultClass: 'uncounted' })).toMatchObject({
      state: 4,
      cancelReason: 'interrupted',
    });
  });
});

test('only the URL of the inbox is accepted, with answers that it supports', () => {
  expect(parseInbox('switchboard://inbox')).toEqual({ status: 200, delayMs: 0 });
  expect(parseInbox('switchboard://inbox?status=503&delay_ms=20')).toEqual({ status: 503, delayMs: 20 });
  for (const url of [
    'switchboard://inboxes',
    'https://inbox',
    'switchboard://inbox?status=99',
    'switchboard://inbox?delay_ms=30001',
  ]) {
    expect(parseInbox(url)).toBeUndefined();
  }
});

test('a process that stops hands over only its own share', () => {
  const nos = Array.from({ length: 1000 }, (_, no) => no);
  const nodes = ['a', 'b', 'c'];
  const before = nos.map((no) => ownerOf(no, nodes));
  for (const node of nodes) expect(before.filter((owner) => owner === node).length).toBeGreaterThan(200);
  for (const no of nos) {
    const after = ownerOf(no, ['a', 'c']);
    if (before[no] === 'b') expect(after).not.toBe('b');
    else expect(after).toBe(before[no]);
  }
});
