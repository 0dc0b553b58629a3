import { afterAll, expect, test } from 'bun:test';

import { expiresSoon, isCutOff } from '../../web/ui/shell/warnings/needs-look';
import { warningsOf } from '../../web/ui/shell/warnings/warning-list';

const before = globalThis.window;
globalThis.window = { isSecureContext: true } as typeof globalThis.window;
afterAll(() => {
  globalThis.window = before;
});

const QUIET = { workspace: undefined, isDown: false, seconds: 0, causes: [], keys: [], webhooks: [], rules: [] };

test('what fails in the installation is a warning with its cause and since when', () => {
  expect(warningsOf(QUIET)).toEqual([]);
  const since = new Date(Date.now() - 5 * 60_000).toISOString();
  const causes = [{ code: 'disk_full', message: 'database is read-only: disk full', since }];
  expect(warningsOf({ ...QUIET, causes })).toEqual([
    {
      tone: 'error',
      label: 'Installation failing',
      text: expect.stringMatching(/^Database is read-only: disk full \(first seen 5 min.* ago\)\.$/),
    },
  ]);
});

test('a key is warned of within a week of its end, unless it was made for a day or two', () => {
  const NOW = Date.parse('2026-11-21T09:30:00.000Z');
  const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
  const lives = (from: number, to: number) => expiresSoon({ created_at: inDays(from), expires_at: inDays(to) }, NOW);
  expect(lives(-80, 6)).toBe(true);
  expect(lives(-80, 8)).toBe(false);
  expect(lives(0, 1)).toBe(false);
  expect(lives(-1, 1)).toBe(false);
  expect(expiresSoon({ created_at: inDays(-80), expires_at: null }, NOW)).toBe(false);
});

test('a webhook needs a look once deliveries to it stop, not only after hours', () => {
  const webhook = (
    status: 'active' | 'paused' | 'disabled',
    health: 'healthy' | 'failing' | 'degraded',
    open = false,
  ) =>
    ({
      status,
      disabled_reason: status === 'disabled' ? 'gone' : null,
      health: { status: health, circuit_breaker: open ? 'open' : 'closed' },
    }) as const;
  expect(isCutOff(webhook('active', 'failing', true))).toBe(true);
  expect(isCutOff(webhook('active', 'degraded'))).toBe(true);
  expect(isCutOff(webhook('disabled', 'failing'))).toBe(true);
  expect(isCutOff({ ...webhook('disabled', 'failing'), disabled_reason: 'user' })).toBe(false);
  expect(isCutOff(webhook('active', 'failing'))).toBe(false);
  expect(isCutOff(webhook('paused', 'failing', true))).toBe(false);
});
