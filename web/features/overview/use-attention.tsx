import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { formatMoment } from '../../ui/format';
import { useLiveReload } from '../../ui/live/use-live-reload';
import { expiresSoon } from '../../ui/shell/warnings/needs-look';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Time, useNow } from '../../ui/time';
import type { AttentionItem, AttentionSource } from './attention-items';
import { t } from './texts';

const LIMIT = 100;

/** Keys that expire within a week, except those made for a day or two. */
export function useKeyItems(): AttentionSource {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const now = useNow();
  const enabled = useCan()('keys:read');
  const { data, isLoading } = useQuery(trpc.keys.list.queryOptions({ status: ['active'], limit: LIMIT }, { enabled }));
  const expiring = (data?.data ?? []).filter((key) => expiresSoon(key, now));
  const items = expiring.map<AttentionItem>((key) => ({
    id: key.id,
    tone: 'warning',
    text: t.rich('keyExpires', { name: key.name, time: () => <Time at={key.expires_at} /> }),
    action: (
      <Link to="/w/$ws/keys/$key" params={{ ws, key: key.id }}>
        {t('rotateKey')}
      </Link>
    ),
  }));
  return { items, isLoading };
}

/** Rules that were disabled, and publications that wait for an approval. */
export function useAutomationItems(): AttentionSource {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const can = useCan();
  const rules = useQuery(
    trpc.automation.rules.list.queryOptions(
      { status: ['disabled'], limit: LIMIT },
      { enabled: can('automation.rules:read') },
    ),
  );
  const pending = useQuery(
    trpc.automation.publications.list.queryOptions(
      { status: ['pending_approval'], limit: LIMIT },
      { enabled: can('automation.publications:read') },
    ),
  );
  useLiveReload({ after: /^automation\.publication\./, queryKeys: [trpc.automation.publications.list.pathKey()] });
  const items = (rules.data?.data ?? []).map<AttentionItem>((rule) => ({
    id: rule.id,
    tone: 'error',
    text: t.rich('ruleDisabled', { name: rule.name, time: () => <Time at={rule.disabled_at} /> }),
    action: (
      <Link
        to="/w/$ws/automation/rules/$rule"
        params={{ ws, rule: rule.id }}
        search={{ tab: 'runs', status: 'failed' }}
      >
        {t('seeFailedRuns')}
      </Link>
    ),
  }));
  const count = pending.data?.data.length ?? 0;
  if (count > 0) {
    items.push({
      id: 'approvals',
      tone: 'warning',
      text: pending.data?.has_more ? t('manyApprovals') : t('approvals', { count }),
      action: (
        <Link to="/w/$ws/automation/publications" params={{ ws }} search={{ status: 'pending_approval' }}>
          {t('review')}
        </Link>
      ),
    });
  }
  return { items, isLoading: rules.isLoading || pending.isLoading };
}

/** Budgets for models that are used up. */
export function useBudgetItems(): AttentionSource {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const enabled = useCan()('usage:read');
  const list = trpc.ai.budgets.list.queryOptions({ limit: LIMIT }, { enabled });
  const { data, isLoading } = useQuery(list);
  useLiveReload({ after: /^ai\.budget\./, queryKeys: [trpc.ai.budgets.pathKey()] });
  const usedUp = (data?.data ?? []).filter(({ spent_micro_usd: spent, amount_micro_usd: amount }) => spent >= amount);
  const items = usedUp.map<AttentionItem>((budget) => {
    const until = budget.resets_at === null ? t('untilReset') : formatMoment(budget.resets_at);
    return {
      id: budget.id,
      tone: 'error',
      text: t(budget.key_id === null ? 'budgetUsedUp' : 'budgetOfKeyUsedUp', { until }),
      action: (
        <Link to="/w/$ws/models/budgets" params={{ ws }}>
          {t('openBudgets')}
        </Link>
      ),
    };
  });
  return { items, isLoading };
}
