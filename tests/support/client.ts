import { createTRPCClient, httpLink } from '@trpc/client';

import type { AppRouter } from '../../server/router';

export interface Answer {
  status: number;
  headers: Headers;
  // A test looks into whatever came; a type would only repeat what it asserts.
  body: any; // oxlint-disable-line typescript/no-explicit-any
}

/** A caller of the REST API with one key; `key: null` sends none. */
export function restClient(url: string, key: string | null) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
}

/** The same call, whose answer must have the status; resolves with its body. */
export const expecting =
  (call: ReturnType<typeof restClient>) =>
  async (status: number, ...request: Parameters<typeof call>): Promise<Answer['body']> => {
    const answer = await call(...request);
    if (answer.status === status) return answer.body;
    throw new Error(`${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };

/** What is wrong with a request: `pointer code` of each issue. */
export const issuesOf = ({ body }: { body: { errors?: { pointer: string; code: string }[] } }): string[] =>
  (body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);

/** The console’s own typed client, as a browser on the service’s origin sends it. */
export function rpcClient(
  url: string,
  {
    cookie,
    workspaceId,
    headers = {},
  }: { cookie?: string; workspaceId?: string; headers?: Record<string, string> } = {},
) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        headers: {
          origin: url,
          'sec-fetch-site': 'same-origin',
          ...(cookie ? { cookie } : {}),
          ...(workspaceId ? { 'x-workspace-id': workspaceId } : {}),
          ...headers,
        },
      }),
    ],
  });
}
