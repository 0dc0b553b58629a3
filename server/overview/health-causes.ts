import { failuresOf } from '../log';
import type { OverviewSession } from './context';

export interface HealthCause {
  code: string;
  /** Plain words, without names that belong to the installation. */
  message: string;
  /** The same with those names, for its administrators. */
  detail: string;
  since: Date;
}

export function healthCauses({ log, models }: Pick<OverviewSession, 'log' | 'models'>): HealthCause[] {
  const failures = failuresOf(log)
    .current()
    .map((cause) => ({ ...cause, detail: cause.message }));
  const providers = models.catalogue.reports.flatMap(({ name, failingSince }) =>
    failingSince === null
      ? []
      : [
          {
            code: 'ai_provider_failing',
            message: 'an AI provider does not respond',
            detail: `the AI provider “${name}” does not respond`,
            since: new Date(failingSince),
          },
        ],
  );
  return [...failures, ...providers].toSorted((a, b) => a.since.getTime() - b.since.getTime());
}
