import { INBOX_URL, type Webhook } from '../../../shared/webhooks/webhooks';

const N8N_HOST = /(?:^|[.-])n8n(?:[.-]|$)/;
/** n8n paths of active workflows: below an id that n8n generated, or a custom path. */
const N8N_PATH = /\/webhook\/(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|switchboard-[0-9a-f]{32})(?:\/|$)/;

export function receiverOf(url: string): Webhook['receiver'] {
  if (isInbox(url)) return { kind: 'inbox', warnings: [] };
  const { protocol, hostname, pathname } = new URL(url);
  const plain = protocol === 'http:' ? (['plain_http'] as const) : [];
  if (hostname === 'hooks.zapier.com') return { kind: 'zapier', warnings: [...plain] };
  if (/(?:^|\.)make\.com$/.test(hostname)) return { kind: 'make', warnings: [...plain] };
  if (/(?:^|\.)m\.pipedream\.net$/.test(hostname)) return { kind: 'pipedream', warnings: [...plain] };
  // n8n accepts calls to a test address only while its editor is open.
  if (pathname.includes('/webhook-test/')) return { kind: 'n8n', warnings: [...plain, 'n8n_test_url'] };
  if (N8N_HOST.test(hostname) || N8N_PATH.test(pathname)) return { kind: 'n8n', warnings: [...plain] };
  return { kind: 'custom', warnings: [...plain] };
}

export const isInbox = (url: string): boolean => url === INBOX_URL || url.startsWith(`${INBOX_URL}?`);
