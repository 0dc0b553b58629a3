import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { formatNumber } from '../../ui/format';
import { preload } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { SettingsFrame } from './frame';

const loading = <Loading shape="form" rows={3} />;
const GeneralForm = preload(async () => (await import('./general-form')).GeneralForm, loading);

export function GeneralPage() {
  const trpc = useTRPC();
  const { id } = useWorkspace();
  const query = useQuery(trpc.workspaces.get.queryOptions({ workspace_id: id }));
  return (
    <SettingsFrame title="Settings">
      <Content query={query} what="workspace" loading={loading}>
        {(workspace) => (
          <>
            <GeneralForm key={workspace.id} workspace={workspace} />
            <Card title="Limits">
              <div className="settings-totals">
                <span>
                  {formatNumber(workspace.rate_limit.requests)} requests in {workspace.rate_limit.window_seconds} s over
                  all keys. <UsageLink />
                </span>
                <span className="dimmed">
                  Made <Time at={workspace.created_at} />, changed <Time at={workspace.updated_at} />
                </span>
              </div>
            </Card>
          </>
        )}
      </Content>
    </SettingsFrame>
  );
}

function UsageLink() {
  const { id: ws } = useWorkspace();
  if (!useCan()('usage:read')) return null;
  return (
    <Link to="/w/$ws/settings/usage" params={{ ws }}>
      All limits, and what is used
    </Link>
  );
}
