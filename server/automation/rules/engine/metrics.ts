import type { Counter } from 'prom-client';

import type { RuleRunStatus } from '../../../../shared/automation/rule-run';
import type { Platform } from '../../../context';
import { longestDue } from '../../system/rules';

/** No label per rule, since their number is unbounded. */
export function createRuleMetrics(services: () => Pick<Platform, 'metrics' | 'store' | 'now' | 'log'>) {
  let runs: Counter<'status'> | undefined;

  const count = (status: string): void => {
    runs?.inc({ status });
  };
  return {
    start(): void {
      if (runs !== undefined) return;
      const { metrics, store, now, log } = services();
      runs = metrics.counter(
        'rule_runs_total',
        'Finished rule runs, and runs skipped by throttling or a full backlog.',
        ['status'],
      );
      metrics.gauge('rule_lag_seconds', 'Age of the oldest due rule run, in seconds.', async () => {
        try {
          return (await longestDue(store, now().getTime())) / 1000;
        } catch (error) {
          log.warn({ err: error }, 'reading the rule lag failed');
          return undefined;
        }
      });
    },
    ended: (status: Extract<RuleRunStatus, 'succeeded' | 'failed' | 'canceled'>): void => count(status),
    skipped: (why: 'throttled' | 'backlog'): void => count(why),
  };
}
export type RuleMetrics = ReturnType<typeof createRuleMetrics>;
