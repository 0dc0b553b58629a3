import { describe, expect, test } from 'bun:test';

import { phasesOf } from '../../web/features/webhooks/deliveries/detail/phases';
import { nextAttemptLabel, type Delivery } from '../../web/features/webhooks/deliveries/labels';
import { refreshRows } from '../../web/features/webhooks/deliveries/update-rows';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const waits = (wait_reason: Delivery['wait_reason'], seconds: number) =>
  nextAttemptLabel({ wait_reason, next_attempt_at: inSeconds(seconds) } as Delivery, NOW);

describe('the next attempt in words', () => {
  test('says when, and why not earlier', () => {
    expect(waits('schedule', 240)).toBe('in 4 min');
    expect(waits('retry_after', 240)).toBe('in 4 min (Retry-After)');
    expect(waits('schedule', 3)).toBe('in a moment');
    expect(waits('schedule', -60)).toBe('due now');
  });

  test('names what it waits for where no time is known', () => {
    expect(waits('circuit_breaker', 240)).toBe('paused after failures');
    expect(waits('paused', -60)).toBe('webhook paused');
  });

  test('is nothing for what has ended', () => {
    expect(nextAttemptLabel({ wait_reason: null, next_attempt_at: null } as Delivery, NOW)).toBeUndefined();
  });
});

describe('a list that is read again', () => {
  const row = (id: string, status = 'pending') => ({ id, status });
  const page = (rows: { id: string; status: string }[], has_more = false) => ({
    data: rows,
    has_more,
    next_cursor: null,
  });
  const list = {
    pages: [page([row('4'), row('3')], true), page([row('2'), row('1')])],
    pageParams: [null, 'two'],
  };
  const idsOf = ({ pages }: { pages: { data: { id: string; status: string }[] }[] }) =>
    pages.map(({ data }) => data.map(({ id, status }) => id + status[0]));

  test('updates each row', () => {
    const head = page([row('4', 'succeeded'), row('3'), row('2', 'exhausted'), row('1')]);
    expect(idsOf(refreshRows(list, head))).toEqual([
      ['4s', '3p'],
      ['2e', '1p'],
    ]);
  });

  test('removes rows within the head that no longer fit', () => {
    expect(idsOf(refreshRows(list, page([row('4'), row('2')], true)))).toEqual([['4p'], ['2p', '1p']]);
    expect(idsOf(refreshRows(list, page([row('3')])))).toEqual([['3p'], []]);
    expect(idsOf(refreshRows(list, page([])))).toEqual([[], []]);
  });

  test('keeps all rows when the head overlaps with none', () => {
    expect(idsOf(refreshRows(list, page([row('9'), row('8')], true)))).toEqual(idsOf(list));
  });
});

describe('the stretches of an attempt', () => {
  test('add up to its whole time', () => {
    const phases = phasesOf({ dns_ms: 3, connect_ms: 11, tls_ms: 18, first_byte_ms: 61, total_ms: 64 });
    expect(phases.map(({ name, ms }) => [name, ms])).toEqual([
      ['dns', 3],
      ['connect', 11],
      ['tls', 18],
      ['wait', 29],
      ['rest', 3],
    ]);
  });

  test('are only waiting where no answer came and nothing was looked up', () => {
    const phases = phasesOf({ dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null, total_ms: 15_000 });
    expect(phases).toEqual([{ name: 'wait', label: 'Waiting', ms: 15_000 }]);
  });
});
