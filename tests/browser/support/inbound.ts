import { createHmac, randomUUID } from 'node:crypto';

/** A push, as GitHub tells of it; `change` is the message of its commit. */
export const pushOf = (change: string): string =>
  JSON.stringify({
    ref: 'refs/heads/main',
    compare: 'https://github.com/acme/shop/compare/6113728f27ae...a10867b14bb7',
    repository: { id: 35_129_377, full_name: 'acme/shop', private: false, html_url: 'https://github.com/acme/shop' },
    pusher: { name: 'mona', email: 'mona@acme.com' },
    commits: [{ id: 'a10867b14bb7', message: change, added: ['door.ts'], removed: [] }],
    head_commit: { id: 'a10867b14bb7', message: change, author: { name: 'Mona', username: 'mona' } },
  });

/** Sends bytes as GitHub does: signed with the secret, under an id of their own. */
export async function sendAsGithub(
  address: string,
  secret: string,
  body: string,
  event = 'push',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
