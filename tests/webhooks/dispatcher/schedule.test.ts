import { expect, test } from 'bun:test';

import { disableExpiredAndFailing } from '../../../server/webhooks/dispatcher/jobs';
import { answer, failure, HOUR, MINUTE, openLab, SECOND } from './lab';

const types = { events: ['webhook.tested'] };
const SCHEDULE = [0, 5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600];

test('a failing delivery is tried twelve times on its schedule, then exhausted', async () => {
  await using lab = await openLab(() => answer(500));
  const webhook = await lab.webhook(types);
  const start = lab.wall().getTime();
  await lab.emit();
  await lab.advance(60 * HOUR);
  expect((await lab.deliveries(webhook.no)).map(({ state, attempts }) => [state, attempts])).toEqual([[0, 11]]);
  await lab.advance(20 * HOUR);

  const expected = SCHEDULE.map((_, index) => SCHEDULE.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0));
  expect(lab.calls.map(({ at }) => Math.round((at - start) / SECOND))).toEqual(expected);
  expect(lab.calls.map(({ headers }) => headers['switchboard-attempt'])).toEqual(
    expected.map((_, index) => `${index + 1}`),
  );
  expect(new Set(lab.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [row] = await lab.deliveries(webhook.no);
  expect(row).toMatchObject({ state: 3, attempts: 12, lastCode: 'http_status', lastStatus: 500 });
});

test.each([
  ['seconds', () => answer(503, { 'retry-after': '3600' })],
  ['a date', (at: number) => answer(404, { 'retry-after': new Date(at + HOUR).toUTCString() })],
] as const)('a receiver that asks for a pause by %s gets nothing before, not even after a restart', async (_, ask) => {
  await using lab = await openLab(({ at }) => ask(at));
  const [webhook, other] = [await lab.webhook(types), await lab.webhook(types, 'https://other.example/')];
  lab.behave((call) => (call.url.includes('other') ? answer(200) : ask(call.at)));
  const start = lab.wall().getTime();
  await lab.emit(3);
  await lab.idle();
  await lab.restart();
  await lab.emit();
  await lab.advance(HOUR - 2 * SECOND);

  const mine = () => lab.calls.filter(({ url }) => url === webhook.url);
  expect(mine()).toHaveLength(1);
  expect((await lab.deliveries(other.no)).map(({ state }) => state)).toEqual([2, 2, 2, 2]);
  lab.behave(() => answer(200));
  await lab.advance(2 * MINUTE);
  expect(mine()[1]?.at).toBeGreaterThanOrEqual(start + HOUR - SECOND);
  expect((await lab.deliveries(webhook.no)).map(({ state }) => state)).toEqual([2, 2, 2, 2]);
  const first = (await lab.attempts()).find(({ status }) => status !== 200);
  expect(first?.retryAfterSeconds).toBeGreaterThan(3590);
});

test('a receiver that is gone ends the delivery and the webhook at once', async () => {
  await using lab = await openLab(() => answer(410));
  const webhook = await lab.webhook(types);
  await lab.emit(5);
  await lab.advance(HOUR);
  expect(lab.calls).toHaveLength(1);
  expect(await lab.row(webhook.no)).toMatchObject({ status: 'disabled', disabledReason: 'gone', version: 2 });
  expect((await lab.deliveries(webhook.no)).map(({ state }) => state)).toEqual([3, 0, 0, 0, 0]);
  const reported = await lab.events('webhook.disabled');
  expect(reported.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { id: webhook.id, status: 'disabled', disabled_reason: 'gone', health: { last_failure: { code: 'gone' } } },
  ]);
  await lab.emit();
  await lab.idle();
  expect(await lab.deliveries(webhook.no)).toHaveLength(5);
});

test('the third forbidden address in a row disables, and its events are kept', async () => {
  await using lab = await openLab(() => failure('ssrf_blocked'));
  const webhook = await lab.webhook(types);
  await lab.emit();
  await lab.advance(4 * MINUTE);
  expect(lab.calls).toHaveLength(1);
  await lab.advance(HOUR);
  expect(lab.calls).toHaveLength(3);
  expect(await lab.row(webhook.no)).toMatchObject({ status: 'disabled', disabledReason: 'blocked_target' });
  expect((await lab.deliveries(webhook.no)).map(({ state }) => state)).toEqual([0]);
});

