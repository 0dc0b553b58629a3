import { INBOX_URL, type Webhook } from '../../../shared/webhooks';

/** Recognises who listens by host and path, with what its users trip over. */
export function receiverOf(url: string): Webhook['receiver'] {
  if (isInbox(url)) return { kind: 'inbox', warnings: [] };
  const { protocol, hostname, pathname } = new URL(url);
  const plain = protocol === 'http:' ? (['plain_http'] as const) : [];
  if (hostname === 'hooks.zapier.com') return { kind: 'zapier', warnings: [...plain] };
  if (/(?:^|\.)make\.com$/.test(hostname)) return { kind: 'make', warnings: [...plain] };
  if (/(?:^|\.)m\.pipedream\.net$/.test(hostname)) return { kind: 'pipedream', warnings: [...plain] };
  // n8n listens on a test address only while its editor is open.
  if (pathname.includes('/webhook-test/')) return { kind: 'n8n', warnings: [...plain, 'n8n_test_url'] };
  if (/(?:^|\.)n8n\.(?:cloud|io)$/.test(hostname)) return { kind: 'n8n', warnings: [...plain] };
  return { kind: 'custom', warnings: [...plain] };
}

export const isInbox = (url: string): boolean => url === INBOX_URL || url.startsWith(`${INBOX_URL}?`);
