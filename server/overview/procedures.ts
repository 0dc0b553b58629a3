import { InstallationHealth } from '../../shared/access/instance';
import { WorkspaceOverview } from '../../shared/access/workspaces';
import { adminProcedure, memberProcedure, NoInput, router } from '../trpc/procedures';
import { readHealth } from './health';
import { readOverview } from './overview';

export const instanceHealthRouter = router({
  get_health: adminProcedure.query(NoInput, InstallationHealth, readHealth),
});

export const workspaceOverviewRouter = router({
  get_overview: memberProcedure('owner', 'admin', 'developer', 'viewer').query(
    NoInput,
    WorkspaceOverview,
    readOverview,
  ),
});
