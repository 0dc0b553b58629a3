import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { preload } from '../../../ui/lazy-parts';
import { Tabs } from '../../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { LeftOut } from '../../webhooks/left-out';
import { ObjectPage } from '../object-page';
import { RuleActions } from './actions';
import { STATUSES, type Rule } from './labels';
import { RuleOverview } from './overview';
import { useRuleUpdates } from './use-rule-updates';

import '../automation.css';

const RunsTab = preload(async () => (await import('./runs/runs-tab')).RunsTab, <Loading rows={6} />);
const EditTab = preload(async () => (await import('./form/edit-tab')).EditTab, <Loading shape="form" />);
const TestTab = preload(async () => (await import('./test/test-tab')).TestTab, <Loading shape="form" />);
const VersionsTab = preload(async () => (await import('./versions-tab')).VersionsTab, <Loading rows={4} />);

const route = getRouteApi('/w/$ws/automation/rules/$rule');
const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'runs', label: 'Runs' },
  { tab: 'edit', label: 'Edit' },
  { tab: 'test', label: 'Dry run' },
  { tab: 'versions', label: 'Versions' },
] as const;

export function RulePage() {
  const { ws, rule: ruleId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.rules.get.queryOptions({ rule_id: ruleId }));
  useRuleUpdates();
  if (query.data) return <RuleDetail of={query.data} />;
  return (
    <LoadingObjectPage title="Rule" what="rule" query={query}>
      <Link to="/w/$ws/automation/rules" params={{ ws }} className="copy-button">
        All rules
      </Link>
    </LoadingObjectPage>
  );
}

function RuleDetail({ of }: { of: Rule }) {
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const mayWrite = useCan()('automation.rules:write');
  return (
    <ObjectPage
      of={of}
      status={STATUSES[of.status]}
      list={
        <Link to="/w/$ws/automation/rules" params={{ ws }}>
          Rules
        </Link>
      }
      actions={
        <>
          <CopyAsCode operation="automation_rules_get" input={{ rule_id: of.id }} />
          {mayWrite && <RuleActions of={of} />}
        </>
      }
    >
      <Tabs label="Rule" tabs={TABS} current={search.tab} />
      <LeftOut of={of} what="rule" />
      {tab === 'overview' && <RuleOverview of={of} />}
      {tab === 'runs' && <RunsTab of={of} />}
      {tab === 'edit' && <EditTab of={of} />}
      {tab === 'test' && <TestTab of={of} />}
      {tab === 'versions' && <VersionsTab of={of} />}
    </ObjectPage>
  );
}
