import type { WebhookSelectors } from '../../../../shared/webhooks/webhooks';
import { t } from './texts';

export const SELECTORS = [
  { name: 'instance_ids', label: () => t('instances'), prefix: 'wai', about: 'whatsapp.' },
  { name: 'chat_ids', label: () => t('chats'), prefix: 'cht', about: 'whatsapp.' },
  { name: 'link_ids', label: () => t('links'), prefix: 'lnk', about: 'link.' },
  { name: 'domain_ids', label: () => t('domains'), prefix: 'dom', about: 'link.' },
  { name: 'tag_ids', label: () => t('tags'), prefix: 'tag', about: 'link.' },
  { name: 'endpoint_ids', label: () => t('endpoints'), prefix: 'iep', about: 'automation.' },
] as const;
type SelectorName = (typeof SELECTORS)[number]['name'];

/** Ids, as a form holds them. */
export type SelectorLists = Record<SelectorName, string[]>;

export const selectorLists = (selectors: WebhookSelectors | null): SelectorLists =>
  Object.fromEntries(SELECTORS.map(({ name }) => [name, selectors?.[name] ?? []])) as SelectorLists;

export function selectorsOf(lists: SelectorLists): WebhookSelectors | null {
  const given = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  return given.length > 0 ? Object.fromEntries(given) : null;
}
