import type { InstanceHealth } from '../../../shared/access/instance';
import type { SessionContext } from '../../context';
import { healthCauses } from '../../health-causes';

export const readHealth = (ctx: SessionContext): InstanceHealth => ({
  causes: healthCauses(ctx).map(({ code, detail, since }) => ({ code, message: detail, since: since.toISOString() })),
});
