import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { SecretGuard } from '../../../ui/secret/secret-guard';
import { Tabs } from '../../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { ObjectPage } from '../object-page';
import { useEndpointActions } from './actions';
import { STATUSES, type Endpoint } from './labels';
import { NewEndpointSecret } from './new-secret';
import { EndpointOverview } from './overview';
import { t } from './texts';
import { useEndpointUpdates } from './use-endpoint-updates';

import '../automation.css';

const MappingTab = preload(async () => (await import('./mapping/mapping-tab')).MappingTab, <Loading shape="form" />);
const RequestsTab = preload(async () => (await import('./requests/requests-tab')).RequestsTab, <Loading rows={6} />);
const SettingsTab = preload(
  async () => (await import('./settings/settings-tab')).SettingsTab,
  <Loading shape="form" />,
);
const VersionsTab = preload(async () => (await import('./versions-tab')).VersionsTab, <Loading rows={4} />);

const route = getRouteApi('/w/$ws/automation/endpoints/$endpoint');
const TABS = ['overview', 'mapping', 'requests', 'settings', 'versions'] as const;

export function EndpointPage() {
  const { ws, endpoint: endpointId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.inbound_endpoints.get.queryOptions({ endpoint_id: endpointId }));
  useEndpointUpdates();
  if (query.data) return <EndpointDetail of={query.data} />;
  return (
    <LoadingObjectPage title={t('endpoint')} what={t('endpointNoun')} query={query}>
      <Link to="/w/$ws/automation/endpoints" params={{ ws }} className="copy-button">
        {t('allEndpoints')}
      </Link>
    </LoadingObjectPage>
  );
}

function EndpointDetail({ of }: { of: Endpoint }) {
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const mayWrite = useCan()('automation.endpoints:write');
  const actions = useEndpointActions(of);
  return (
    <ObjectPage
      of={of}
      status={STATUSES[of.status]}
      list={
        <Link to="/w/$ws/automation/endpoints" params={{ ws }}>
          {t('endpoints')}
        </Link>
      }
      code={{ operation: 'automation_inbound_endpoints_get', input: { endpoint_id: of.id } }}
      {...(mayWrite ? { actions: actions.primary, more: actions.more } : {})}
    >
      <SecretGuard label={t('addressOrSecret')} why={t('lostHelp')} />
      <Tabs label={t('endpoint')} tabs={TABS.map((name) => ({ tab: name, label: t(name) }))} current={search.tab} />
      {tab === 'overview' && <EndpointOverview of={of} />}
      {tab === 'mapping' && <MappingTab key={of.id} of={of} />}
      {tab === 'requests' && <RequestsTab of={of} />}
      {tab === 'settings' && <SettingsTab of={of} />}
      {tab === 'versions' && <VersionsTab of={of} />}
      {mayWrite && actions.opened}
      <NewEndpointSecret of={of} />
    </ObjectPage>
  );
}
