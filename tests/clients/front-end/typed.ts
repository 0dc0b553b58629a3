/** Calls procedures with their own types. `./switchboard` is the file that `bun run types …/switchboard.d.ts` wrote. */
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';

import type { AppRouter } from './switchboard.js';

export async function shorten(address: string, key: string, slug: string): Promise<string[]> {
  const switchboard = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${address}/trpc`, headers: { authorization: `Bearer ${key}` } })],
  });

  const made = await switchboard.links.create.mutate({ url: 'https://example.com/spring-sale', slug });
  const { data } = await switchboard.links.list.query({ limit: 10, status: ['active'] });
  const refused = await switchboard.links.create
    .mutate({ url: 'https://example.com/other', slug })
    .catch((error: unknown) => error);
  const code = refused instanceof TRPCClientError ? (refused as TRPCClientError<AppRouter>).data?.code : undefined;

  return [made.slug, ...data.map((link) => link.short_url), code ?? 'no code'];
}
