import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';
import { BEING_CHECKED, PROVIDER_LABELS } from '../../models/labels';
import { t } from './texts';

export type Provider = Outputs['models']['providers']['list'][number];
export type Check = Outputs['models']['providers']['check'];

/** It is new or was just changed, and has neither answered nor failed yet. */
export const isBeingChecked = ({ enabled, discover, status, fetched_at: at, error_code: code }: Provider): boolean =>
  enabled && discover && (status === null || (status === 'stale' && at === null && code === null));

export function statusOf(provider: Provider): { tone: Tone; word: string } {
  const { enabled, status } = provider;
  if (!enabled) return { tone: 'neutral', word: t('off') };
  return status === null || isBeingChecked(provider) ? BEING_CHECKED : PROVIDER_LABELS[status];
}

export const workspacesOf = ({ workspaces }: Pick<Provider, 'workspaces'>): string =>
  workspaces === '*' ? t('all') : t('workspaceCount', { count: workspaces.length });

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Whether stored key and headers would be sent to another host. */
export const isOtherHost = (before: string | null, after: string): boolean =>
  before !== null && originOf(before) !== originOf(after.trim());
