import { describe, expect, test } from 'bun:test';

import { healthNotice, nextAttemptText, stateOf } from '../../web/features/webhooks/health/health-texts';
import type { Health, Webhook } from '../../web/features/webhooks/labels';
import { prettyJson } from '../../web/ui/code/pretty-json';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const HEALTHY: Health = {
  status: 'healthy',
  consecutive_failures: 0,
  failing_since_at: null,
  last_success_at: inSeconds(-60),
  last_failure_at: null,
  last_failure: null,
  circuit_breaker: 'closed',
  resumes_at: null,
  in_flight: 0,
  pending_count: 0,
  next_attempt_at: null,
  success_rate_24h: 1,
};
const FAILING: Health = {
  ...HEALTHY,
  status: 'failing',
  failing_since_at: inSeconds(-300),
  last_failure_at: inSeconds(-5),
  last_failure: { code: 'http_status', http_status: 500 },
  circuit_breaker: 'open',
  resumes_at: inSeconds(25),
  next_attempt_at: inSeconds(-60),
};
const shown = (health: Health, more: Partial<Webhook> = {}) =>
  stateOf({ status: 'active', disabled_reason: null, ...more, health } as Webhook, NOW);

describe('a webhook that fails', () => {
  test('says for how long, why, and when the next attempt is, in whole sentences', () => {
    const notice = healthNotice(FAILING, NOW);
    expect(notice).toMatch(/^Failing for 5 min\. Refused by the receiver \(500\)\. .*next attempt in 25 sec\.$/);
    expect(notice).not.toMatch(/\.\.|ago/);
    expect(shown(FAILING)).toMatchObject({ tone: 'warning', label: 'Failing', isUsual: false, note: 'for 5 min' });
    expect(shown({ ...FAILING, status: 'degraded', failing_since_at: inSeconds(-7500) })).toMatchObject({
      tone: 'error',
      label: 'Failing',
      note: 'for 2 hr',
    });
  });

  test('has a next attempt that is never in the past', () => {
    expect(nextAttemptText(FAILING, true, NOW)).toBe('in 25 sec');
    expect(nextAttemptText({ ...FAILING, resumes_at: null }, true, NOW)).toBe('due now');
    expect(nextAttemptText({ ...FAILING, resumes_at: inSeconds(-1) }, true, NOW)).toBe('due now');
    expect(nextAttemptText({ ...FAILING, next_attempt_at: inSeconds(240) }, true, NOW)).toBe('in 4 min');
    expect(nextAttemptText(FAILING, false, NOW)).toBe('When the webhook is enabled');
    expect(nextAttemptText(HEALTHY, true, NOW)).toBe('None pending');
  });
});

test('a webhook whose attempts fail often is not shown as healthy', () => {
  const unstable: Health = { ...HEALTHY, status: 'unstable', success_rate_24h: 0.299 };
  expect(shown(unstable)).toMatchObject({ tone: 'warning', label: 'Unstable', isUsual: false });
  expect(healthNotice(unstable, NOW)).toContain('29.9%');
  expect(shown(HEALTHY)).toMatchObject({ label: 'Healthy', isUsual: true });
  expect(healthNotice(HEALTHY, NOW)).toBeUndefined();
  expect(shown({ ...HEALTHY, last_success_at: null })).toMatchObject({ label: 'No events yet', isUsual: true });
});

test('a body of JSON is printed with lines, and every value as it was sent', () => {
  const text =
    '{"id":12345678901234567890,"text":"a \\"b\\", {c}: [d]","list":[1,-2.50e3,true,null],"none":{},"no":[ ]}';
  const printed = prettyJson(text) ?? '';
  expect(printed.split('\n')).toEqual([
    '{',
    '  "id": 12345678901234567890,',
    '  "text": "a \\"b\\", {c}: [d]",',
    '  "list": [',
    '    1,',
    '    -2.50e3,',
    '    true,',
    '    null',
    '  ],',
    '  "none": {},',
    '  "no": []',
    '}',
  ]);
  expect(JSON.parse(printed)).toEqual(JSON.parse(text));
  expect(prettyJson('ok')).toBeUndefined();
  expect(prettyJson('{"cut": tr')).toBeUndefined();
  expect(prettyJson('"only"')).toBe('"only"');
});
