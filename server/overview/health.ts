import type { InstallationHealth } from '../../shared/access/instance';
import { failuresOf } from '../log';
import type { OverviewSession } from './context';

interface HealthCause {
  code: string;
  /** Contains no names that belong to the installation. */
  message: string;
  /** Includes these names, for administrators of the installation. */
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

export const readHealth = (ctx: OverviewSession): InstallationHealth => ({
  causes: healthCauses(ctx).map(({ code, detail, since }) => ({ code, message: detail, since: since.toISOString() })),
});
