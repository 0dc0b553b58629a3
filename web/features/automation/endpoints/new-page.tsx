import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';
import { t } from './texts';

const NewEndpoint = preload(async () => (await import('./new-endpoint')).NewEndpoint, <Loading shape="form" />);

const route = getRouteApi('/w/$ws/automation/endpoints/new');

export function NewEndpointPage() {
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.endpoints:write');
  const { preset } = route.useSearch();
  const presets = useQuery(
    trpc.automation.inbound_presets.list.queryOptions(undefined, {
      enabled: mayWrite,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  return (
    <AutomationFrame title={t('newEndpoint')} lead={t('newLead')}>
      {mayWrite ? (
        <Content query={presets} loading={<Loading shape="form" />}>
          {({ data }) => <NewEndpoint presets={data} first={data.find((one) => one.preset === preset) ?? data[0]} />}
        </Content>
      ) : (
        <Forbidden need={t('needDeveloper')} />
      )}
    </AutomationFrame>
  );
}
