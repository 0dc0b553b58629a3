import { describe, expect, test } from 'bun:test';

import {
  allowance,
  applyResult,
  newLane,
  classifyAttempt,
  resumesAt,
  consumeTokens,
} from '../../../server/webhooks/dispatcher/lanes/lane';

const HOUR = 3_600_000;

describe('a lane', () => {
  const laneAt = (time: number, change = {}) => ({ ...newLane(time), maxInFlight: 8, ...change });

  test('doubles with each success up to its limit and falls to one with a failure', () => {
    const lane = laneAt(0);
    const caps = [0, 0, 0, 0].map(() => {
      applyResult(lane, 'success', 0, null);
      return lane.cap;
    });
    expect(caps).toEqual([2, 4, 8, 8]);
    applyResult(lane, 'answer', 0, null);
    expect([lane.cap, lane.openUntil]).toEqual([1, null]);
  });

  test('opens at once when the receiver is away, from the fifth refusal in a row when it answers', () => {
    const away = laneAt(0);
    applyResult(away, 'transport', 0, null);
    expect(away.openUntil).toBe(1000);

    const refusing = laneAt(0);
    for (let count = 1; count <= 4; count += 1) applyResult(refusing, 'answer', 0, null);
    expect(refusing.openUntil).toBeNull();
    applyResult(refusing, 'answer', 0, null);
    expect(refusing.openUntil).toBe(1000);
  });

  test('lets one probe through after its pause, and pauses longer each time, a minute at most', () => {
    const lane = laneAt(0, { cap: 8 });
    let now = 0;
    const pauses: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      applyResult(lane, 'transport', now, null);
      pauses.push((lane.openUntil ?? 0) - now);
      expect(allowance(lane, (lane.openUntil ?? 0) - 1)).toBe(0);
      now = lane.openUntil ?? 0;
      expect(allowance(lane, now)).toBe(1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
    expect(applyResult(lane, 'success', now, null)).toBe(true);
    expect([lane.openings, lane.isHalfOpen, lane.cap]).toEqual([0, false, 2]);
  });

  test('counts failures that were in flight together as one opening', () => {
    const lane = laneAt(0, { cap: 8 });
    for (let count = 0; count < 8; count += 1) applyResult(lane, 'transport', 0, null);
    expect([lane.openings, lane.openUntil]).toEqual([1, 1000]);
  });

  test('waits as long as the receiver asks, and probes nothing after that', () => {
    const lane = laneAt(0, { cap: 4 });
    applyResult(lane, 'answer', 0, HOUR);
    expect([resumesAt(lane, 0), lane.openReason]).toEqual([HOUR, 'retry_after']);
    expect([allowance(lane, HOUR - 1), allowance(lane, HOUR), lane.isHalfOpen]).toEqual([0, 1, false]);
  });

  test('keeps the pause that was asked for when another request succeeds meanwhile', () => {
    const lane = laneAt(0, { cap: 4 });
    applyResult(lane, 'answer', 0, HOUR);
    applyResult(lane, 'success', 10, null);
    expect([allowance(lane, HOUR - 1), allowance(lane, HOUR)]).toEqual([0, 2]);
  });

  test('waits five minutes after a forbidden address, and ignores failures that are not the receiver’s', () => {
    const lane = laneAt(0);
    applyResult(lane, 'uncounted', 0, null);
    expect(lane).toEqual(laneAt(0));
    applyResult(lane, 'blocked', 0, null);
    expect(lane.openUntil).toBe(300_000);
  });

  test('uses tokens, which refill over time up to those of one second', () => {
    const lane = laneAt(0, { cap: 100, maxInFlight: 100, rate: 10, tokens: 10 });
    expect(allowance(lane, 0)).toBe(10);
    consumeTokens(lane, 10);
    expect([allowance(lane, 50), resumesAt(lane, 50), allowance(lane, 100)]).toEqual([0, 100, 1]);
    expect(allowance(lane, 60_000)).toBe(10);
  });

  test('distinguishes a failing receiver from one that refuses an event', () => {
    expect([503, 429, 408].map((status) => classifyAttempt('http_status', status))).toEqual(Array(3).fill('transport'));
    expect([400, 401, 404, 422, 500].map((status) => classifyAttempt('http_status', status))).toEqual(
      Array(5).fill('answer'),
    );
    expect(classifyAttempt('egress_proxy_error', null)).toBe('uncounted');
  });
});
