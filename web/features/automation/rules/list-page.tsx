import { Button } from '@mantine/core';
import { IconGitBranch, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../ui/states/states';
import { Filters, FilterSelect } from '../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { AutomationFrame } from '../frame';
import { RuleTable } from './table';
import { useRuleNews } from './use-rule-news';
import { STATUSES, TRIGGERS, type Rule } from './words';

const route = getRouteApi('/w/$ws/automation/rules');
const PAGE = 50;
const STATES = (Object.keys(STATUSES) as Rule['status'][]).map((value) => ({ value, label: STATUSES[value].label }));
const WHENS = (Object.keys(TRIGGERS) as Rule['trigger']['type'][]).map((value) => ({ value, label: TRIGGERS[value] }));

/** What happens by itself, and when. */
export function RulesPage() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { status, trigger } = search;
  const navigate = useNavigate({ from: '/w/$ws/automation/rules' });
  const mayWrite = useCan()('automation.rules:write');
  const filters = compact({ status: status && [status], trigger_type: trigger });
  const query = useInfiniteQuery(
    trpc.automation.rules.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useRuleNews();

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  useShortcuts(
    useMemo(
      () => ({
        c: () => {
          if (mayWrite) void navigate({ to: '/w/$ws/automation/rules/new', params: { ws } });
        },
      }),
      [mayWrite, navigate, ws],
    ),
  );
  const active = [
    ...(status ? [{ label: STATUSES[status].label, remove: () => change({ status: undefined }) }] : []),
    ...(trigger ? [{ label: TRIGGERS[trigger], remove: () => change({ trigger: undefined }) }] : []),
  ];
  const createButton = mayWrite && (
    <Button
      size="sm"
      component={Link}
      to="/w/$ws/automation/rules/new"
      params={{ ws } as never}
      leftSection={<IconPlus size={15} aria-hidden />}
    >
      New rule
    </Button>
  );

  return (
    <AutomationFrame
      title="Rules"
      lead="When something happens, and only if, then up to ten steps."
      actions={createButton}
    >
      <Filters>
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="When" value={trigger} options={WHENS} onChange={(next) => change({ trigger: next })} />
        <CopyAsCode operation="automation_rules_list" input={filters} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) return <RuleTable rows={rows} footer={<LoadMore query={query} />} />;
          if (active.length > 0) {
            return <NoMatch filters={active} onClear={() => change({ status: undefined, trigger: undefined })} />;
          }
          return (
            <Empty
              icon={IconGitBranch}
              title="No rules yet"
              actions={
                <>
                  {createButton}
                  <CopyAsCode
                    operation="automation_rules_create"
                    input={{
                      name: 'Greeting',
                      trigger: { type: 'event', events: ['whatsapp.message.received'] },
                      actions: [{ type: 'reply', text: 'Hello!' }],
                    }}
                  />
                </>
              }
            >
              A rule answers a message, publishes, makes a link or calls a webhook, whenever an event comes or a time is
              reached.
            </Empty>
          );
        }}
      </Content>
    </AutomationFrame>
  );
}
