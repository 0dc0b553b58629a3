import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { Tabs } from '../../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { LeftOut } from '../../webhooks/left-out';
import { ObjectPage } from '../object-page';
import { useRuleActions } from './actions';
import { STATUSES, type Rule } from './labels';
import { RuleOverview } from './overview';
import { t } from './texts';
import { useRuleUpdates } from './use-rule-updates';

import '../automation.css';

const RunsTab = preload(async () => (await import('./runs/runs-tab')).RunsTab, <Loading rows={6} />);
const EditTab = preload(async () => (await import('./form/edit-tab')).EditTab, <Loading shape="form" />);
const TestTab = preload(async () => (await import('./test/test-tab')).TestTab, <Loading shape="form" />);
const VersionsTab = preload(async () => (await import('./versions-tab')).VersionsTab, <Loading rows={4} />);

const route = getRouteApi('/w/$ws/automation/rules/$rule');
const TABS = ['overview', 'runs', 'edit', 'test', 'versions'] as const;

export function RulePage() {
  const { ws, rule: ruleId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.rules.get.queryOptions({ rule_id: ruleId }));
  useRuleUpdates();
  if (query.data) return <RuleDetail of={query.data} />;
  return (
    <LoadingObjectPage title={t('rule')} what={t('ruleNoun')} query={query}>
      <Link to="/w/$ws/automation/rules" params={{ ws }} className="copy-button">
        {t('allRules')}
      </Link>
    </LoadingObjectPage>
  );
}

function RuleDetail({ of }: { of: Rule }) {
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const mayWrite = useCan()('automation.rules:write');
  const actions = useRuleActions(of);
  return (
    <ObjectPage
      of={of}
      status={STATUSES[of.status]}
      list={
        <Link to="/w/$ws/automation/rules" params={{ ws }}>
          {t('rules')}
        </Link>
      }
      code={{ operation: 'automation_rules_get', input: { rule_id: of.id } }}
      {...(mayWrite ? { actions: actions.primary, more: actions.more } : {})}
    >
      <Tabs label={t('rule')} tabs={TABS.map((name) => ({ tab: name, label: t(name) }))} current={search.tab} />
      <LeftOut of={of} what="rule" />
      {tab === 'overview' && <RuleOverview of={of} />}
      {tab === 'runs' && <RunsTab of={of} />}
      {tab === 'edit' && <EditTab of={of} />}
      {tab === 'test' && <TestTab of={of} />}
      {tab === 'versions' && <VersionsTab of={of} />}
      {mayWrite && actions.opened}
    </ObjectPage>
  );
}
