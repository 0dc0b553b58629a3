import { createHmac } from 'node:crypto';

/** Of each load; each takes at most a hundred requests a second, and a workspace has room for a hundred of them. */
export const ENDPOINTS = 33;
export const SECRET = 'a-secret-of-the-bench';

let sent = 0;

/** A delivery as GitHub sends it, signed; none is like another. */
export function delivery(): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    after: String((sent += 1)),
    repository: { full_name: 'octo-org/octo-repo', html_url: 'https://github.com/octo-org/octo-repo' },
    head_commit: { message: 'Fix the door', author: { name: 'Mona' } },
    commits: Array.from({ length: 5 }, (_, index) => ({ id: `${index}`, message: 'Fix the door', added: ['a', 'b'] })),
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': `delivery-${process.pid}-${sent}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    },
  };
}
