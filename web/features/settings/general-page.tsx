import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { preload } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { SettingsFrame } from './frame';
import { t } from './texts';

const loading = <Loading shape="form" rows={3} />;
const GeneralForm = preload(async () => (await import('./general-form')).GeneralForm, loading);

export function GeneralPage() {
  const trpc = useTRPC();
  const { id } = useWorkspace();
  const query = useQuery(trpc.workspaces.get.queryOptions({ workspace_id: id }));
  return (
    <SettingsFrame title={t('settings')}>
      <Content query={query} what={t('theWorkspace')} loading={loading}>
        {(workspace) => (
          <>
            <GeneralForm key={workspace.id} workspace={workspace} />
            <Card title={t('limits')}>
              <div className="settings-totals">
                <span>
                  {limitOf(workspace.rate_limit)} <UsageLink />
                </span>
                <span className="dimmed">
                  {t.rich('createdAndUpdated', {
                    created: () => <Time at={workspace.created_at} />,
                    updated: () => <Time at={workspace.updated_at} />,
                  })}
                </span>
              </div>
            </Card>
          </>
        )}
      </Content>
    </SettingsFrame>
  );
}

const limitOf = ({ requests, window_seconds: seconds }: { requests: number; window_seconds: number }): string =>
  seconds === 60 ? t('limitPerMinute', { requests }) : t('limitInSeconds', { requests, seconds });

function UsageLink() {
  const { id: ws } = useWorkspace();
  if (!useCan()('usage:read')) return null;
  return (
    <Link to="/w/$ws/settings/usage" params={{ ws }}>
      {t('viewLimits')}
    </Link>
  );
}
