import { z } from 'zod';

import { InstallationHealth } from '../../shared/access/instance';
import { WorkspaceOverview } from '../../shared/access/workspaces';
import { adminProcedure, memberProcedure, optionalInput, router } from '../trpc/procedures';
import { readHealth } from './health';
import { readOverview } from './overview';

export const instanceHealthRouter = router({
  get_health: adminProcedure
    .input(optionalInput(z.strictObject({})))
    .output(InstallationHealth)
    .query(({ ctx }) => readHealth(ctx)),
});

export const workspaceOverviewRouter = router({
  get_overview: memberProcedure('owner', 'admin', 'developer', 'viewer')
    .input(optionalInput(z.strictObject({})))
    .output(WorkspaceOverview)
    .query(({ ctx }) => readOverview(ctx)),
});
