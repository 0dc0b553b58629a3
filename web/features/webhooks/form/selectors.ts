import type { WebhookSelectors } from '../../../../shared/webhooks/webhooks';

export const SELECTORS = [
  { name: 'instance_ids', label: 'WhatsApp instances', prefix: 'wai', about: 'whatsapp.' },
  { name: 'chat_ids', label: 'Chats', prefix: 'cht', about: 'whatsapp.' },
  { name: 'link_ids', label: 'Links', prefix: 'lnk', about: 'link.' },
  { name: 'domain_ids', label: 'Link domains', prefix: 'dom', about: 'link.' },
  { name: 'tag_ids', label: 'Link tags', prefix: 'tag', about: 'link.' },
  { name: 'endpoint_ids', label: 'Inbound endpoints', prefix: 'iep', about: 'automation.' },
] as const;
type SelectorName = (typeof SELECTORS)[number]['name'];

/** Ids, one a line, as a form holds them. */
export type SelectorLines = Record<SelectorName, string>;

export function selectorLines(selectors: WebhookSelectors | null): SelectorLines {
  const lines = (name: SelectorName) => (selectors?.[name] ?? []).join('\n');
  return {
    instance_ids: lines('instance_ids'),
    chat_ids: lines('chat_ids'),
    link_ids: lines('link_ids'),
    domain_ids: lines('domain_ids'),
    tag_ids: lines('tag_ids'),
    endpoint_ids: lines('endpoint_ids'),
  };
}

export const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export function selectorsOf(lines: SelectorLines): WebhookSelectors | null {
  const named = Object.entries(lines).map(([name, text]) => [name, wordsIn(text)] as const);
  const given = named.filter(([, ids]) => ids.length > 0);
  return given.length > 0 ? Object.fromEntries(given) : null;
}
