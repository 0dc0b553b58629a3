import type { Outputs } from '../../trpc';
import { shortId } from '../../ui/format';
import { formatBytes } from '../../ui/format-bytes';
import { t } from './texts';

type Entry = Outputs['audit_entries']['get'];

/** Parts of Switchboard, which are English in the log. */
const PARTS = ['keyExpiry', 'commandLine'] as const;
const PERIODS = ['day', 'week', 'month', 'lifetime'] as const;

/** Its name at the time; the kind where it is no person. */
export function actorName({ id, type, label }: Entry['actor']): string {
  if (type === 'anonymous') return t('anonymous');
  const name = label || (id === null ? t('anonymous') : shortId(id));
  if (type === 'key') return t('keyActor', { name });
  if (type !== 'system') return name;
  const part = PARTS.find((one) => t.english[one] === name);
  return t('systemActor', { name: part === undefined ? name : t(part) });
}

/** Its name at the time. The server names in English what has no name of its own. */
export function objectName({ action, target }: Pick<Entry, 'action' | 'target'>): string {
  if (target === null) return '';
  const { id, type, label } = target;
  if (action === 'models.settings_updated') return t('modelSettings');
  if (action === 'link_settings.updated') return t('linkSettings');
  if (type === 'ai_budget') {
    const [, named, of] = /^(\w+) budget of the (key|workspace)$/.exec(label) ?? [];
    const period = PERIODS.find((one) => one === named);
    return period === undefined ? label : t(`budget_${period}`, { whose: t(of === 'key' ? 'ofKey' : 'ofWorkspace') });
  }
  if (type === 'link_import') {
    const [, count, format] = /^(\d+) (?:bytes of (\w+)|rows done)$/.exec(label) ?? [];
    if (count === undefined) return label;
    return format === undefined
      ? t('rowsDone', { count: Number(count) })
      : `${formatBytes(Number(count))} ${format.toUpperCase()}`;
  }
  return label || shortId(id);
}
