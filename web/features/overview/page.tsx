import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../trpc';
import { lazyWhenIdle, preload } from '../../ui/lazy-parts';
import { useLive } from '../../ui/live/live';
import { reloadQueries } from '../../ui/live/reload-queries';
import { Page } from '../../ui/page';
import { t } from '../../ui/shell/texts';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';

import './overview.css';

const SecretGuard = lazyWhenIdle(async () => (await import('../../ui/secret/secret-guard')).SecretGuard);
const meanwhile = <Loading shape="form" rows={2} />;
const FirstRun = preload(async () => (await import('./first-run')).FirstRun, meanwhile);
const Attention = preload(async () => (await import('./attention')).Attention, <Loading rows={3} />);
const LiveRequests = preload(async () => (await import('./live-requests')).LiveRequests, <Loading rows={3} />);
const Numbers = lazyWhenIdle(async () => (await import('./numbers')).Numbers, <div className="overview-wait" />);

/** The server counts requests together, about this often. */
const COUNTED_EVERY_MS = 10_000;

export function OverviewPage() {
  const { name } = useWorkspace();
  const can = useCan();
  const trpc = useTRPC();
  // What was done on other pages meanwhile shows at once.
  const often = { refetchInterval: COUNTED_EVERY_MS, refetchOnMount: 'always' } as const;
  const [isFirstKnown, setIsFirstKnown] = useState(false);
  const query = useQuery(trpc.workspaces.get_overview.queryOptions({}, often));
  const hasCalled = query.data?.checklist.every(({ step, done }) => step !== 'first_request' || done);
  useLive((update) => {
    // The first call shows at once; later requests are counted in batches.
    if (update.kind === 'event' || (update.kind === 'signal' && update.topic === 'request' && hasCalled)) return;
    void reloadQueries(trpc.workspaces.get_overview.pathKey());
  });
  return (
    <Page title={t('overview')} context={name}>
      <SecretGuard label="key" />
      <div className="overview">
        <Content query={query} loading={meanwhile}>
          {(data) => <FirstRun of={data} onKnown={setIsFirstKnown} />}
        </Content>
        {/* What stands above decides where it is, so it appears after that; it loads meanwhile. */}
        <div className="overview" hidden={!isFirstKnown && !query.isError}>
          <Attention>
            <Numbers of={query.data}>{can('usage:read') && <LiveRequests />}</Numbers>
          </Attention>
        </div>
      </div>
    </Page>
  );
}
