import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { DAY_MS, MINUTE_MS } from '../../../shared/durations';
import { compact } from '../../search';
import { byCursor, useTRPC, type Outputs } from '../../trpc';
import type { Filter, FilterChange } from '../../ui/filter/filter';
import { shortId } from '../../ui/format';
import { rowsOf } from '../../ui/table/load-more';
import { t } from './texts';

type Entry = Outputs['audit_entries']['list']['data'][number];

const route = getRouteApi('/w/$ws/settings/audit');

/** Frequent actions; others appear when the list has them. */
const ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'api_key.rejected',
  'member.added',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.renewed',
  'invitation.revoked',
  'invitation.accepted',
  'workspace.created',
  'workspace.updated',
  'workspace.transferred',
  'models.settings_updated',
  'ai_budget.created',
  'ai_budget.updated',
  'ai_budget.reset',
  'ai_budget.deleted',
  'ai_request.voided',
];

const DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const;

/** The filters as the API takes them. A relative range counts back from when the page was opened. */
export function useAuditInput() {
  const { action, actor_id, target_id, time, after, before } = route.useSearch();
  const [opened] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  return useMemo(() => {
    const isBetween = time === 'between';
    const since =
      time === undefined || time === 'between' ? undefined : new Date(opened - DAYS[time] * DAY_MS).toISOString();
    return compact({
      action,
      actor_id,
      target_id,
      created_after: isBetween ? after : since,
      created_before: isBetween ? before : undefined,
    });
  }, [action, actor_id, target_id, time, after, before, opened]);
}

/** `rows` name actors and actions that are in no list. */
export function useAuditFilters(rows: readonly Entry[]): Filter[] {
  const trpc = useTRPC();
  const { action, actor_id } = route.useSearch();
  const members = useInfiniteQuery(trpc.members.list.infiniteQueryOptions({ limit: 100 }, byCursor));

  const actions = [...new Set([...ACTIONS, ...rows.map((row) => row.action), ...(action ? [action] : [])])];
  const actors = new Map<string, string>();
  for (const { user_id, name } of members.data ? rowsOf(members.data) : []) actors.set(user_id, name);
  for (const { actor } of rows) if (actor.id && !actors.has(actor.id)) actors.set(actor.id, actor.label);
  if (actor_id && !actors.has(actor_id)) actors.set(actor_id, shortId(actor_id));

  return [
    { name: 'action', label: t('action'), options: actions.map((value) => ({ value, label: value })) },
    {
      name: 'actor_id',
      label: t('actor'),
      options: [...actors].map(([value, label]) => ({ value, label: label || shortId(value) })),
    },
    {
      name: 'time',
      label: t('time'),
      ranges: [
        { value: '24h', label: t('last24Hours') },
        { value: '7d', label: t('last7Days') },
        { value: '30d', label: t('last30Days') },
        { value: 'between', label: t('between') },
      ],
    },
  ];
}

export function useChangeAuditFilters(): (change: FilterChange) => void {
  const navigate = useNavigate({ from: '/w/$ws/settings/audit' });
  return ({ q, ...change }) => {
    if (q?.startsWith('aud_')) {
      void navigate({ search: (old) => compact({ ...old, target_id: undefined, entry: q }) as typeof old });
      return;
    }
    const target = q === undefined && Object.keys(change).length > 0 ? {} : { target_id: q };
    void navigate({
      search: (old) => compact({ ...old, entry: undefined, ...change, ...target }) as typeof old,
      replace: true,
    });
  };
}
