import { useQuery } from '@tanstack/react-query';

import { DAY_MS, MINUTE_MS } from '../../../../shared/durations';
import { createClient, type Outputs } from '../../../trpc';
import { formatRelative } from '../../format';
import type { Tone } from '../../tag';
import { useNow } from '../../time';
import { can, type MemberWorkspace } from '../workspace';
import type { InstanceCause } from './instance-causes';

type Webhook = Outputs['webhooks']['list']['data'][number];

export interface Warning {
  tone: Tone;
  label: string;
  text: string;
  /** Changes every second, so screen readers do not get it. */
  note?: string;
  keyId?: string;
  webhookId?: string;
  ruleId?: string;
}

interface DisabledRule {
  id: string;
  name: string;
}

interface UnhealthyWebhook {
  id: string;
  name: string | null;
  url: string;
  status: 'active' | 'paused' | 'disabled';
}

interface ExpiringKey {
  id: string;
  name: string;
  expires_at: string;
}

interface Facts {
  workspace: MemberWorkspace | undefined;
  isDown: boolean;
  seconds: number;
  causes: readonly InstanceCause[];
  keys: readonly ExpiringKey[];
  webhooks: readonly UnhealthyWebhook[];
  rules: readonly DisabledRule[];
}

export function warningsOf({ workspace, isDown, seconds, causes, keys, webhooks, rules }: Facts): Warning[] {
  const warnings: Warning[] = [];
  if (isDown) {
    warnings.push({
      tone: 'error',
      label: 'Server unreachable',
      text: 'Switchboard does not answer.',
      note: `Trying again in ${seconds} s.`,
    });
  }
  for (const { message, since } of causes) {
    const text = `${message.charAt(0).toUpperCase()}${message.slice(1)} (first seen ${formatRelative(since, Date.now())}).`;
    warnings.push({ tone: 'error', label: 'Installation failing', text });
  }
  if (workspace?.status === 'suspended') {
    const reason = workspace.suspended_reason ? ` Reason: ${workspace.suspended_reason}` : '';
    warnings.push({
      tone: 'error',
      label: 'Suspended',
      text: `This workspace can be read, not changed, and its keys are refused.${reason}`,
    });
  }
  if (!window.isSecureContext) {
    warnings.push({
      tone: 'warning',
      label: 'Plain http',
      text: 'Passwords, cookies and keys cross the network readable. Put TLS in front and set BASE_URL.',
    });
  }
  const [ailing] = webhooks;
  if (ailing) {
    const others = webhooks.length > 1 ? ` ${webhooks.length - 1} more need a look.` : '';
    const isOff = ailing.status === 'disabled';
    warnings.push({
      tone: 'error',
      label: isOff ? 'Webhook disabled' : 'Webhook failing',
      text: `“${ailing.name ?? hostOf(ailing.url)}” ${isOff ? 'was disabled and gets no events.' : 'keeps failing.'}${others}`,
      webhookId: ailing.id,
    });
  }
  const [rule] = rules;
  if (rule) {
    const others = rules.length > 1 ? ` ${rules.length - 1} more are, too.` : '';
    warnings.push({
      tone: 'error',
      label: rules.length === 1 ? 'Rule disabled' : 'Rules disabled',
      text: `“${rule.name}” was disabled and does not run.${others}`,
      ruleId: rule.id,
    });
  }
  const [first] = keys;
  if (first) {
    const others = keys.length > 1 ? ` ${keys.length - 1} more within 7 days.` : '';
    warnings.push({
      tone: 'warning',
      label: keys.length === 1 ? 'Key expires' : 'Keys expire',
      text: `“${first.name}” stops working ${formatRelative(first.expires_at, Date.now())}.${others}`,
      keyId: first.id,
    });
  }
  return warnings;
}

const SOON_MS = 7 * DAY_MS;
const RECHECK_MS = 10 * MINUTE_MS;
const NOTHING: readonly never[] = [];
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url);

/** Keys that end within 7 days, soonest first; nothing for those who may not list keys. */
export function useExpiringKeys(workspace: MemberWorkspace | undefined): readonly ExpiringKey[] {
  const now = useNow();
  const id = workspace?.id ?? '';
  const input = { status: ['active' as const], limit: 100 };
  // The header exists outside of workspaces too. The key is that of the workspace’s client, so that its updates reload
  // it.
  const query = useQuery({
    queryKey: [[id], ['keys', 'list'], { input, type: 'query' }],
    queryFn: () => createClient(id).keys.list.query(input),
    enabled: workspace !== undefined && can(workspace, 'keys:read'),
    staleTime: RECHECK_MS,
  });
  if (!query.data) return NOTHING;
  return query.data.data
    .flatMap(({ id: keyId, name, expires_at }) => (expires_at === null ? [] : [{ id: keyId, name, expires_at }]))
    .filter(({ expires_at: at }) => Date.parse(at) > now && Date.parse(at) - now < SOON_MS)
    .toSorted((a, b) => a.expires_at.localeCompare(b.expires_at));
}

export function useUnhealthyWebhooks(workspace: MemberWorkspace | undefined): readonly UnhealthyWebhook[] {
  const id = workspace?.id ?? '';
  const input = { status: ['active' as const, 'disabled' as const], limit: 100 };
  const query = useQuery({
    // As above.
    queryKey: [[id], ['webhooks', 'list'], { input, type: 'query' }],
    queryFn: () => createClient(id).webhooks.list.query(input),
    enabled: workspace !== undefined && can(workspace, 'webhooks:read'),
    staleTime: RECHECK_MS,
  });
  return query.data?.data.filter(isUnhealthy) ?? NOTHING;
}

export function useDisabledRules(workspace: MemberWorkspace | undefined): readonly DisabledRule[] {
  const id = workspace?.id ?? '';
  const input = { status: ['disabled' as const], limit: 100 };
  const query = useQuery({
    // As above.
    queryKey: [[id], ['automation', 'rules', 'list'], { input, type: 'query' }],
    queryFn: () => createClient(id).automation.rules.list.query(input),
    enabled: workspace !== undefined && can(workspace, 'automation.rules:read'),
    staleTime: RECHECK_MS,
  });
  return query.data?.data ?? NOTHING;
}

const isUnhealthy = ({ status, disabled_reason: reason, health }: Webhook): boolean =>
  status === 'disabled' ? reason !== 'user' && reason !== 'expired' : health.status === 'degraded';
