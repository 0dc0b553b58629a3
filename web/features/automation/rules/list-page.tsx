import { IconGitBranch } from '@tabler/icons-react';
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
import { optionsOf, STATUSES, triggerName, TRIGGERS } from './labels';
import { RecipeGallery } from './recipe-gallery';
import { RuleTable } from './table';
import { t } from './texts';
import { useRuleUpdates } from './use-rule-updates';

const route = getRouteApi('/w/$ws/automation/rules');
const PAGE = 50;
const filtersOf = () => [
  { name: 'status', label: t('status'), options: optionsOf(STATUSES) },
  {
    name: 'trigger',
    label: t('trigger'),
    options: TRIGGERS.map((value) => ({ value, label: triggerName(value) })),
  },
];

export function RulesPage() {
  const trpc = useTRPC();
  const search = route.useSearch();
  const { status, trigger, q } = search;
  const navigate = useNavigate({ from: '/w/$ws/automation/rules' });
  const mayWrite = useCan()('automation.rules:write');
  const input = compact({ status: status && [status], trigger_type: trigger, q });
  const query = useInfiniteQuery(
    trpc.automation.rules.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useRuleUpdates();

  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const createButton = useCreateButton('/w/$ws/automation/rules/new', t('createRule'), mayWrite);

  return (
    <AutomationFrame
      title={t('rules')}
      lead={t('lead')}
      code={{ operation: 'automation_rules_list', input }}
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
          <div className="automation-stack">
            <Empty
              icon={IconGitBranch}
              title={t('noRules')}
              actions={
                <CopyAsCode
                  operation="automation_rules_create"
                  input={{
                    name: t('exampleName'),
                    trigger: { type: 'event', events: ['whatsapp.message.received'] },
                    actions: [{ type: 'reply', text: t('exampleReply') }],
                  }}
                />
              }
            >
              {t('noRulesHelp')}
            </Empty>
            {mayWrite && <RecipeGallery />}
          </div>
        }
      >
        {(rows, footer) => <RuleTable rows={rows} footer={footer} />}
      </ListBody>
    </AutomationFrame>
  );
}
