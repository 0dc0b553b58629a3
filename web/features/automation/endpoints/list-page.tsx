import { IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import type { EndpointPreset } from '../../../../shared/automation/preset';
import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { useCreateButton } from '../create-button';
import { AutomationFrame } from '../frame';
import { PRESET_NAMES, STATUSES, type Endpoint } from './labels';
import { EndpointTable } from './table';
import { useEndpointUpdates } from './use-endpoint-updates';

const route = getRouteApi('/w/$ws/automation/endpoints');
const PAGE = 50;
const STATES = (Object.keys(STATUSES) as Endpoint['status'][]).map((value) => ({
  value,
  label: STATUSES[value].label,
}));
const SENDERS = Object.entries(PRESET_NAMES).map(([value, label]) => ({ value, label }));

export function EndpointsPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { status, q } = search;
  const preset = search.preset !== undefined && isPreset(search.preset) ? search.preset : undefined;
  const navigate = useNavigate({ from: '/w/$ws/automation/endpoints' });
  const mayWrite = useCan()('automation.endpoints:write');
  const filters = compact({ status: status && [status], preset, q });
  const query = useInfiniteQuery(
    trpc.automation.inbound_endpoints.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useEndpointUpdates();

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/endpoints/new', 'New endpoint', mayWrite);

  return (
    <AutomationFrame
      title="Inbound endpoints"
      lead="Addresses that other systems send to: a mapping turns what they send into messages."
      actions={createButton}
    >
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="Sender" value={preset} options={SENDERS} onChange={(next) => change({ preset: next })} />
        <CopyAsCode operation="automation_inbound_endpoints_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...activeFilters(
          {
            status: status && STATUSES[status].label,
            preset: preset && PRESET_NAMES[preset],
            q: q && `“${q}”`,
          },
          change,
        )}
        empty={
          <Empty
            icon={IconWebhook}
            title="No endpoints yet"
            actions={
              <>
                {createButton}
                <CopyAsCode
                  operation="automation_inbound_endpoints_create"
                  input={{ name: 'Releases', preset: 'github' }}
                />
              </>
            }
          >
            Give GitHub, a shop or your own program an address. The first request is kept as a sample; then you click
            what of it becomes the message.
          </Empty>
        }
      >
        {(rows, footer) => <EndpointTable rows={rows} footer={footer} />}
      </ListBody>
    </AutomationFrame>
  );
}

const isPreset = (value: string): value is EndpointPreset => Object.hasOwn(PRESET_NAMES, value);