test('an unreachable endpoint gets at most 120 requests an hour, and all deliveries at once when it is back', async () => {
  await using lab = await openLab(() => failure('connect_refused'));
  const webhook = await lab.webhook(types);
  await lab.emit(400);
  await lab.advance(HOUR);
  expect(lab.calls.length).toBeLessThanOrEqual(120);
  const before = await lab.deliveries(webhook.no);
  expect(before.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(lab.calls.length);

  await lab.advance(2 * MINUTE);
  lab.behave(() => answer(204));
  await lab.advance(2 * MINUTE);
  expect((await lab.deliveries(webhook.no)).every(({ state }) => state === 2)).toBe(true);
  expect(await lab.row(webhook.no)).toMatchObject({
    consecutiveFailures: 0,
    openUntil: null,
    openings: 0,
    degradedAt: null,
  });
  expect([(await lab.events('webhook.degraded')).length, (await lab.events('webhook.recovered')).length]).toEqual([
    1, 1,
  ]);
});

test('the first success after an outage makes waiting deliveries due, each once', async () => {
  await using lab = await openLab(() => answer(500));
  const webhook = await lab.webhook(types);
  await lab.emit();
  await lab.advance(13 * MINUTE);
  expect(lab.calls).toHaveLength(5);
  lab.behave(({ body }) => answer(body.includes('Event 0') && body.includes('"sequence":1,') ? 500 : 200));
  await lab.emit();
  await lab.advance(SECOND);
  // The new event ended the outage; the old one was tried again at once, and is back on its schedule.
  expect(lab.calls).toHaveLength(7);
  expect((await lab.deliveries(webhook.no)).map(({ state, attempts }) => [state, attempts])).toEqual([
    [0, 6],
    [2, 1],
  ]);
  await lab.advance(50 * MINUTE);
  expect(lab.calls).toHaveLength(7);
});

test('one event that always fails stays on its schedule while others are delivered', async () => {
  await using lab = await openLab(({ body }) => answer(body.includes('Event 7') ? 422 : 200));
  const webhook = await lab.webhook(types);
  await lab.emit(20);
  await lab.idle();
  const states = (await lab.deliveries(webhook.no)).map(({ state }) => state);
  expect(states.filter((state) => state === 2)).toHaveLength(19);
  await lab.advance(4 * SECOND);
  expect(lab.calls).toHaveLength(20);
});

test('a webhook that has failed for 71 hours is kept, for 72 hours is disabled', async () => {
  await using lab = await openLab(() => failure('timeout'));
  const webhook = await lab.webhook({ ...types, retry: { preset: 'none' } });
  for (let hour = 0; hour <= 71; hour += 1) {
    await lab.emit();
    await lab.advance(HOUR);
  }
  // The last attempt was in the 71st hour.
  expect(await lab.row(webhook.no)).toMatchObject({ status: 'active', runFailures: 72 });
  await lab.advance(MINUTE);
  await disableExpiredAndFailing(lab.services);
  expect(await lab.row(webhook.no)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  expect(await lab.events('webhook.disabled')).toHaveLength(1);
  await disableExpiredAndFailing(lab.services);
  expect(await lab.events('webhook.disabled')).toHaveLength(1);
});

test('failures of the outgoing proxy do not count against the receiver', async () => {
  await using lab = await openLab(() => failure('egress_proxy_error'));
  const webhook = await lab.webhook({ ...types, retry: { preset: 'none' } });
  await lab.emit();
  await lab.advance(HOUR);
  expect(lab.calls.length).toBeGreaterThan(5);
  expect(await lab.row(webhook.no)).toMatchObject({ consecutiveFailures: 0, failingSinceAt: null });
  lab.behave(() => answer(200));
  await lab.advance(6 * MINUTE);
  expect((await lab.deliveries(webhook.no)).map(({ state }) => state)).toEqual([2]);
});

test('a rate limit is kept', async () => {
  await using lab = await openLab(() => answer(200));
  await lab.webhook({ ...types, rateLimitPerSecond: 10, maxInFlight: 32 });
  await lab.emit(100);
  await lab.idle();
  expect(lab.calls.length).toBe(10);
  await lab.advance(5 * SECOND);
  expect(lab.calls.length).toBeLessThanOrEqual(60);
  expect(lab.calls.length).toBeGreaterThanOrEqual(58);
  await lab.advance(6 * SECOND);
  expect(lab.calls).toHaveLength(100);
});
