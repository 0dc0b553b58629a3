import { KEY_RESOURCE_NAMES } from '../../../shared/access/key-resources';
import { KEY_KINDS } from '../../../shared/access/scopes';
import { DAY_MS } from '../../../shared/durations';
import { labelOf } from '../../i18n/labels';
import type { Outputs } from '../../trpc';
import { formatRelative } from '../../ui/format';
import { expiresSoon } from '../../ui/shell/warnings/needs-look';
import type { Tone } from '../../ui/tag';
import { t } from './texts';

export type Key = Outputs['keys']['list']['data'][number];

const UNUSED_DAYS = 30;

export const STATUS_TONES = { active: 'success', expired: 'warning', revoked: 'neutral' } satisfies Record<
  Key['status'],
  Tone
>;
export const statusLabel = (status: Key['status']): string => t(status);
export const kindOf = ({ kind }: Pick<Key, 'kind'>): string => labelOf('keyKinds', kind, KEY_KINDS[kind]);

export function accessOf(key: Key): string {
  const { resources, allowed_origins: origins, allowed_cidrs: networks } = key;
  const parts = [
    key.full_access ? t('fullAccess') : t('scopeCount', { count: key.scopes.length }),
    ...KEY_RESOURCE_NAMES.map((name) => {
      const ids = resources[name];
      return ids && t(`count_${name}`, { count: ids.length });
    }),
    origins.length > 0 && t('originCount', { count: origins.length }),
    networks.length > 0 && t('networkCount', { count: networks.length }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What to do about a key; undefined when nothing is needed. */
export function adviceOf(key: Key, now: number): string | undefined {
  if (key.status !== 'active') return undefined;
  if (expiresSoon(key, now)) return t('expiresSoon', { when: formatRelative(key.expires_at ?? '', now) });
  const idle = now - new Date(key.last_used_at ?? key.created_at).getTime();
  if (idle < UNUSED_DAYS * DAY_MS) return undefined;
  return key.last_used_at === null ? t('neverUsed') : t('unused', { days: UNUSED_DAYS });
}

/** Developers may change only the keys that they created. */
export const mayChange = (key: Key, role: string, userId: string): boolean =>
  role === 'owner' || role === 'admin' || (role === 'developer' && key.created_by.id === userId);
