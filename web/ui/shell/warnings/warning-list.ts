import { useQuery } from '@tanstack/react-query';

import { MINUTE_MS } from '../../../../shared/durations';
import { createClient } from '../../../trpc';
import { formatRelative } from '../../format';
import type { Tone } from '../../tag';
import { useNow } from '../../time';
import { can, type MemberWorkspace } from '../workspace';
import type { InstanceCause } from './instance-causes';
import { expiresSoon, isCutOff } from './needs-look';
import { t } from './texts';

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
      label: t('serverUnreachable'),
      text: t('serverAway'),
      note: t('tryingAgain', { seconds }),
    });
  }
  for (const { message, since } of causes) {
    const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
    const text = t('firstSeen', { message: said, time: formatRelative(since, Date.now()) });
    warnings.push({ tone: 'error', label: t('installationFailing'), text });
  }
  if (workspace?.status === 'suspended') {
    const reason = workspace.suspended_reason ? ` ${t('reason', { reason: workspace.suspended_reason })}` : '';
    warnings.push({
      tone: 'error',
      label: t('suspended'),
      text: `${t('suspendedText')}${reason}`,
    });
  }
  if (!window.isSecureContext) {
    warnings.push({
      tone: 'warning',
      label: t('plainHttp'),
      text: t('plainHttpText'),
    });
  }
  const [ailing] = webhooks;
  if (ailing) {
    const others = webhooks.length > 1 ? ` ${t('moreWebhooks', { count: webhooks.length - 1 })}` : '';
    const isOff = ailing.status === 'disabled';
    warnings.push({
      tone: 'error',
      label: t(isOff ? 'webhookDisabled' : 'webhookFailing'),
      text: `${t(isOff ? 'webhookDisabledText' : 'webhookFailingText', { name: ailing.name ?? hostOf(ailing.url) })}${others}`,
      webhookId: ailing.id,
    });
  }
  const [rule] = rules;
  if (rule) {
    const others = rules.length > 1 ? ` ${t('moreRules', { count: rules.length - 1 })}` : '';
    warnings.push({
      tone: 'error',
      label: t('ruleDisabled', { count: rules.length }),
      text: `${t('ruleDisabledText', { name: rule.name })}${others}`,
      ruleId: rule.id,
    });
  }
  const [first] = keys;
  if (first) {
    const others = keys.length > 1 ? ` ${t('moreKeys', { count: keys.length - 1 })}` : '';
    warnings.push({
      tone: 'warning',
      label: t('keyExpires', { count: keys.length }),
      text: `${t('keyExpiresText', { name: first.name, time: formatRelative(first.expires_at, Date.now()) })}${others}`,
      keyId: first.id,
    });
  }
  return warnings;
}

const RECHECK_MS = 10 * MINUTE_MS;
const NOTHING: readonly never[] = [];
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url);

/** Keys that end within 7 days, soonest first, except those made for a day or two; nothing for who may not list keys. */
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
    .filter((key) => expiresSoon(key, now))
    .flatMap(({ id: keyId, name, expires_at }) => (expires_at === null ? [] : [{ id: keyId, name, expires_at }]))
    .filter(({ expires_at: at }) => Date.parse(at) > now)
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
  return query.data?.data.filter(isCutOff) ?? NOTHING;
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
