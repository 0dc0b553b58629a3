import { IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { useCreateButton } from '../create-button';
import { AutomationFrame } from '../frame';
import { optionsOf, presetName, PRESETS, STATUSES } from './labels';
import { EndpointTable } from './table';
import { t } from './texts';
import { useEndpointUpdates } from './use-endpoint-updates';

const route = getRouteApi('/w/$ws/automation/endpoints');
const PAGE = 50;
const filtersOf = () => [
  { name: 'status', label: t('status'), options: optionsOf(STATUSES) },
  { name: 'preset', label: t('source'), options: PRESETS.map((value) => ({ value, label: presetName(value) })) },
];

export function EndpointsPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { status, q } = search;
  const preset = PRESETS.find((one) => one === search.preset);
  const navigate = useNavigate({ from: '/w/$ws/automation/endpoints' });
  const mayWrite = useCan()('automation.endpoints:write');
  const input = compact({ status: status && [status], preset, q });
  const query = useInfiniteQuery(
    trpc.automation.inbound_endpoints.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useEndpointUpdates();

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/endpoints/new', t('createEndpoint'), mayWrite);

  return (
    <AutomationFrame
      title={t('endpoints')}
      lead={t('lead')}
      code={{ operation: 'automation_inbound_endpoints_list', input }}
      actions={createButton}
    >
      <FilterBar
        search={t('findByName')}
        filters={filtersOf()}
        values={search}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(filtersOf(), search, change)}
        empty={
          <Empty
            icon={IconWebhook}
            title={t('noEndpoints')}
            actions={
              <>
                {createButton}
                <CopyAsCode
                  operation="automation_inbound_endpoints_create"
                  input={{ name: t('exampleName'), preset: 'github' }}
                />
              </>
            }
          >
            {t('noEndpointsHelp')}
          </Empty>
        }
      >
        {(rows, footer) => <EndpointTable rows={rows} footer={footer} />}
      </ListBody>
    </AutomationFrame>
  );
}
