import type { InstanceHealth } from '../../shared/access/instance';
import type { OverviewSession } from './context';
import { healthCauses } from './health-causes';

export const readHealth = (ctx: OverviewSession): InstanceHealth => ({
  causes: healthCauses(ctx).map(({ code, detail, since }) => ({ code, message: detail, since: since.toISOString() })),
});
