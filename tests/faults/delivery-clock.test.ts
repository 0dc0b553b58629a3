import { expect, setSystemTime, test } from 'bun:test';

import { until } from '../support/process';
import { answer, MINUTE, openLab, SECOND } from '../webhooks/dispatcher/lab';

const DELAYS = [1];

test.each([
  ['forward by ten minutes', 10 * MINUTE],
  ['back by ten minutes', -10 * MINUTE],
])('a clock that is set %s while it runs neither loses nor hastens a retry', async (_, step) => {
  const at: number[] = [];
  const stamps: { stamp: number; wall: number }[] = [];
  await using lab = await openLab(
    ({ url, headers }) => {
      if (url.includes('other')) return answer(200);
      at.push(performance.now());
      stamps.push({ stamp: Number(headers['webhook-timestamp']), wall: Math.floor(Date.now() / 1000) });
      return answer(at.length <= DELAYS.length ? 500 : 200);
    },
    { real: true },
  );
  try {
    const webhook = await lab.webhook({
      events: ['webhook.tested'],
      retry: { delays_seconds: DELAYS },
    });
    await lab.emit();
    await until(() => at.length === 1);
    setSystemTime(new Date(Date.now() + step));
    await until(() => at.length === 1 + DELAYS.length);
    await lab.idle();

    // Never early; the jitter is added. Late is only what a busy machine makes of it.
    for (const [index, delay] of DELAYS.entries()) {
      const waited = (at[index + 1] ?? 0) - (at[index] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(delay * SECOND - 5);
      expect(waited).toBeLessThan(delay * SECOND + 10_000);
    }
    expect((await lab.deliveries(webhook.no)).map(({ state, attempts }) => [state, attempts])).toEqual([
      [2, 1 + DELAYS.length],
    ]);
    // Receivers compare the signature’s time with their own clock.
    for (const { stamp, wall } of stamps) expect(Math.abs(stamp - wall)).toBeLessThanOrEqual(1);

    // What comes after the step goes at once.
    const other = await lab.webhook({ events: ['webhook.tested'] }, 'https://other.example/hook');
    await lab.emit();
    await until(async () => (await lab.deliveries(other.no))[0]?.state === 2);
  } finally {
    setSystemTime();
  }
});
