import { IconGitBranch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { useCreateButton } from '../create-button';
import { AutomationFrame } from '../frame';
import { STATUSES, TRIGGERS, type Rule } from './labels';
import { RuleTable } from './table';
import { useRuleUpdates } from './use-rule-updates';

const route = getRouteApi('/w/$ws/automation/rules');
const PAGE = 50;
const STATES = (Object.keys(STATUSES) as Rule['status'][]).map((value) => ({ value, label: STATUSES[value].label }));
const WHENS = (Object.keys(TRIGGERS) as Rule['trigger']['type'][]).map((value) => ({ value, label: TRIGGERS[value] }));

export function RulesPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { status, trigger, q } = search;
  const navigate = useNavigate({ from: '/w/$ws/automation/rules' });
  const mayWrite = useCan()('automation.rules:write');
  const filters = compact({ status: status && [status], trigger_type: trigger, q });
  const query = useInfiniteQuery(
    trpc.automation.rules.list.infiniteQueryOptions(
      { ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useRuleUpdates();

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/rules/new', 'New rule', mayWrite);

  return (
    <AutomationFrame
      title="Rules"
      lead="When something happens, and only if, then up to ten steps."
      actions={createButton}
    >
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATES} onChange={(next) => change({ status: next })} />
        <FilterSelect label="When" value={trigger} options={WHENS} onChange={(next) => change({ trigger: next })} />
        <CopyAsCode operation="automation_rules_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        skeleton={4}
        {...activeFilters(
          {
            status: status && STATUSES[status].label,
            trigger: trigger && TRIGGERS[trigger],
            q: q && `“${q}”`,
          },
          change,
        )}
        empty={
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
        }
      >
        {(rows, footer) => <RuleTable rows={rows} footer={footer} />}
      </ListBody>
    </AutomationFrame>
  );
}
