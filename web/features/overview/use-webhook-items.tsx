import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { DAY_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { isCutOff } from '../../ui/shell/warnings/needs-look';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Time, useNow } from '../../ui/time';
import { DISABLED_LABELS, nameOf, rateLabel, type Webhook } from '../webhooks/labels';
import type { AttentionItem, AttentionSource } from './attention-items';
import { t } from './texts';

const WEEK_MS = 7 * DAY_MS;
const LIMIT = 100;

/** Webhooks that fail or were disabled by the server, and deliveries that ran out of attempts. */
export function useWebhookItems(): AttentionSource {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const now = useNow();
  const enabled = useCan()('webhooks:read');
  const { data, isLoading } = useQuery(
    trpc.webhooks.list.queryOptions({ status: ['active', 'disabled'], limit: LIMIT }, { enabled }),
  );
  const hasWebhooks = (data?.data.length ?? 0) > 0;
  const dead = useQuery(
    trpc.webhooks.deliveries.list.queryOptions(
      { status: ['exhausted'], trigger: ['event', 'replay'], limit: LIMIT },
      { enabled: hasWebhooks },
    ),
  );
  const items = (data?.data ?? []).filter(isUnhealthy).map<AttentionItem>((webhook) => ({
    id: webhook.id,
    tone: webhook.status === 'active' && webhook.health.status === 'unstable' ? 'warning' : 'error',
    text: textOf(webhook),
    action: (
      <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: webhook.id }}>
        {webhook.status === 'disabled' ? t('enableWebhook') : t('seeDeliveries')}
      </Link>
    ),
  }));
  const count = (dead.data?.data ?? []).filter(({ created_at: at }) => now - Date.parse(at) < WEEK_MS).length;
  if (count > 0) {
    items.push({
      id: 'dead_letters',
      tone: 'warning',
      text: dead.data?.has_more ? t('manyDeliveriesFailed') : t('deliveriesFailed', { count }),
      action: (
        <Link to="/w/$ws/webhooks/dead-letters" params={{ ws }}>
          {t('openDeadLetters')}
        </Link>
      ),
    });
  }
  return { items, isLoading };
}

const isUnhealthy = (webhook: Webhook): boolean =>
  isCutOff(webhook) || (webhook.status === 'active' && webhook.health.status === 'unstable');

function textOf(webhook: Webhook) {
  const name = nameOf(webhook);
  if (webhook.status === 'active' && webhook.health.status === 'unstable') {
    return t('webhookUnstable', { name, rate: rateLabel(webhook.health) });
  }
  if (webhook.status === 'active') {
    return t.rich('webhookFails', { name, time: () => <Time at={webhook.health.failing_since_at} /> });
  }
  const time = () => <Time at={webhook.disabled_at} />;
  if (webhook.disabled_reason === null) return t.rich('webhookDisabled', { name, time });
  return t.rich('webhookDisabledBy', { name, time, reason: DISABLED_LABELS[webhook.disabled_reason] });
}
