import { IconMessageChatbot } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC, type Inputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatDuration, formatNumber } from '../../../ui/format';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden, NoMatch } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect } from '../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { labelOfTime, TimeFilter, useTimeFilter, type TimeSearch } from '../../activity/time-filter';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import { formatUsd } from '../money';
import { OUTCOME_NAMES } from '../names';
import { periodOf } from '../usage/series';
import { useKeyNames } from '../use-key-names';
import { COST_STATUSES, OUTCOMES, type ModelCall } from './labels';

import '../../activity/activity.css';

const route = getRouteApi('/w/$ws/models/calls');
const PAGE = 50;

interface CallSearch extends TimeSearch {
  model?: string;
  key?: string;
  provider?: string;
  outcome?: ModelCall['outcome'];
}

export function ModelCallsPage() {
  const may = useCan()('usage:read');
  return (
    <ModelsFrame title="Model calls" lead="Calls of AI models in the last 90 days. Their contents are not stored.">
      {may ? <CallList /> : <Forbidden need="usage:read" />}
    </ModelsFrame>
  );
}

function CallList() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search: CallSearch = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models/calls' });
  const { names, nameOf } = useKeyNames();
  const filters: Inputs['ai']['requests']['list'] = {
    ...compact({
      model: search.model,
      key_id: search.key,
      provider: search.provider,
      outcome: search.outcome && [search.outcome],
    }),
    ...useTimeFilter(search),
  };
  const query = useInfiniteQuery(
    trpc.ai.requests.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, ...REFRESH, placeholderData: keepPreviousData },
    ),
  );
  const used = useQuery(trpc.ai.usage.get.queryOptions({ ...periodOf('90d'), group_by: ['model'] }));
  const models = (used.data?.data ?? []).flatMap(({ model_id: id }) => (id === null ? [] : [id]));
  const providers = [...new Set(models.filter((id) => id.includes('/')).map((id) => id.slice(0, id.indexOf('/'))))];

  const change = (next: { [K in keyof CallSearch]: CallSearch[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const labels: Record<string, string | undefined> = {
    model: search.model,
    key: search.key && nameOf(search.key),
    provider: search.provider,
    outcome: search.outcome && OUTCOMES[search.outcome].word,
    time: search.time && labelOfTime(search.time),
  };
  const active = Object.entries(labels).flatMap(([name, label]) =>
    label === undefined
      ? []
      : [{ label, remove: () => change({ [name]: undefined, ...(name === 'time' ? NO_TIME : {}) }) }],
  );

  return (
    <section aria-label="Calls">
      <Filters>
        <FilterSelect
          label="Model"
          value={search.model}
          options={optionsWith(models, search.model)}
          onChange={(model) => change({ model })}
        />
        <FilterSelect
          label="Provider"
          value={search.provider}
          options={optionsWith(providers, search.provider)}
          onChange={(provider) => change({ provider })}
        />
        <FilterSelect
          label="Outcome"
          value={search.outcome}
          options={OUTCOME_NAMES.map((value) => ({ value, label: OUTCOMES[value].word }))}
          onChange={(outcome) => change({ outcome })}
        />
        {names.size > 0 && (
          <FilterSelect
            label="Key"
            value={search.key}
            options={[...names].map(([value, label]) => ({ value, label }))}
            onChange={(key) => change({ key })}
          />
        )}
        <TimeFilter search={search} onChange={change} />
        <CopyAsCode operation="ai_requests_list" input={{ ...filters }} />
      </Filters>
      <Content query={query} loading={<Loading rows={6} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <DataTable
                label="Calls"
                columns={columnsOf(ws, nameOf)}
                rows={rows}
                rowKey={({ id }) => id}
                footer={<LoadMore query={query} />}
              />
            );
          }
          if (active.length > 0) return <NoMatch filters={active} onClear={() => void navigate({ search: {} })} />;
          return (
            <Empty
              icon={IconMessageChatbot}
              title="No calls yet"
              actions={
                <Link to="/w/$ws/models/playground" params={{ ws }} className="copy-button">
                  Open playground
                </Link>
              }
            >
              Each call of an AI model appears here with its tokens, its cost and its duration.
            </Empty>
          );
        }}
      </Content>
    </section>
  );
}

const NO_TIME = { after: undefined, before: undefined };

const optionsWith = (values: readonly string[], current: string | undefined) =>
  [...new Set([...values, ...(current === undefined ? [] : [current])])].map((value) => ({ value, label: value }));

const columnsOf = (ws: string, nameOf: (id: string) => string): Column<ModelCall>[] => [
  { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: 'Model',
    main: true,
    cell: ({ id, model_id: model, requested_model: requested }) => (
      <NameCell
        name={
          <Link className="row-link" to="/w/$ws/models/calls/$call" params={{ ws, call: id }}>
            {model ?? requested}
          </Link>
        }
      >
        {model !== null && model !== requested && `Asked for ${requested}`}
      </NameCell>
    ),
  },
  {
    title: 'Outcome',
    fit: true,
    cell: ({ outcome, voided_at: voided }) =>
      voided === null ? (
        <Tag tone={OUTCOMES[outcome].tone} dot>
          {OUTCOMES[outcome].word}
        </Tag>
      ) : (
        <Tag>Voided</Tag>
      ),
  },
  {
    title: 'Key',
    priority: 2,
    cell: ({ key_id: key, source }) =>
      key === null ? <span className="dimmed">{source === 'console' ? 'Console' : 'Rule'}</span> : nameOf(key),
  },
  { title: 'Input', align: 'right', fit: true, priority: 2, cell: ({ prompt_tokens: count }) => formatNumber(count) },
  {
    title: 'Output',
    align: 'right',
    fit: true,
    priority: 2,
    cell: ({ completion_tokens: count }) => formatNumber(count),
  },
  {
    title: 'Cost',
    align: 'right',
    fit: true,
    cell: ({ cost_micro_usd: cost, cost_status: status }) =>
      status === 'price_unknown' ? <Tag tone="warning">{COST_STATUSES[status]}</Tag> : formatUsd(cost),
  },
  {
    title: 'Duration',
    align: 'right',
    fit: true,
    cell: ({ latency_ms: ms }) => (ms === null ? <span className="dimmed">Running</span> : formatDuration(ms)),
  },
];
