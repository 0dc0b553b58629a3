import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { preload } from '../../../ui/lazy-parts';
import { SecretGuard } from '../../../ui/secret/secret-guard';
import { Tabs } from '../../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { ObjectPage } from '../object-page';
import { EndpointActions } from './actions';
import { SECRET_LOST, STATUSES, type Endpoint } from './labels';
import { NewEndpointSecret } from './new-secret';
import { EndpointOverview } from './overview';
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
const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'mapping', label: 'Mapping' },
  { tab: 'requests', label: 'Requests' },
  { tab: 'settings', label: 'Settings' },
  { tab: 'versions', label: 'Versions' },
] as const;

export function EndpointPage() {
  const { ws, endpoint: endpointId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.inbound_endpoints.get.queryOptions({ endpoint_id: endpointId }));
  useEndpointUpdates();
  if (query.data) return <EndpointDetail of={query.data} />;
  return (
    <LoadingObjectPage title="Endpoint" what="endpoint" query={query}>
      <Link to="/w/$ws/automation/endpoints" params={{ ws }} className="copy-button">
        All endpoints
      </Link>
    </LoadingObjectPage>
  );
}

function EndpointDetail({ of }: { of: Endpoint }) {
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const mayWrite = useCan()('automation.endpoints:write');
  return (
    <ObjectPage
      of={of}
      status={STATUSES[of.status]}
      list={
        <Link to="/w/$ws/automation/endpoints" params={{ ws }}>
          Inbound endpoints
        </Link>
      }
      actions={
        <>
          <CopyAsCode operation="automation_inbound_endpoints_get" input={{ endpoint_id: of.id }} />
          {mayWrite && <EndpointActions of={of} />}
        </>
      }
    >
      <SecretGuard label="address or secret" why={SECRET_LOST} />
      <Tabs label="Endpoint" tabs={TABS} current={search.tab} />
      {tab === 'overview' && <EndpointOverview of={of} />}
      {tab === 'mapping' && <MappingTab key={of.id} of={of} />}
      {tab === 'requests' && <RequestsTab of={of} />}
      {tab === 'settings' && <SettingsTab of={of} />}
      {tab === 'versions' && <VersionsTab of={of} />}
      <NewEndpointSecret of={of} />
    </ObjectPage>
  );
}
