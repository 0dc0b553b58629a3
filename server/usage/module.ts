import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';
import { listRetentions } from '../db/retentions';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { UsageDeps } from './context';
import { startOf } from './queries/usage';
import { hasOutdatedRequestLogs, purgeRequestLogs } from './system/request-logs';
import { purgeUsage } from './system/usage';

const MINUTE_RETENTION_MS = 48 * HOUR_MS;
const HOURLY_RETENTION_MS = 90 * DAY_MS;
const DAILY_RETENTION_MONTHS = 25;
const MAX_STORED_REQUESTS = 100_000;

export const usageModule = {
  tags: [
    {
      name: 'Usage',
      of: ['usage', 'request_logs', 'keys.get_usage'],
      after: 'Members',
      description: 'Request counts by key, operation and status, and the request log.',
    },
  ],

  jobs: ({ store, now }) => [
    {
      name: 'request log retention',
      everyMs: 10 * MINUTE_MS,
      async run(signal) {
        const outdated = listRetentions(store, ({ logDays }) => hasOutdatedRequestLogs(store, limitsOf(now, logDays)));
        for await (const { id: workspaceId, logDays } of outdated) {
          await drain(signal, () => purgeRequestLogs(store, { workspaceId, ...limitsOf(now, logDays) }));
          if (signal.aborted) return;
        }
      },
    },
    {
      name: 'usage retention',
      everyMs: HOUR_MS,
      async run(signal) {
        await drain(
          signal,
          () => purgeUsage(store, 'minute', startOf('hour', ago(now, MINUTE_RETENTION_MS).getTime())),
          1,
        );
        await drain(
          signal,
          () => purgeUsage(store, 'hour', startOf('day', ago(now, HOURLY_RETENTION_MS).getTime())),
          1,
        );
        await drain(signal, () => purgeUsage(store, 'day', monthsBefore(now(), DAILY_RETENTION_MONTHS)), 1);
      },
    },
  ],
} satisfies Module<UsageDeps>;

const limitsOf = (now: () => Date, days: number) => ({ before: ago(now, days * DAY_MS), keep: MAX_STORED_REQUESTS });

function monthsBefore(time: Date, months: number): Date {
  const date = startOf('day', time.getTime());
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}
